import { describe, expect, it } from '@jest/globals';
import { localPlane } from '@flagpost/telemetry';
import type { RecordedFix } from '@flagpost/telemetry/recordings';
import { radiusWarnings } from './radius-warnings.js';

type Metres = readonly [east: number, north: number];

const finish = { lat: 44.6, lng: 8.16 };
const plane = localPlane(finish.lat, finish.lng);
const T = Date.UTC(2024, 4, 5);
const MPS = 40;

/** A closed way through these corners, driven `laps` times at 40 m/s from `fromM` on, a fix every second. */
const drive = (corners: readonly Metres[], laps: number, fromM = 0): RecordedFix[] => {
  const sides = corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length] ?? from;
    return { from, to, lengthM: Math.hypot(to[0] - from[0], to[1] - from[1]) };
  });
  const lapM = sides.reduce((sum, { lengthM }) => sum + lengthM, 0);
  const at = (metres: number): Metres => {
    let left = metres % lapM;
    for (const { from, to, lengthM } of sides) {
      if (left < lengthM) {
        const share = left / lengthM;
        return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      }
      left -= lengthM;
    }
    return corners[0] ?? [0, 0];
  };
  return Array.from({ length: Math.floor((laps * lapM) / MPS) }, (_, second) => {
    const [eastM, northM] = at(fromM + second * MPS);
    const t = T + second * 1_000;
    return { t, lat: plane.lat + northM / plane.metresPerLat, lng: plane.lng + eastM / plane.metresPerLng };
  });
};

/** Along the finish, away, and back beside it: 35 m away in the other direction after a quarter of the lap. */
const AND_BACK: readonly Metres[] = [
  [-400, 0],
  [500, 0],
  [500, 35],
  [-300, 35],
  [-300, 800],
  [700, 800],
  [700, -500],
  [-400, -500],
];
/** The same, but on the same side twice in the same direction, 40 m apart. */
const TWICE_ALONG: readonly Metres[] = [
  [-400, 0],
  [500, 0],
  [500, 600],
  [-500, 600],
  [-500, 40],
  [600, 40],
  [600, -500],
  [-400, -500],
];
const SQUARE: readonly Metres[] = [
  [-500, 0],
  [500, 0],
  [500, 1_000],
  [-500, 1_000],
];

describe('a finish circle', () => {
  it.each([
    [AND_BACK, 35],
    [TWICE_ALONG, 40],
  ] as const)('that a car passes twice a lap is told, with a radius that fits: %#', (corners, besideM) => {
    const fixes = drive(corners, 5, 1_500);
    const [warning, ...more] = radiusWarnings(fixes, finish, 60);
    expect(more).toEqual([]);
    expect(warning).toMatch(/^A radius of 60 m counts \d+ laps where the car drove 4: /);
    expect(warning).toContain(`a second time, ${besideM} m from the finish`);
    const [, radius] = /--radius (\d+) counts 4\.$/.exec(warning!)!;
    expect(radiusWarnings(fixes, finish, Number(radius))).toEqual([]);
    expect(Number(radius)).toBeLessThan(besideM);
  });

  it('that fits is not warned of', () => {
    for (const radius of [10, 30, 60, 200])
      expect(radiusWarnings(drive(SQUARE, 5), finish, radius)).toEqual([]);
    expect(radiusWarnings(drive(AND_BACK, 5), finish, 30)).toEqual([]);
  });

  it('that nobody comes near is told', () => {
    const away = { lat: finish.lat - 400 / plane.metresPerLat, lng: finish.lng };
    expect(radiusWarnings(drive(SQUARE, 3), away, 30)).toEqual([
      'No lap will be counted: the cars stay 400 m or more from the finish, whose radius is 30 m. Say another --finish, or a larger --radius.',
    ]);
  });
});
