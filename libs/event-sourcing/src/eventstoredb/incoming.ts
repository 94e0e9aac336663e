import { StreamNotFoundError } from '@eventstore/db-client';
import type { ResolvedEvent } from '@eventstore/db-client';
import { ServiceUnavailableError } from '@flagpost/platform';
import type { Scheduler } from '@flagpost/platform';
import type { Stored } from './event.js';

/** A read without an event for so many ms is given up. */
const SILENCE_MS = 5_000;

/** The parts of the client's read and subscription streams that are used. */
export interface Incoming {
  on(event: 'data', listener: (resolved: unknown) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: string, listener: () => void): unknown;
  read(): unknown;
  resume(): unknown;
  removeAllListeners(event: 'readable'): unknown;
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

/**
 * Cancels a stream of the client at the server. Events in flight are drained and discarded: the client counts a stream
 * as open, and waits for it on close, until its last event was consumed.
 */
export const abandon = (stream: Incoming): void => {
  stream.removeAllListeners('readable');
  stream.resume();
  const cancelled = stream.cancel?.() ?? stream.unsubscribe?.();
  cancelled?.catch(() => undefined); // not started
};

/** The event received, unless it was a link to a deleted one. */
export const storedOf = (resolved: unknown): Stored | undefined =>
  (resolved as ResolvedEvent).event as Stored | undefined;

/**
 * Reads until `take` returns false or the stream ends; a stream that does not exist has no events. The error listener
 * is never removed: the client emits some errors late, and an unhandled one ends the process.
 *
 * @throws {ServiceUnavailableError} if the store stops answering; {Error} with the store's error.
 */
export const readEach = (
  stream: Incoming,
  scheduler: Scheduler,
  take: (stored: Stored) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let over = false;
    let heard = false;
    const watch = scheduler.every(SILENCE_MS, () => {
      if (!heard) giveUp(new ServiceUnavailableError('The read was not answered.'));
      heard = false;
    });
    const settle = (error?: Error): void => {
      over = true;
      watch.cancel();
      if (error === undefined || error instanceof StreamNotFoundError) resolve();
      else reject(error);
    };
    const giveUp = (error?: Error): void => {
      settle(error);
      abandon(stream);
    };
    stream.on('error', settle);
    stream.on('end', () => settle());
    stream.on('data', (resolved: unknown) => {
      heard = true;
      const stored = storedOf(resolved);
      if (!over && stored !== undefined && !take(stored)) giveUp();
    });
  });
