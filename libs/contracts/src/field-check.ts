import type { CheckCar } from './wire/check.js';

/** What is wrong with a car before the start. One pure function, for the api and for every screen. */

/** When a device is in trouble. */
export const FIELD_CHECK = {
  /** One that was heard longer ago is silent. */
  heardWithinMs: 60_000,
  /** A worse position may miss the gates. */
  accuracyM: 25,
  /** Per cent: less does not last through a race. */
  battery: 30,
  /** A clock that differs by more moves the times of laps. */
  clockMs: 5_000,
} as const;

/** Worst first. */
export const CAR_TROUBLES = [
  'noDevice',
  'neverHeard',
  'silent',
  'notAuthorized',
  'clock',
  'accuracy',
  'battery',
  'noFlags',
] as const;
export type CarTrouble = (typeof CAR_TROUBLES)[number];

/** Worst first; none if the car is well. `now`: epoch ms of the server. What a silent device said is not judged. */
export const carTroubles = (car: CheckCar, now: number): CarTrouble[] => {
  const heardAt = car.HeardAt === null ? null : Date.parse(car.HeardAt);
  const isHeard = heardAt !== null && now - heardAt <= FIELD_CHECK.heardWithinMs;
  const found: Record<CarTrouble, boolean> = {
    noDevice: !car.HasDevice,
    neverHeard: car.HasDevice && heardAt === null,
    silent: heardAt !== null && !isHeard,
    notAuthorized: !car.Authorized,
    clock: isHeard && Math.abs(car.ClockMs ?? 0) > FIELD_CHECK.clockMs,
    accuracy: isHeard && (car.AccuracyM ?? 0) > FIELD_CHECK.accuracyM,
    battery: isHeard && (car.Battery ?? Infinity) < FIELD_CHECK.battery,
    noFlags: isHeard && car.ShowsFlags === false,
  };
  return CAR_TROUBLES.filter((trouble) => found[trouble]);
};

/** Cars with the worst trouble first, each by its own worst, then by how many it has. */
export const byTrouble = (a: readonly CarTrouble[], b: readonly CarTrouble[]): number => {
  const worst = (troubles: readonly CarTrouble[]): number =>
    troubles[0] === undefined ? CAR_TROUBLES.length : CAR_TROUBLES.indexOf(troubles[0]);
  return worst(a) - worst(b) || b.length - a.length;
};
