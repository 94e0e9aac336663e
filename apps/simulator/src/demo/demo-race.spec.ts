import { describe, expect, it } from '@jest/globals';
import { carKey, MAP_DEFAULT, type RaceFact } from '@flagpost/contracts';
import { createEngine, distanceM } from '@flagpost/telemetry';
import { raceSetup } from '@flagpost/testing';
import { CENTRE_LINE, LENGTH_M, placeOf } from './circuit.js';
import { CAR_CLASSES, CARS, ENTRIES, entriesOf } from './entries.js';
import { paceOf } from './pace.js';
import { createRace, type DemoRace } from './demo-race.js';

const START = Date.UTC(2026, 5, 1, 12);
const cars = ENTRIES.map((_, car) => car);
const seconds = (minutes: number): number[] =>
  Array.from({ length: minutes * 60 }, (_, second) => START + second * 1_000);

describe('the demo circuit', () => {
  it('is a closed line of 4 to 6 km near the default centre', () => {
    expect(LENGTH_M).toBeGreaterThan(4_000);
    expect(LENGTH_M).toBeLessThan(6_000);
    const away = CENTRE_LINE.map(({ east, north }) => {
      const { lat, lng } = placeOf([east, north]);
      return distanceM(lat, lng, MAP_DEFAULT.lat, MAP_DEFAULT.lng);
    });
    expect(Math.max(...away)).toBeLessThan(1_000);
    expect(Math.min(...CENTRE_LINE.map(({ radiusM }) => radiusM))).toBeGreaterThan(30);
  });

  it('passes its finish once a lap', () => {
    const near = CENTRE_LINE.map(({ east, north }) => {
      const [first] = CENTRE_LINE;
      return Math.hypot(east - first!.east, north - first!.north) < 100;
    });
    const arrivals = near.filter((here, index) => here && !near.at(index - 1)!);
    expect(arrivals).toHaveLength(1);
  });
});

describe('the pace of a class', () => {
  it.each(CAR_CLASSES.map((car) => [car.category, car] as const))('%s is believable', (_, car) => {
    const { lapMs, speedKph } = paceOf(car);
    expect(lapMs).toBeGreaterThan(80_000);
    expect(lapMs).toBeLessThan(140_000);
    expect(Math.max(...speedKph)).toBeLessThanOrEqual(car.topSpeedKph);
    expect(Math.max(...speedKph)).toBeGreaterThan(0.8 * car.topSpeedKph);
    expect(Math.min(...speedKph)).toBeGreaterThan(60);
    expect(Math.min(...speedKph)).toBeLessThan(110);
  });

  it('differs between the classes', () => {
    const lapMs = CAR_CLASSES.map((car) => paceOf(car).lapMs);
    expect(lapMs).toEqual(lapMs.toSorted((a, b) => a - b));
  });

  it('brakes for where the car stops', () => {
    const stopping = paceOf(CAR_CLASSES[0]!, 300);
    expect(stopping.speedKph[300]).toBeLessThan(10);
    expect(stopping.speedKph[280]!).toBeLessThan(paceOf(CAR_CLASSES[0]!).speedKph[280]!);
  });
});

describe('the demo race', () => {
  const some = (race: DemoRace) => JSON.stringify(seconds(3).map((t) => cars.map((car) => race.at(car, t))));

  it('has 24 cars in 3 categories', () => {
    expect(ENTRIES).toHaveLength(24);
    expect(new Set(ENTRIES.map(({ number }) => number)).size).toBe(24);
    expect(new Set(ENTRIES.map(({ car }) => car.category)).size).toBe(3);
  });

  it('has as many cars as are asked for, the first ones as ever, each with a place on the grid', () => {
    const many = entriesOf(CARS.max);
    expect(many.slice(0, ENTRIES.length)).toEqual(ENTRIES);
    expect(new Set(many.map(({ number }) => number)).size).toBe(CARS.max);
    expect(new Set(many.map(({ name, surname }) => `${name} ${surname}`)).size).toBe(CARS.max);
    const grid = createRace(1, START, many);
    const places = many.map((_, car) => grid.at(car, START).place);
    for (const [index, { lat, lng }] of places.slice(1).entries()) {
      const before = places[index]!;
      expect(distanceM(before.lat, before.lng, lat, lng)).toBeGreaterThan(1);
      expect(distanceM(before.lat, before.lng, lat, lng)).toBeLessThan(20);
    }
    const hour = createRace(1, START, many);
    expect(hour.at(CARS.max - 1, START + 3_600_000).crossings).toBeGreaterThan(15);
  });

  it('repeats from its seed, in any order of asking', () => {
    const race = createRace(1, START);
    const moments = some(race);
    expect(some(createRace(1, START)) === moments).toBe(true);
    expect(some(createRace(2, START)) === moments).toBe(false);
    const late = createRace(1, START);
    late.at(3, START + 3_600_000);
    expect(late.at(3, START + 200_000)).toEqual(race.at(3, START + 200_000));
  });

  it('shows a stop, a dropout and an SOS within three minutes', () => {
    const race = createRace(5, START);
    const moments = seconds(3).flatMap((t) => cars.map((car) => race.at(car, t)));
    expect(moments.some(({ outOfReach }) => outOfReach)).toBe(true);
    expect(moments.some(({ sos }) => sos)).toBe(true);
    expect(moments.some(({ sos, speedKph, crossings }) => !sos && speedKph === 0 && crossings > 0)).toBe(
      true,
    );
  });

  it('gives laps that the engine finds, every one of them', () => {
    const race = createRace(3, START);
    const engine = createEngine();
    const finish = placeOf([CENTRE_LINE[0]!.east, CENTRE_LINE[0]!.north]);
    const ids = cars.map((car) => car + 1);
    engine.setup(1, raceSetup(1, START, ids, { start: finish, finish }));
    const times = seconds(60);
    const end = times.at(-1)!;
    const verdicts = new Set<string>();
    for (const t of times) {
      for (const car of cars) {
        const { place, speedKph, headingDeg } = race.at(car, t);
        const input = { receivedAt: t, t, ...place, speedKph, headingDeg };
        verdicts.add(engine.apply(carKey(1, car + 1), input));
      }
    }
    expect([...verdicts]).toEqual(['accepted']);
    const laps = engine
      .takeFacts()
      .filter((fact): fact is RaceFact & { type: 'lapCompleted' } => fact.type === 'lapCompleted');
    for (const car of cars) {
      const found = laps.filter(({ invitationId }) => invitationId === car + 1);
      // The line may have been passed within the last seconds, and not be stated yet.
      const crossings = race.at(car, end - 15_000).crossings;
      expect(found.length).toBeGreaterThanOrEqual(crossings - 1);
      expect(found.length).toBeLessThanOrEqual(race.at(car, end).crossings - 1);
      expect(found.length).toBeGreaterThan(22);
      for (const { lapTimeMs } of found) {
        expect(lapTimeMs).toBeGreaterThan(80_000);
        expect(lapTimeMs).toBeLessThan(260_000);
      }
    }
  });
});
