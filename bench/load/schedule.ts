import { seededRandom } from '@flagpost/testing/simulation';

/** When which device sends: arrivals that follow from a seed alone, and never from answers. */
export interface Schedule {
  /** Time of the arrival of this number, from 0, since the start, ms. It never decreases from one to the next. */
  dueMs(arrival: number): number;
  /** The device that sends it, from 0. */
  deviceOf(arrival: number): number;
}

/** Each device sends once in every period, at a moment of its own. */
export const createSchedule = (devices: number, periodMs: number, seed: number): Schedule => {
  const random = seededRandom(seed);
  const once = Array.from({ length: devices }, (_, device) => ({
    device,
    phaseMs: random.next() * periodMs,
  }));
  once.sort((a, b) => a.phaseMs - b.phaseMs);
  const at = (arrival: number) => {
    const found = once[arrival % devices];
    if (found === undefined) throw new RangeError(`There is no arrival ${arrival} of ${devices} devices.`);
    return found;
  };
  return {
    dueMs: (arrival) => Math.floor(arrival / devices) * periodMs + at(arrival).phaseMs,
    deviceOf: (arrival) => at(arrival).device,
  };
};
