import { carKey, FINISH_RADIUS_M, type PositionInput, type RaceSetup } from '@flagpost/contracts';
import { raceSetup, setupCar } from '@flagpost/testing/race-setup';
import type { Context } from '../frame/bench.ts';

/** A race of this many seconds, or a multiple, ends at its starting positions: it can repeat with the same ones. */
export const LAP_S = 110;
const TRACK_RADIUS_DEG = 0.006;
const LATE_S = 3;
const HOUR_MS = 3_600_000;

const finish = { lat: 44.6, lng: 8.157 + TRACK_RADIUS_DEG };

/** Cars spread over events, each sending once a second from `startsAt` on. */
export interface RaceSize {
  readonly events: number;
  readonly cars: number;
  readonly seconds: number;
  readonly startsAt: number;
}

/** The usual load first, then others of it by which cost grows: more and fewer cars, more and fewer events. */
export const loadsOf = ({ sizes }: Pick<Context, 'sizes'>): Pick<RaceSize, 'cars' | 'events'>[] => {
  const cars = sizes('cars', [1_000, 100, 10_000], [16]);
  const events = sizes('events', [8, 1, 10, 100], [8]);
  const [usualCars = 0] = cars;
  const [usualEvents = 0, ...otherEvents] = events;
  return [
    ...cars.map((each) => ({ cars: each, events: usualEvents })),
    ...otherEvents.map((each) => ({ cars: usualCars, events: each })),
  ];
};

/** So many fixes of a race that ends now. */
export const raceUntilNow = (load: Pick<RaceSize, 'cars' | 'events'>, fixes: number): RaceSize => {
  const seconds = Math.max(2, Math.round(fixes / load.cars));
  return { ...load, seconds, startsAt: Date.now() - seconds * 1_000 };
};

export interface RaceInput {
  readonly key: string;
  readonly input: PositionInput;
}

const eventIds = ({ events }: RaceSize): number[] => Array.from({ length: events }, (_, index) => index + 1);
export const invitationOf = (eventId: number, car: number): number => eventId * 100_000 + car;
const carsEach = ({ cars, events }: RaceSize): number => Math.max(1, Math.round(cars / events));

/** The setups that the api would have published for these events: running, every car authorised. */
export const setupsOf = (size: RaceSize): RaceSetup[] =>
  eventIds(size).map((eventId) =>
    raceSetup(eventId, size.startsAt - HOUR_MS, [], {
      finishesAt: size.startsAt + 24 * HOUR_MS,
      start: finish,
      finish,
      radiusM: FINISH_RADIUS_M.default,
      cars: Array.from({ length: carsEach(size) }, (_, car) => setupCar(invitationOf(eventId, car))),
    }),
  );

/**
 * Every car round a circle of 110 s; every tenth fix is 3 s late, every twentieth comes twice. In the order of arrival.
 *
 * @param from The second of the race to begin with.
 */
export const inputsOf = (size: RaceSize, from = 0): RaceInput[] => {
  const inputs: RaceInput[] = [];
  const add = (eventId: number, car: number, second: number, behindS: number): void => {
    const angle = ((second - behindS + car * 3) / LAP_S) * 2 * Math.PI;
    const micro = (value: number): number => Math.round(value * 1e6) / 1e6;
    inputs.push({
      key: carKey(eventId, invitationOf(eventId, car)),
      input: {
        receivedAt: size.startsAt + second * 1_000 + (car % 1_000),
        t: size.startsAt + (second - behindS) * 1_000,
        lat: micro(44.6 + TRACK_RADIUS_DEG * Math.sin(angle)),
        lng: micro(8.157 + TRACK_RADIUS_DEG * Math.cos(angle)),
        speedKph: 30 + (car % 20) / 10,
        headingDeg: Math.round((360 - (angle * 180) / Math.PI + 360_000) % 360),
        accuracyM: 4,
        battery: 80,
      },
    });
  };
  let count = 0;
  for (let second = from; second < from + size.seconds; second++) {
    for (let car = 0; car < carsEach(size); car++) {
      for (const eventId of eventIds(size)) {
        count += 1;
        add(eventId, car, second, count % 10 === 0 ? LATE_S : 0);
        if (count % 20 === 0) add(eventId, car, second, LATE_S);
      }
    }
  }
  return inputs;
};
