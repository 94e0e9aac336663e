import {
  LANGUAGE_HEADER,
  type DriveAnswer,
  type DriveSosAnswer,
  type DisputeReason,
  type InvitationAnswerRequest,
  type PhoneAnswer,
} from '@flagpost/contracts';
import { LANGUAGE } from '../../shared/language.js';

/** The calls of an invitation by its link. This page has no session and no store, and loads little. */

const WITHIN_MS = 20_000;

export type Failure =
  /** In the server's own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  /** No answer, or one of something in between. */
  | { readonly kind: 'noAnswer' };
export type Result<T> = { readonly data: T } | { readonly failure: Failure };

const messageOf = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : null;

const call = async <T>(path: string, body?: object): Promise<Result<T>> => {
  try {
    const response = await fetch(new URL(`/api/drive/${path}`, window.location.origin), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        [LANGUAGE_HEADER]: LANGUAGE,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      cache: 'no-store',
      signal: AbortSignal.timeout(WITHIN_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return { data: answer as T };
    const message = messageOf(answer);
    if (message === null || response.status >= 500) return { failure: { kind: 'noAnswer' } };
    return { failure: { kind: 'refused', status: response.status, message } };
  } catch {
    return { failure: { kind: 'noAnswer' } };
  }
};

const at = encodeURIComponent;

export const readInvitation = (secret: string): Promise<Result<DriveAnswer>> => call(at(secret));
export const answerInvitation = (
  secret: string,
  Answer: InvitationAnswerRequest['Answer'],
): Promise<Result<DriveAnswer>> => call(at(secret), { Answer });
export const disputeInvitation = (secret: string, Reason: DisputeReason): Promise<Result<DriveAnswer>> =>
  call(`${at(secret)}/dispute`, { Reason });
export const connectPhone = (secret: string, Replace: boolean): Promise<Result<PhoneAnswer>> =>
  call(`${at(secret)}/phone`, { Replace });
export const readSos = (secret: string): Promise<Result<DriveSosAnswer>> => call(`${at(secret)}/sos`);
