import { describe, expect, it } from '@jest/globals';
import { carKey } from '@flagpost/contracts';
import { createEngine } from '@flagpost/telemetry';
import { raceSetup } from '@flagpost/testing';
import fc from 'fast-check';
import { lengthM, type Line } from './line.js';
import { dividedIn, stretch } from './stretches.js';
import { line, place } from './testing/lines.js';
import { warningsOf, type CheckedRoute, type RouteWarning } from './warnings.js';

const SQUARE = line([-500, 0], [500, 0], [500, 1_000], [-500, 1_000], [-500, 0]);
/** Along the finish, away, and back so many metres beside it after a quarter of the lap. */
const comingBack = (besideM: number): Line =>
  line(
    [-400, 0],
    [500, 0],
    [500, besideM],
    [-300, besideM],
    [-300, 800],
    [700, 800],
    [700, -500],
    [-400, -500],
    [-400, 0],
  );
const AND_BACK = comingBack(35);
const finish = place(0, 0);
const route = (more: Partial<CheckedRoute> = {}): CheckedRoute => ({
  lines: [SQUARE],
  start: null,
  finish,
  boxes: null,
  radiusM: 30,
  ...more,
});
const codes = (checked: CheckedRoute) => warningsOf(checked).map(({ code }) => code);
const only = (checked: CheckedRoute): RouteWarning => {
  const [warning, ...more] = warningsOf(checked);
  expect(more).toEqual([]);
  return warning!;
};

/** Laps that the race engine counts of three, driven at a speed along a closed line, from half a lap before the finish. */
const lapsCounted = (ring: Line, at: typeof finish, radiusM: number, mps: number): number => {
  const began = Date.UTC(2026, 4, 9, 8);
  const engine = createEngine();
  const eventId = 7;
  engine.setup(eventId, raceSetup(eventId, began, [1], { finish: at, radiusM, finishesAt: began + 9e7 }));
  const [{ to: opposite } = { to: at }] = dividedIn(ring, 2, { finish: at });
  const driven = stretch(ring, opposite, opposite)!.points;
  const wholeM = lengthM(driven);
  let laps = 0;
  for (let s = 0; s * mps <= 3.7 * wholeM; s += 1) {
    let leftM = (s * mps) % wholeM;
    for (let i = 1; i < driven.length; i += 1) {
      const segment = driven.slice(i - 1, i + 1);
      const segmentM = lengthM(segment);
      if (leftM > segmentM) {
        leftM -= segmentM;
        continue;
      }
      const [from, to] = [segment[0]!, segment[1]!];
      const share = segmentM === 0 ? 0 : leftM / segmentM;
      const t = began + 1_000 + s * 1_000;
      engine.apply(carKey(eventId, 1), {
        receivedAt: t,
        t,
        lat: from.lat + share * (to.lat - from.lat),
        lng: from.lng + share * (to.lng - from.lng),
      });
      break;
    }
    laps += engine.takeFacts().filter(({ type }) => type === 'lapCompleted').length;
  }
  return laps;
};

describe('a route', () => {
  it('without fault has no warning', () => {
    expect(warningsOf(route())).toEqual([]);
    expect(warningsOf(route({ start: place(100, 0) }))).toEqual([]);
    expect(warningsOf(route({ finish: null, start: null }))).toEqual([]);
    expect(warningsOf(route({ lines: [] }))).toEqual([]);
    expect(warningsOf(route({ boxes: line([-100, 40], [100, 40], [100, 60], [-100, 60]) }))).toEqual([]);
  });

  it('is checked on its race line alone', () => {
    expect(warningsOf(route({ lines: [line([-100, 20], [100, 20]), SQUARE] }))).toEqual([]);
  });
});

describe('a finish circle that touches the race line twice', () => {
  it('is told with the distance of the other passage and a radius that fits', () => {
    const warning = only(route({ lines: [AND_BACK], radiusM: 60 }));
    expect(warning).toMatchObject({ code: 'finishTwice', times: 2, radiusM: 60, fittingM: 28 });
    expect(warning.code === 'finishTwice' && Math.round(warning.besideM)).toBe(35);
    expect(warningsOf(route({ lines: [AND_BACK], radiusM: 34 }))).toEqual([]);
  });

  it('is none where a lap begins and ends within it', () => {
    const from = line([10, 0], [500, 0], [500, 1_000], [-500, 1_000], [-500, 0], [10, 0]);
    expect(warningsOf(route({ lines: [from] }))).toEqual([]);
    expect(warningsOf(route({ lines: [[...from.slice(0, -1), place(-5, 0)]] }))).toEqual([]);
  });

  it('is none where the line comes back before the finish arms again', () => {
    expect(warningsOf(route({ lines: [line([-500, 0], [70, 0], [70, 20], [-500, 20])] }))).toEqual([]);
    expect(codes(route({ lines: [line([-500, 0], [300, 0], [300, 20], [-500, 20])] }))).toEqual([
      'finishTwice',
    ]);
  });

  it('has no fitting radius where the line crosses itself at the finish', () => {
    const eight = line([-500, -500], [500, 500], [500, -500], [-500, 500], [-500, -500]);
    expect(only(route({ lines: [eight] }))).toMatchObject({ times: 2, fittingM: null });
  });

  it('is told exactly if the engine counts more laps than a slow car drives', () => {
    const scene = fc.record({
      besideM: fc.integer({ min: 20, max: 100 }),
      radiusM: fc.integer({ min: 10, max: 150 }),
      mps: fc.integer({ min: 12, max: 16 }),
    });
    let doubled = 0;
    fc.assert(
      fc.property(scene, ({ besideM, radiusM, mps }) => {
        fc.pre(Math.abs(besideM - radiusM) > 1);
        const ring = comingBack(besideM);
        const counted = lapsCounted(ring, finish, radiusM, mps);
        expect(codes(route({ lines: [ring], radiusM }))).toEqual(counted > 3 ? ['finishTwice'] : []);
        expect(counted).toBeGreaterThanOrEqual(3);
        if (counted > 3) doubled += 1;
      }),
      { numRuns: 60 },
    );
    expect(doubled).toBeGreaterThan(5);
  });
});

describe('start and finish of an open line', () => {
  const open = line([0, 0], [-500, 0], [-500, 900], [40, 900], [40, 0]);

  it('within two radii are told: laps would count, not runs', () => {
    const warning = only(route({ lines: [open], start: place(0, 0), finish: place(40, 0), radiusM: 30 }));
    expect(warning).toMatchObject({ code: 'startNearFinish', radiusM: 30, leastM: 60 });
    expect(warning.code === 'startNearFinish' && Math.round(warning.apartM)).toBe(40);
  });

  it('farther apart are a stage', () => {
    expect(codes(route({ lines: [open], start: place(0, 0), finish: place(40, 0), radiusM: 19 }))).toEqual(
      [],
    );
  });

  it('at the same place are those of a circuit, as on a closed line', () => {
    expect(codes(route({ lines: [open.slice(0, 4)], start: place(0, 0), finish: place(0, 0) }))).toEqual([]);
    expect(codes(route({ start: place(-20, 0) }))).toEqual([]);
  });
});

describe('boxes', () => {
  it('over the finish are told, with their distance', () => {
    expect(only(route({ boxes: line([-100, -10], [100, -10], [100, 50], [-100, 50]) }))).toEqual({
      code: 'boxesOverFinish',
      radiusM: 30,
      offM: 0,
    });
    const beside = only(route({ boxes: line([-100, 20], [100, 20], [100, 50], [-100, 50], [-100, 20]) }));
    expect(beside.code === 'boxesOverFinish' && Math.round(beside.offM)).toBe(20);
  });

  it('are closed between their last and first point', () => {
    expect(codes(route({ boxes: line([-100, 20], [-100, 50], [100, 50], [100, 20]) }))).toEqual([
      'boxesOverFinish',
    ]);
  });
});

describe('a finish off the line', () => {
  it('is told if cars would not come into its circle', () => {
    const warning = only(route({ finish: place(0, -31) }));
    expect(warning).toMatchObject({ code: 'finishOffLine', radiusM: 30 });
    expect(warning.code === 'finishOffLine' && Math.round(warning.offM)).toBe(31);
    expect(warningsOf(route({ finish: place(0, -29) }))).toEqual([]);
  });
});
