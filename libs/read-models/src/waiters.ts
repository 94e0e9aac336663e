import type { Position } from '@flagpost/event-sourcing';
import type { Scheduler } from '@flagpost/platform';

export interface Waiters {
  /** Waits for a verdict, at most `timeoutMs` where it is given; false when that is over. */
  wait(position: Position, timeoutMs?: number): Promise<boolean>;
  /** Answers all about whom there is a verdict now. */
  answer(): void;
}

/** Those who wait for a position. `verdict`: reached, never to be reached, or null while it is open. */
export const createWaiters = (
  verdict: (position: Position) => boolean | null,
  scheduler: Scheduler,
): Waiters => {
  const waiting = new Set<() => void>();
  return {
    wait: (position, timeoutMs) =>
      new Promise((resolve) => {
        const end = (reached: boolean): void => {
          waiting.delete(ask);
          timer?.cancel();
          resolve(reached);
        };
        const ask = (): void => {
          const reached = verdict(position);
          if (reached !== null) end(reached);
        };
        const timer = timeoutMs === undefined ? null : scheduler.after(timeoutMs, () => end(false));
        waiting.add(ask);
        ask();
      }),
    answer() {
      for (const ask of waiting) ask();
    },
  };
};
