import { HOUR_MS } from '@flagpost/contracts';
import type { RecordedFix } from '@flagpost/telemetry/recordings';

/** Nobody waits for a longer silence: so long is an error of a clock, or another day. */
const LONGEST_SILENCE_MS = 6 * HOUR_MS;

export interface Timeline {
  /** Device time of the first fix that is followed by another within the longest silence. */
  readonly beginsAt: number;
  /** At the speed of the recording. */
  readonly lastsMs: number;
  /** When a fix of this device time is due, ms since the beginning of the replay. */
  dueMs(t: number): number;
}

/** When the fixes of all cars are to be sent; a silence that is too long is left out for all of them. */
export const timelineOf = (cars: readonly (readonly RecordedFix[])[]): Timeline => {
  const times = Float64Array.from(cars.flatMap((fixes) => fixes.map(({ t }) => t))).sort();
  const first = times[0] ?? 0;
  let skippedMs = 0;
  /** Silences that are left out, latest first. */
  const silences: { readonly endsAt: number; readonly skippedMs: number }[] = [];
  times.forEach((t, index) => {
    const silenceMs = t - (times[index - 1] ?? t);
    if (silenceMs <= LONGEST_SILENCE_MS) return;
    skippedMs += silenceMs;
    silences.unshift({ endsAt: t, skippedMs });
  });
  const isFollowed = (t: number, index: number): boolean =>
    (times[index + 1] ?? Infinity) - t <= LONGEST_SILENCE_MS;
  const dueMs = (t: number): number =>
    t - first - (silences.find(({ endsAt }) => t >= endsAt)?.skippedMs ?? 0);
  return { beginsAt: times.find(isFollowed) ?? first, lastsMs: dueMs(times.at(-1) ?? first), dueMs };
};
