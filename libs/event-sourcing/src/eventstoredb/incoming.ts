import { StreamNotFoundError } from '@eventstore/db-client';
import type { ResolvedEvent } from '@eventstore/db-client';
import { ServiceUnavailableError } from '@flagpost/platform';
import type { Scheduler } from '@flagpost/platform';
import type { Stored } from './event.js';

/** Ms of silence after which a read is given up. */
const SILENCE_MS = 5_000;

/** What the client answers to reads and subscriptions, as far as it is used. */
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
 * Ends a stream of the client at the server. What is on its way is let through, to nobody: the client counts a stream as
 * open, and waits for it when it closes, until its last event was taken.
 */
export const abandon = (stream: Incoming): void => {
  stream.removeAllListeners('readable');
  stream.resume();
  const cancelled = stream.cancel?.() ?? stream.unsubscribe?.();
  cancelled?.catch(() => undefined); // it never began
};

/** The event that came, where it was not a link to one that is gone. */
export const storedOf = (resolved: unknown): Stored | undefined =>
  (resolved as ResolvedEvent).event as Stored | undefined;

/**
 * Reads until `take` answers false or the stream ends; a stream that does not exist has no events. The listener for errors
 * stays for good: the client tells some of them late, and an error that nobody hears ends the process.
 *
 * @throws {ServiceUnavailableError} where the store falls silent; {Error} what it answers.
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
