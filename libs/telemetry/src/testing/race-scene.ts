import { carKey, type PositionInput, type RaceSetup } from '@flagpost/contracts';
import { FINISH, raceSetup as setupOf } from '@flagpost/testing';
import { localPlane } from '../geodesy.js';

/** A race for specs: one event, cars 1 to `cars`, and places in metres about the finish. */
export const EVENT = 7;
export const BEGAN = Date.UTC(2026, 4, 9, 8);
export { setupCar } from '@flagpost/testing';
const plane = localPlane(FINISH.lat, FINISH.lng);

/** The place so many metres east and north of the finish. */
export const place = (eastM: number, northM: number): { lat: number; lng: number } => ({
  lat: FINISH.lat + northM / plane.metresPerLat,
  lng: FINISH.lng + eastM / plane.metresPerLng,
});

export const key = (car: number): string => carKey(EVENT, car);

export const raceSetup = (cars: number, more: Partial<RaceSetup> = {}): RaceSetup =>
  setupOf(
    EVENT,
    BEGAN,
    Array.from({ length: cars }, (_, i) => i + 1),
    more,
  );

/** A fix received `ms` after the race began, at metres east and north of the finish, with a correct clock. */
export const fix = (
  ms: number,
  eastM: number,
  northM: number,
  more: Partial<PositionInput> = {},
): PositionInput => ({
  receivedAt: BEGAN + ms,
  t: BEGAN + ms,
  ...place(eastM, northM),
  ...more,
});

/** Seeded noise, normal with sigma 1, that repeats after 10,007 numbers. */
export const gaussian = (seed: number): (() => number) => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normals = Array.from(
    { length: 10_007 },
    () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  );
  let next = 0;
  return () => normals[(next = (next + 1) % normals.length)] ?? 0;
};
