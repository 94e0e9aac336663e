import type { Position } from '@flagpost/event-sourcing';
import type { Scheduler } from '@flagpost/platform';

export interface PositionWaiters {
  /** Waits for an outcome, at most `timeoutMs` if given; false after that. */
  wait(position: Position, timeoutMs?: number): Promise<boolean>;
  /** Resolves all waiters whose outcome is known now. */
  answer(): void;
}

/** Callers that wait for a position. `outcome`: true if reached, false if it never will be, null if unknown. */
export const createPositionWaiters = (
  outcome: (position: Position) => boolean | null,
  scheduler: Scheduler,
): PositionWaiters => {
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
          const reached = outcome(position);
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
