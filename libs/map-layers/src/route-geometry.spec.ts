import { describe, expect, it } from '@jest/globals';
import { distanceM } from '@flagpost/telemetry';
import { unwrapRing } from './land.js';
import {
  boundsOf,
  circle,
  kilometreMarks,
  startLine,
  trackBearingDeg,
  trackLengthM,
  unwrapRoute,
} from './route-geometry.js';
import type { RaceRoute } from './types.js';

const empty: RaceRoute = { lines: [], start: null, finish: null, finishRadiusM: 30, boxes: null };

describe('a route', () => {
  it('has a mark at every full kilometre of each stretch', () => {
    const line = [
      { lat: 44, lng: 8 },
      { lat: 44.01, lng: 8 },
      { lat: 44.03, lng: 8 },
    ];
    const marks = kilometreMarks({ ...empty, lines: [line, line] });
    expect(marks.map(({ km }) => km)).toEqual([1, 2, 3, 1, 2, 3]);
    for (const { km, at } of marks) expect(distanceM(44, 8, at.lat, at.lng)).toBeCloseTo(km * 1000, -1);
  });

  it('draws the finish to scale', () => {
    const centre = { lat: 60, lng: 25 };
    for (const [lng = 0, lat = 0] of circle(centre, 30).geometry.coordinates[0]!) {
      expect(distanceM(centre.lat, centre.lng, lat, lng)).toBeCloseTo(30, 0);
    }
  });

  it('has the length of all its stretches', () => {
    const line = [
      { lat: 44, lng: 8 },
      { lat: 44.01, lng: 8 },
      { lat: 44.03, lng: 8 },
    ];
    expect(trackLengthM({ ...empty, lines: [line, line] })).toBeCloseTo(distanceM(44, 8, 44.03, 8) * 2, 3);
    expect(trackLengthM(empty)).toBe(0);
  });

  it('has a start line across the nearest stretch, to scale', () => {
    const start = { lat: 44.0001, lng: 8.005 };
    const route: RaceRoute = {
      ...empty,
      start,
      lines: [
        [
          { lat: 44, lng: 8 },
          { lat: 44, lng: 8.01 },
        ],
        [
          { lat: 44.01, lng: 8 },
          { lat: 44.02, lng: 8 },
        ],
      ],
    };
    expect(trackBearingDeg(route, start)).toBeCloseTo(90, 5);
    const [[west = 0, south = 0] = [], [east = 0, north = 0] = []] =
      startLine(route).features[0]?.geometry.coordinates ?? [];
    expect(west).toBeCloseTo(east, 9);
    expect(distanceM(south, west, north, east)).toBeCloseTo(24, 0);
  });

  it('has no start line without a start or a track', () => {
    expect(startLine(empty).features).toEqual([]);
    expect(startLine({ ...empty, start: { lat: 1, lng: 1 } }).features).toEqual([]);
  });

  it('has the bounds of all that is drawn, and none when nothing is', () => {
    expect(boundsOf(empty)).toBeNull();
    expect(boundsOf({ ...empty, lines: [[{ lat: 1, lng: 2 }]], finish: { lat: -3, lng: 4 } })).toEqual([
      [2, -3],
      [4, 1],
    ]);
  });
});

describe('a route across the antimeridian', () => {
  const at = (lng: number, lat = -16.8) => ({ lat, lng });
  const route: RaceRoute = {
    ...empty,
    lines: [[at(179.99), at(-179.99)], [at(-179.98)]],
    start: at(-179.995),
    finish: at(179.98),
    boxes: [at(-179.99), at(179.99)],
    stretches: [{ points: [at(179.99), at(-179.995)], label: 'S1', colour: 0 }],
  };
  const lngs = (places: readonly { lng: number }[]) => places.map(({ lng }) => Number(lng.toFixed(6)));

  it('runs on past it, all within half a turn of its first point', () => {
    const unwrapped = unwrapRoute(route);
    expect(unwrapped.lines.map(lngs)).toEqual([[179.99, 180.01], [180.02]]);
    expect(lngs([unwrapped.start ?? at(0), unwrapped.finish ?? at(0)])).toEqual([180.005, 179.98]);
    expect(lngs(unwrapped.boxes ?? [])).toEqual([180.01, 179.99]);
    expect(unwrapped.stretches?.map(({ points }) => lngs(points))).toEqual([[179.99, 180.005]]);
    const [[west, south] = [], [east, north] = []] = boundsOf(unwrapped) ?? [];
    expect([west, south, east, north].map((deg) => Number(deg?.toFixed(6)))).toEqual([
      179.98, -16.8, 180.02, -16.8,
    ]);
  });

  it('is fitted once: its ground is the same whatever its stretches look like', () => {
    const [one, other] = [unwrapRoute(route), unwrapRoute({ ...route, stretches: [] })];
    const { lines, start, finish, boxes } = one;
    expect({ ...other, stretches: [] }).toEqual({ ...one, stretches: [] });
    expect(
      [other.lines, other.start, other.finish, other.boxes].map(
        (part, i) => part === [lines, start, finish, boxes][i],
      ),
    ).toEqual([true, true, true, true]);
  });

  it('is the same object if it does not cross it', () => {
    const plain = {
      ...route,
      lines: [[at(8), at(8.01)]],
      start: at(8),
      finish: null,
      boxes: null,
      stretches: [],
    };
    expect(unwrapRoute(plain)).toBe(plain);
    expect(unwrapRoute(empty)).toBe(empty);
  });
});

describe('land', () => {
  it('runs on past the antimeridian instead of jumping across the map', () => {
    expect(
      unwrapRing([
        [179, 0],
        [-179, 1],
        [-178, 2],
        [179, 3],
      ]),
    ).toEqual([
      [179, 0],
      [181, 1],
      [182, 2],
      [179, 3],
    ]);
  });
});
