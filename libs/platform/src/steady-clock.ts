import type { Logger } from './logging.js';
import type { Clock } from './time.js';

export interface SteadyClock extends Clock {
  /** Calls `listener` once the machine's clock was set back by seconds. `aheadMs`: how far this clock is ahead of it. */
  onSetBack(listener: (aheadMs: number) => void): void;
}

/** How much slower the clock runs while it is ahead of the machine's. */
const SLOWER_BY = 0.01;
/** Time servers correct less than this all the time. */
const REPORTED_FROM_MS = 5_000;
const HOUR_MS = 3_600_000;

/**
 * A clock that follows the machine's forward at once, and never goes back: if the machine's clock is set back, it goes on
 * 1 % slower until the other one has caught up.
 *
 * @param wall The machine's clock, epoch ms, which may be set to any time.
 * @param elapsed Milliseconds since any instant. They only grow, and stand still while the machine is suspended.
 */
export const steadyClock = (wall: () => number, elapsed: () => number): SteadyClock => {
  let time = -Infinity;
  let readAt = elapsed();
  /** How far ahead the clock is for reasons that were reported. */
  let reportedMs = 0;
  let report: (aheadMs: number) => void = () => undefined;
  return {
    now() {
      const at = elapsed();
      const wallTime = wall();
      const passedMs = at - readAt;
      const aheadMs = Math.max(0, time + passedMs - wallTime);
      time = Math.max(wallTime, time + passedMs * (1 - SLOWER_BY));
      readAt = at;
      const isReported = aheadMs - reportedMs < REPORTED_FROM_MS;
      reportedMs = isReported ? Math.min(reportedMs, aheadMs) : aheadMs;
      if (!isReported) report(aheadMs);
      return Math.floor(time);
    },
    onSetBack: (listener) => void (report = listener),
  };
};

/** Warns in the log if the machine's clock is set back. */
export const reportSetBack = (clock: SteadyClock, logger: Logger): void =>
  clock.onSetBack((aheadMs) =>
    logger.warn(
      'the clock of this machine was set back: this program goes on from its own time, 1 % slower, until that clock has caught up; a restart takes the new time at once',
      { aheadS: Math.round(aheadMs / 1_000), caughtUpInH: Math.ceil(aheadMs / SLOWER_BY / HOUR_MS) },
    ),
  );
