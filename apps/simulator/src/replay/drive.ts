import { sleep, type Clock, type Scheduler } from '@flagpost/platform';
import type { RecordedFix } from '@flagpost/telemetry/recordings';
import type { Phone } from '../phone.js';
import { timelineOf } from './timeline.js';

export interface ReplayedCar {
  /** In the order of their times. */
  readonly fixes: readonly RecordedFix[];
  readonly phone: Phone;
}

export interface Progress {
  readonly sent: number;
  readonly fixes: number;
  /** Since the recording began, at the speed at which it was recorded. */
  readonly elapsedMs: number;
  readonly totalMs: number;
  /** A door does not answer, or refuses. */
  readonly troubled: boolean;
}

export interface DriveParts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly signal: AbortSignal;
  readonly speed: number;
  readonly rebase: boolean;
  readonly onProgress: (progress: Progress) => void;
}

const TICK_MS = 100;
/** Fixes that a phone may hold; while it holds more, the recording waits for the door. */
const MOST_WAITING = 4_000;

/**
 * Sends recorded fixes at the pace at which they were recorded, times `speed`, each car's in their order. Resolves when the doors have stored them all; rejects when `signal` aborts.
 */
export const drive = async (cars: readonly ReplayedCar[], parts: DriveParts): Promise<void> => {
  const { clock, scheduler, signal, speed, rebase, onProgress } = parts;
  const timeline = timelineOf(cars.map((car) => car.fixes));
  const began = clock.now();
  const shiftMs = rebase ? began - timeline.beginsAt : 0;
  const fixes = cars.reduce((sum, car) => sum + car.fixes.length, 0);
  const next = cars.map(() => 0);

  for (;;) {
    const elapsedMs = Math.min(timeline.lastsMs, (clock.now() - began) * speed);
    cars.forEach(({ fixes: own, phone }, index) => {
      let at = next[index] ?? 0;
      for (let fix = own[at]; fix !== undefined && timeline.dueMs(fix.t) <= elapsedMs; fix = own[++at]) {
        if (phone.waiting() >= MOST_WAITING) break;
        const { t, lat, lng, speedKph, headingDeg } = fix;
        phone.record({ t: t + shiftMs, lat, lng, speedKph, headingDeg });
      }
      next[index] = at;
      phone.flush();
    });
    const waiting = cars.reduce((sum, { phone }) => sum + phone.waiting(), 0);
    const sent = next.reduce((sum, at) => sum + at, 0) - waiting;
    onProgress({
      sent,
      fixes,
      elapsedMs,
      totalMs: timeline.lastsMs,
      troubled: cars.some(({ phone }) => phone.troubled()),
    });
    if (sent === fixes) return;
    await sleep(scheduler, TICK_MS, signal);
  }
};
