import { mutex } from './mutex.js';
import { sleep, type Clock, type Scheduler } from './time.js';

/** After a slice of work that others can wait for, the event loop is left to them for so many times as long. */
const REST = 3;
/** What a slice counts at most, ms: it may have waited for a server, in which it used no loop. */
const SLICE_AT_MOST_MS = 20;

/**
 * Paces those who follow a log while they are behind: nobody waits for them, and together they use a quarter of the event
 * loop, however many they are.
 */
export interface Pacing {
  /**
   * A follower begins, or begins anew.
   *
   * @returns to be awaited after each batch, before the next one is read. One that is behind then rests for as long as it
   * took from the end of its last rest, three times over; it rejects with the reason of `signal`.
   */
  follower(signal: AbortSignal): (isBehind: boolean) => Promise<void>;
}

export const createPacing = ({
  clock,
  scheduler,
}: {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}): Pacing => {
  const inTurn = mutex();
  return {
    follower(signal) {
      let began = clock.now();
      return async (isBehind) => {
        const ms = Math.min(clock.now() - began, SLICE_AT_MOST_MS) * REST;
        if (isBehind && ms > 0) await inTurn(() => sleep(scheduler, ms, signal));
        began = clock.now();
      };
    },
  };
};
