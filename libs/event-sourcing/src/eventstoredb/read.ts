import { StreamNotFoundError } from '@eventstore/db-client';
import type { ResolvedEvent } from '@eventstore/db-client';
import { Unavailable } from '@flagpost/platform';
import type { Scheduler } from '@flagpost/platform';
import type { Stored } from './event.js';

/** Ms of silence after which a read is given up. */
const SILENCE_MS = 5_000;

/** What the client answers to reads and subscriptions, as far as it is used. */
export interface Incoming {
  readonly destroyed: boolean;
  on(event: 'data', listener: (resolved: unknown) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: string, listener: () => void): unknown;
  read(): unknown;
  destroy(): unknown;
  cancel?(): Promise<void>;
  unsubscribe?(): Promise<void>;
}

/** Ends a stream of the client on both sides. */
export const abandon = (stream: Incoming): void => {
  const cancelled = stream.cancel?.() ?? stream.unsubscribe?.();
  cancelled?.catch(() => undefined); // it never began
  stream.destroy();
};

/** The event that came, where it was not a link to one that is gone. */
export const storedOf = (resolved: unknown): Stored | undefined =>
  (resolved as ResolvedEvent).event as Stored | undefined;

/**
 * Reads until `take` answers false or the stream ends; a stream that does not exist has no events. The listener for errors
 * stays for good: the client tells some of them late, and an error that nobody hears ends the process.
 *
 * @throws {Unavailable} where the store falls silent; {Error} what it answers.
 */
export const readEach = (
  stream: Incoming,
  scheduler: Scheduler,
  take: (stored: Stored) => boolean,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let seen = 0;
    let seenBefore = -1;
    const watch = scheduler.every(SILENCE_MS, () => {
      if (seen === seenBefore) done(new Unavailable('The read was not answered.'));
      seenBefore = seen;
    });
    const done = (error?: Error): void => {
      watch.cancel();
      abandon(stream);
      if (error === undefined || error instanceof StreamNotFoundError) resolve();
      else reject(error);
    };
    stream.on('error', done);
    stream.on('end', () => done());
    stream.on('data', (resolved: unknown) => {
      seen += 1;
      const stored = storedOf(resolved);
      if (!stream.destroyed && stored !== undefined && !take(stored)) done();
    });
  });
