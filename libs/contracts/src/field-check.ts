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

/** What a device said of itself; null: it did not. */
interface SaidOfItself {
  readonly accuracyM: number | null;
  readonly battery: number | null;
  readonly clockMs: number | null;
  readonly app: string | null;
}

const isPoor = (accuracyM: number | null): boolean => (accuracyM ?? 0) > FIELD_CHECK.accuracyM;
const isLow = (battery: number | null): boolean => (battery ?? Infinity) < FIELD_CHECK.battery;
const isClockOff = (clockMs: number | null): boolean => Math.abs(clockMs ?? 0) > FIELD_CHECK.clockMs;

/** Two reports with the same value are judged alike. */
export const judgedOf = ({ accuracyM, battery, clockMs, app }: SaidOfItself): string =>
  JSON.stringify([isPoor(accuracyM), isLow(battery), isClockOff(clockMs), app]);

/** Protocols of programs that send and can show nothing. */
const TRACKERS: readonly string[] = ['osmand', 'owntracks', 'inbound'];

/** Whether what sends for the car can show no flags: race control has to tell its driver by other means. That is no trouble. */
export const isTracker = ({ App, ShowsFlags }: Pick<CheckCar, 'App' | 'ShowsFlags'>): boolean =>
  App !== null && TRACKERS.includes(App) && ShowsFlags !== true;

/** Worst first; none if the car is well. `now`: epoch ms of the server. What a silent device said is not judged. */
export const carTroubles = (car: CheckCar, now: number): CarTrouble[] => {
  const heardAt = car.HeardAt === null ? null : Date.parse(car.HeardAt);
  const isHeard = heardAt !== null && now - heardAt <= FIELD_CHECK.heardWithinMs;
  const found: Record<CarTrouble, boolean> = {
    noDevice: !car.HasDevice,
    neverHeard: car.HasDevice && heardAt === null,
    silent: heardAt !== null && !isHeard,
    notAuthorized: !car.Authorized,
    clock: isHeard && isClockOff(car.ClockMs),
    accuracy: isHeard && isPoor(car.AccuracyM),
    battery: isHeard && isLow(car.Battery),
    noFlags: isHeard && car.ShowsFlags === false && !isTracker(car),
  };
  return CAR_TROUBLES.filter((trouble) => found[trouble]);
};

/** Cars with the worst trouble first, each by its own worst, then by how many it has. */
export const byTrouble = (a: readonly CarTrouble[], b: readonly CarTrouble[]): number => {
  const worst = (troubles: readonly CarTrouble[]): number =>
    troubles[0] === undefined ? CAR_TROUBLES.length : CAR_TROUBLES.indexOf(troubles[0]);
  return worst(a) - worst(b) || b.length - a.length;
};
