import { carKey, FINISH_RADIUS_M, type PositionInput, type RaceSetup } from '@flagpost/contracts';
import { createEngine } from '@flagpost/telemetry';
import { compare } from './compare.ts';

const EVENTS = 8;
const START = Date.UTC(2026, 5, 1, 8);
const LAP_S = 110;
const TRACK_RADIUS_DEG = 0.006;

const finish = { lat: 44.6, lng: 8.157 + TRACK_RADIUS_DEG };

const setupOf = (eventId: number, cars: number): RaceSetup => ({
  eventId,
  published: true,
  startsAt: START - 60_000,
  finishesAt: START + 24 * 3_600_000,
  start: finish,
  finish,
  radiusM: FINISH_RADIUS_M.default,
  lapEpochs: [{ epoch: 0, beganAt: START - 60_000 }],
  cars: Array.from({ length: cars }, (_, car) => ({
    invitationId: eventId * 10_000 + car,
    categoryId: 1,
    carNumber: String(car),
    authorized: true,
    lap: 0,
    crossedAt: null,
    sosRaisedAt: null,
    sosClearedAt: null,
    trackFlag: null,
    driverFlag: null,
    lastFlagStatus: null,
  })),
});

/** One fix a second of every car round a circle; every tenth is late, every twentieth comes twice. */
const race = (cars: number, seconds: number): { keys: string[]; inputs: PositionInput[] } => {
  const keys: string[] = [];
  const inputs: PositionInput[] = [];
  const add = (eventId: number, car: number, second: number, behindS: number): void => {
    const angle = ((second - behindS + car * 3) / LAP_S) * 2 * Math.PI;
    keys.push(carKey(eventId, eventId * 10_000 + car));
    inputs.push({
      receivedAt: START + second * 1_000 + car,
      t: START + (second - behindS) * 1_000,
      lat: 44.6 + TRACK_RADIUS_DEG * Math.sin(angle),
      lng: 8.157 + TRACK_RADIUS_DEG * Math.cos(angle),
      speedKph: 140,
      headingDeg: 90,
    });
  };
  let count = 0;
  for (let second = 0; second < seconds; second++) {
    for (let car = 0; car < cars; car++) {
      for (let eventId = 1; eventId <= EVENTS; eventId++) {
        count += 1;
        add(eventId, car, second, count % 10 === 0 ? 3 : 0);
        if (count % 20 === 0) add(eventId, car, second, 3);
      }
    }
  }
  return { keys, inputs };
};

/** Fixes a second of one core, against what it costs to parse the same fixes: the key is looked up, laps come out. */
export const engine = (smoke: boolean): void => {
  const carsPerEvent = smoke ? 2 : 125;
  const { keys, inputs } = race(carsPerEvent, smoke ? 5 : 240);
  const lines = inputs.map((input) => JSON.stringify(input));
  let laps = 0;
  let heapPerFix = 0;

  compare(
    {
      name: 'engine',
      unit: 'fixes',
      goal: 1.5,
      ours: {
        what: `live race engine, ${carsPerEvent * EVENTS} cars in ${EVENTS} events`,
        run: () => {
          const live = createEngine();
          for (let eventId = 1; eventId <= EVENTS; eventId++)
            live.setup(eventId, setupOf(eventId, carsPerEvent));
          globalThis.gc?.();
          const heapBefore = process.memoryUsage().heapUsed;
          for (let i = 0; i < inputs.length; i++) live.apply(keys[i] as string, inputs[i] as PositionInput);
          heapPerFix = (process.memoryUsage().heapUsed - heapBefore) / inputs.length;
          laps = live.takeFacts().length;
          return inputs.length;
        },
      },
      theirs: {
        what: 'JSON.parse of the same fixes',
        run: () => {
          let last: unknown;
          for (const line of lines) last = JSON.parse(line);
          return last === undefined ? 0 : lines.length;
        },
      },
      also: () => ({ laps, heapBytesPerFix: Number(heapPerFix.toFixed(2)) }),
    },
    smoke,
  );
};
