import type { Clock, Scheduler, Timer } from '@flagpost/platform';

interface Due {
  at: number;
  readonly order: number;
  readonly every: number | null;
  readonly callback: () => void;
}

/** A clock and scheduler that only advance on request. */
export interface VirtualTime extends Clock, Scheduler {
  /** Advances by `ms`, running due callbacks in order of time; promises settle between the calls. */
  advance(ms: number): Promise<void>;
}

/** Lets promises that are ready settle. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @param start epoch ms */
export const virtualTime = (start = Date.UTC(2026, 0, 1)): VirtualTime => {
  let now = start;
  let order = 0;
  const due = new Set<Due>();

  const add = (ms: number, every: number | null, callback: () => void): Timer => {
    const entry: Due = { at: now + ms, order: order++, every, callback };
    due.add(entry);
    return { cancel: () => void due.delete(entry) };
  };

  const nextUntil = (end: number): Due | undefined =>
    [...due].filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at || a.order - b.order)[0];

  return {
    now: () => now,
    after: (ms, callback) => add(ms, null, callback),
    every: (ms, callback) => add(ms, ms, callback),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let entry = nextUntil(end); entry !== undefined; entry = nextUntil(end)) {
        now = entry.at;
        if (entry.every === null) due.delete(entry);
        else entry.at += entry.every;
        entry.callback();
        await settle();
      }
      now = end;
      await settle();
    },
  };
};
