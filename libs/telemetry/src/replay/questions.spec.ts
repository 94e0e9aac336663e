import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LatLng } from '@flagpost/contracts';
import { fixRows, type HistoryFix } from '../codecs/fix-rows.js';
import { distanceM } from '../geodesy.js';
import { replayCar } from './car-replay.js';
import { createPassFinder, polygonArea, stretchArea, type Area, type Pass } from './passes.js';
import { placeAt } from './place-at.js';
import { positionsOf, type PastPosition } from './positions.js';
import { slowingOf } from './slowing.js';

const T0 = Date.UTC(2026, 5, 6, 12);
const S = 1_000;
const LAT = 44;
/** Degrees of latitude in 100 m. */
const HUNDRED_M = 100 / 111_111;

const position = (second: number, northM: number, speedKph = 180): PastPosition => ({
  at: T0 + second * S,
  drivenAt: T0 + second * S,
  receivedAt: T0 + second * S,
  lat: LAT + (northM / 100) * HUNDRED_M,
  lng: 8,
  speedKph,
  headingDeg: 0,
  isStopped: false,
});
const box = (southM: number, northM: number): LatLng[] => {
  const [south, north] = [southM, northM].map((m) => LAT + (m / 100) * HUNDRED_M);
  return [
    { lat: south ?? 0, lng: 7.999 },
    { lat: south ?? 0, lng: 8.001 },
    { lat: north ?? 0, lng: 8.001 },
    { lat: north ?? 0, lng: 7.999 },
  ];
};
const passesOf = (area: Area, positions: readonly PastPosition[]): Pass[] => {
  const finder = createPassFinder(area);
  positions.forEach((each) => finder.take(each));
  finder.end();
  return finder.passes;
};

describe('passes of an area', () => {
  it('are found between two positions, as fast as the car was there', () => {
    // 50 m a second; the area is 20 m long and has no position in it.
    const drive = [position(0, 0, 100), position(1, 50, 200), position(2, 100, 200)];
    const [pass, ...others] = passesOf(polygonArea(box(15, 35)), drive);
    expect(others).toEqual([]);
    // To 5 m, a tenth of a second.
    expect(((pass?.enteredAt ?? 0) - T0) / S).toBeCloseTo(0.36, 1);
    expect(((pass?.leftAt ?? 0) - T0) / S).toBeCloseTo(0.64, 1);
    expect(pass?.maxKph).toBeCloseTo(164, 0);
    expect(pass?.maxAt).toBe(pass?.leftAt);
    expect(pass?.minKph).toBeCloseTo(136, 0);
    expect(pass?.meanKph).toBeCloseTo(150, -1);
  });

  it('are one for each time that a car is there, and end with a silence', () => {
    const there = [position(0, 20), position(1, 200), position(2, 20), position(20, 20), position(21, 25)];
    expect(passesOf(polygonArea(box(0, 50)), there).map(({ enteredAt }) => (enteredAt - T0) / S)).toEqual([
      0,
      expect.closeTo(1.83, 1),
      20,
    ]);
  });

  it('of a standing car last as long as it stands', () => {
    const [pass] = passesOf(
      polygonArea(box(0, 50)),
      [0, 1, 2, 3].map((second) => position(second, 20, 0)),
    );
    expect(pass).toMatchObject({ enteredAt: T0, leftAt: T0 + 3 * S, maxKph: 0, minKph: 0, meanKph: 0 });
  });

  it('of a stretch are those near its line', () => {
    const line = [0, 100, 200].map((m) => ({ lat: LAT + (m / 100) * HUNDRED_M, lng: 8 }));
    const drive = [-100, 0, 100, 200, 300].map((m, second) => position(second, m));
    const [pass] = passesOf(stretchArea(line, 25), drive);
    expect(((pass?.enteredAt ?? 0) - T0) / S).toBeCloseTo(0.75, 1);
    expect(((pass?.leftAt ?? 0) - T0) / S).toBeCloseTo(3.25, 1);
    const aside = drive.map((each) => ({ ...each, lng: 8.001 }));
    expect(passesOf(stretchArea(line, 25), aside)).toEqual([]);
  });

  it('hold what a slow look at the plane holds', () => {
    const metres = fc.integer({ min: -200, max: 200 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(metres, metres), { minLength: 3, maxLength: 7 }),
        metres,
        metres,
        (corners, x, y) => {
          const places = corners.map(([e, n]) => ({
            lat: LAT + (n / 100) * HUNDRED_M,
            lng: 8 + (e / 100) * HUNDRED_M,
          }));
          const area = polygonArea(places);
          // Angles around a point add up to a full turn within, by the even-odd rule for those that cross themselves.
          let crossings = 0;
          corners.forEach(([ax, ay], i) => {
            const [bx, by] = corners[(i + 1) % corners.length] ?? [0, 0];
            if (ay > y === by > y) return;
            if (ax + ((y + 0.5 - ay) / (by - ay)) * (bx - ax) > x + 0.5) crossings += 1;
          });
          const isOnEdge = corners.some(([ax, ay], i) => {
            const [bx, by] = corners[(i + 1) % corners.length] ?? [0, 0];
            const length = Math.hypot(bx - ax, by - ay);
            return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) < 2 * length + 2;
          });
          fc.pre(!isOnEdge);
          const [first = [0, 0]] = corners;
          const northM = ((y - first[1]) / 100) * HUNDRED_M * area.plane.metresPerLat;
          const eastM = ((x - first[0]) / 100) * HUNDRED_M * area.plane.metresPerLng;
          expect(area.contains(eastM, northM)).toBe(crossings % 2 === 1);
        },
      ),
    );
  });
});

const fix = (second: number, receivedSecond = second): HistoryFix => ({
  receivedAt: T0 + receivedSecond * S,
  t: T0 + second * S,
  lat: LAT + second * 0.0003,
  lng: 8,
  speedKph: 100 + second,
  headingDeg: 0,
});

describe('a place at an instant', () => {
  const fixes = [fix(0), fix(1), fix(2, 5), fix(30)];
  const rows = (truth: 'happened' | 'seen') => replayCar(fixRows(fixes), truth, T0, T0 + 60 * S);

  it('is on the way between two positions, as it happened', () => {
    const place = placeAt(rows('happened'), 'happened', T0 + 1_500);
    expect(place).toEqual({ lat: expect.closeTo(LAT + 0.00045, 6), lng: 8, speedKph: 101.5, ageMs: 0 });
  });

  it('is the last one that had been received, as race control saw it', () => {
    expect(placeAt(rows('seen'), 'seen', T0 + 4_500)).toMatchObject({ lat: fix(1).lat, ageMs: 3_500 });
  });

  it('is the last one before a silence, with its age; none before the first', () => {
    expect(placeAt(rows('happened'), 'happened', T0 + 20 * S)).toMatchObject({
      lat: fix(2).lat,
      ageMs: 18_000,
    });
    expect(placeAt(rows('happened'), 'happened', T0 - 1)).toBeNull();
  });

  it('is a position at the time of each', () => {
    const positions = positionsOf(rows('happened'), 'happened');
    expect(positions.length).toBe(fixes.length);
    for (const { at, lat, lng } of positions) {
      const place = placeAt(rows('happened'), 'happened', at);
      expect(distanceM(lat, lng, place?.lat ?? 0, place?.lng ?? 0)).toBe(0);
    }
  });
});

describe('slowing down', () => {
  const after = (...speeds: number[]) => speeds.map((kph, second) => position(second, second * 50, kph));

  it('is where a car becomes slower by the share, and stays so', () => {
    const speeds = after(150, 140, 90, 150, 100, 95, 90, 85, 80, 80, 80);
    expect(slowingOf(speeds, 150, 0.3)).toEqual({
      slowedAt: T0 + 4 * S,
      lowestKph: 80,
      lowestAt: T0 + 8 * S,
    });
  });

  it('is none of a car that was slower for a bend alone', () => {
    expect(slowingOf(after(150, 60, 60, 60, 60, 150, 150), 150, 0.3)).toMatchObject({
      slowedAt: null,
      lowestKph: 60,
    });
    expect(slowingOf([], 150, 0.3)).toEqual({ slowedAt: null, lowestKph: null, lowestAt: null });
  });
});
