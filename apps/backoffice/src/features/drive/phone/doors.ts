import { DOOR, DRIVE_APP } from '@flagpost/contracts';
import type { DoorAnswer } from '@flagpost/telemetry/phone/upload-queue';

/** How this page speaks to the doors of its car, on its own server. */

const WITHIN_MS = 20_000;

export type Door = 'positions' | 'signals' | 'orders';
export const doorOf = (door: Door, token: string): URL =>
  new URL(`/ingest/${door}/${token}`, window.location.origin);

/** A proxy in front may answer 404 too: that one does not end the token. */
export const isOfDoor = async (response: Response): Promise<boolean> => {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null && 'statusCode' in body && body.statusCode === 404;
};

/** How long the door says to wait. */
export const retryAfterMs = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after'));
  return (Number.isFinite(seconds) && seconds > 0 ? seconds : DOOR.retryAfterS) * 1_000;
};

export interface Posted {
  readonly answer: DoorAnswer;
  /** What the door says of the lines; null unless they were taken. */
  readonly counts: { readonly accepted: number; readonly dropped: Readonly<Record<string, number>> } | null;
}

const failed: Posted = { answer: { kind: 'failed' }, counts: null };

/** Never rejects. What was sent may have arrived also if there was no answer. */
export const postTo = async (door: Door, token: string, body: string): Promise<Posted> => {
  try {
    const url = doorOf(door, token);
    url.searchParams.set('app', DRIVE_APP);
    const response = await fetch(url, {
      method: 'POST',
      body,
      cache: 'no-store',
      // Also while the page is being closed; browsers allow it for small bodies.
      keepalive: door === 'signals',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (response.ok)
      return { answer: { kind: 'taken' }, counts: (await response.json()) as Posted['counts'] };
    if (response.status === 404 && (await isOfDoor(response)))
      return { answer: { kind: 'ended' }, counts: null };
    if (response.status === 413) return { answer: { kind: 'tooLarge' }, counts: null };
    if (response.status === 429 || response.status === 503)
      return { answer: { kind: 'wait', retryAfterMs: retryAfterMs(response) }, counts: null };
    return failed;
  } catch {
    return failed; // no network, or no answer in time
  }
};
