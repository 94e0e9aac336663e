import { Metadata, status } from '@grpc/grpc-js';
import type { ServerErrorResponse } from '@grpc/grpc-js';

/**
 * Faults of the double.
 *
 * - `unavailable`: refuses every call; open subscriptions end with the same status.
 * - `deadlineExceeded`: carries out the call, but answers that the deadline was exceeded.
 * - `silent`: accepts calls and never answers.
 * - `accessDenied`: refuses every call as unauthorised.
 * - `notLeader`: redirects every call to the leader that it names.
 * - `breakAppendsAt`: carries out appends in a stream of calls; instead of each answer of that number the stream breaks.
 */
export type Fault =
  | 'unavailable'
  | 'deadlineExceeded'
  | 'silent'
  | 'accessDenied'
  | { readonly notLeader: { readonly host: string; readonly port: number } }
  | { readonly breakAppendsAt: number };

export type Refusal = Partial<ServerErrorResponse> & Error;

const refusal = (code: status, details: string, metadata = new Metadata()): Refusal =>
  Object.assign(new Error(details), { code, details, metadata });

export const unavailable = (): Refusal => refusal(status.UNAVAILABLE, 'Server Is Not Ready');
export const accessDenied = (): Refusal => {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return refusal(status.PERMISSION_DENIED, 'Access Denied', metadata);
};
/** The maximum size of an append, like EventStoreDB's setting `MaxAppendSize`. */
export const MAX_APPEND_BYTES = 4 * 1024 * 1024;

export const tooLarge = (): Refusal => {
  const metadata = new Metadata();
  metadata.set('exception', 'maximum-append-size-exceeded');
  metadata.set('maximum-append-size', String(MAX_APPEND_BYTES));
  return refusal(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded', metadata);
};

export const tooLate = (): Refusal => refusal(status.DEADLINE_EXCEEDED, 'Deadline Exceeded');
export const unsupported = (what: string): Refusal =>
  refusal(status.UNIMPLEMENTED, `The double of EventStoreDB does not know ${what}.`);
export const invalid = (details: string): Refusal => refusal(status.INVALID_ARGUMENT, details);

export const notLeader = (host: string, port: number): Refusal => {
  const metadata = new Metadata();
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', host);
  metadata.set('leader-endpoint-port', String(port));
  return refusal(status.NOT_FOUND, 'Leader info available', metadata);
};
