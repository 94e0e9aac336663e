import { CENTRE_LINE, STEP_M } from './circuit.js';
import type { CarClass } from './entries.js';

/** One lap as a car can drive it: as fast as tyres hold in corners, braking in time, with the engine it has. */
export interface Pace {
  readonly lapMs: number;
  /** Milliseconds from the finish line until each sample, and until the line again. */
  readonly passedMs: readonly number[];
  readonly speedKph: readonly number[];
}

const KPH = 3.6;
/** Minimum speed between the corners; also that of a car rolling to its stop. */
const CRAWL_MPS = 1.5;

/** @param stopsAt sample at which the car stops, if it does */
export const paceOf = (car: CarClass, stopsAt?: number): Pace => {
  const count = CENTRE_LINE.length;
  const top = car.topSpeedKph / KPH;
  const speed = CENTRE_LINE.map(({ radiusM }, index) =>
    index === stopsAt ? CRAWL_MPS : Math.min(top, Math.sqrt(car.lateral * radiusM)),
  );
  const speedAt = (index: number): number => speed[index % count] ?? CRAWL_MPS;
  // Twice round, because a lap ends at the speed at which the next one begins.
  for (let index = 2 * count; index > 0; index -= 1) {
    const reachable = Math.sqrt(speedAt(index) ** 2 + 2 * car.braking * STEP_M);
    speed[(index - 1) % count] = Math.min(speedAt(index - 1), reachable);
  }
  for (let index = 0; index < 2 * count; index += 1) {
    const pull = car.forward * (1 - (speedAt(index) / (top * 1.02)) ** 2);
    const reachable = Math.sqrt(speedAt(index) ** 2 + 2 * pull * STEP_M);
    speed[(index + 1) % count] = Math.min(speedAt(index + 1), reachable);
  }
  const passedMs = [0];
  let lapMs = 0;
  for (let index = 0; index < count; index += 1) {
    lapMs += (2_000 * STEP_M) / (speedAt(index) + speedAt(index + 1));
    passedMs.push(lapMs);
  }
  return { lapMs, passedMs, speedKph: speed.map((metresPerSecond) => metresPerSecond * KPH) };
};

/** The last sample passed `ms` after the finish line, and how far the car is on its way to the next, 0 to 1. */
export const sampleAfter = ({ passedMs }: Pace, ms: number): { index: number; share: number } => {
  let low = 0;
  let high = passedMs.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((passedMs[middle] ?? 0) <= ms) low = middle;
    else high = middle;
  }
  const from = passedMs[low] ?? 0;
  const to = passedMs[high] ?? 0;
  return { index: low, share: to > from ? Math.min(1, Math.max(0, (ms - from) / (to - from))) : 0 };
};
