import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

export interface UntilOptions {
  /** Real time after which it fails, milliseconds (default 25,000: less than a test may take). */
  readonly deadlineMs?: number;
  /** Real time between two looks, milliseconds (default: a tenth of the time waited, from 5 to 100); 0: one turn of the event loop. */
  readonly everyMs?: number;
  /** Called between two looks: moves virtual time on. */
  readonly advance?: () => Promise<unknown>;
}

type Found<T> = Exclude<T, undefined | false>;

/**
 * Looks again and again until `look` answers something other than undefined or false, and resolves to that. A look that
 * throws, as a call to a server that is away, has not found it.
 *
 * @param what the awaited condition, named in the failure
 * @throws when the deadline has passed; `cause` is the error of the last check, if it threw.
 */
export const until = async <T>(
  what: string,
  look: () => T | Promise<T>,
  { deadlineMs = 25_000, everyMs, advance }: UntilOptions = {},
): Promise<Found<T>> => {
  const startedAt = performance.now();
  for (;;) {
    let thrown: unknown;
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found as Found<T>;
    } catch (error) {
      thrown = error;
    }
    const waitedMs = Math.round(performance.now() - startedAt);
    if (waitedMs >= deadlineMs)
      throw new Error(`Waited ${waitedMs} ms in vain for ${what}.`, { cause: thrown });
    await advance?.();
    await (everyMs === 0 ? nextTurn() : pause(everyMs ?? Math.min(Math.max(waitedMs / 10, 5), 100)));
  }
};
