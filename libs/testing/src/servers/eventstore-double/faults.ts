import { Metadata, status } from '@grpc/grpc-js';
import type { ServerErrorResponse } from '@grpc/grpc-js';

/**
 * What can be wrong with the double.
 *
 * - `unavailable`: refuses every call; open subscriptions end with the same word.
 * - `deadlineExceeded`: does what it is asked, and answers that it took too long: the answer is lost.
 * - `silent`: takes calls and answers none.
 * - `accessDenied`: refuses whoever calls.
 * - `notLeader`: sends every call to the leader that it names.
 */
export type Fault =
  | 'unavailable'
  | 'deadlineExceeded'
  | 'silent'
  | 'accessDenied'
  | { readonly notLeader: { readonly host: string; readonly port: number } };

export type Refusal = Partial<ServerErrorResponse> & Error;

const refusal = (code: status, details: string, metadata = new Metadata()): Refusal =>
  Object.assign(new Error(details), { code, details, metadata });

export const unavailable = (): Refusal => refusal(status.UNAVAILABLE, 'Server Is Not Ready');
export const accessDenied = (): Refusal => {
  const metadata = new Metadata();
  metadata.set('exception', 'access-denied');
  return refusal(status.PERMISSION_DENIED, 'Access Denied', metadata);
};
/** What it takes in one append, as EventStoreDB does where its setting `MaxAppendSize` says so. */
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
