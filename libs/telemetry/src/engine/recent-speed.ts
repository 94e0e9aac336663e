import type { CarState } from './state.js';

/** A speed is remembered for one to two of these, of device time. */
const PERIOD_MS = 15_000;

/** Remembers the speed of an accepted fix: three numbers a car, whatever the rate of its fixes. */
export const noteSpeed = (car: CarState, t: number, speedKph: number): void => {
  const period = Math.floor(t / PERIOD_MS);
  if (period === car.speedPeriod) {
    if (speedKph > car.periodSpeedKph) car.periodSpeedKph = speedKph;
    return;
  }
  car.formerPeriodSpeedKph = period - 1 === car.speedPeriod ? car.periodSpeedKph : NaN;
  car.periodSpeedKph = speedKph;
  car.speedPeriod = period;
};

/** The fastest in the 15 to 30 s up to the last fix, km/h: what the car drove before it stopped. NaN without a fix. */
export const recentSpeedKph = (car: CarState): number =>
  car.formerPeriodSpeedKph > car.periodSpeedKph ? car.formerPeriodSpeedKph : car.periodSpeedKph;
