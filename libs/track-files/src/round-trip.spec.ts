import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { LatLng } from '@flagpost/contracts';
import { distanceM } from '@flagpost/telemetry';
import { writeGeoJson, writeGpx, writeKml, type TrackFile } from './index.js';
import type { ReadTrackFile } from './read/index.js';
import { anyTrack } from './testing/any-track.js';
import { readAll } from './testing/read-all.js';

const NEAR_M = 0.1;

const isNear = (one: readonly LatLng[], other: readonly LatLng[]): boolean =>
  one.length === other.length &&
  one.every(({ lat, lng }, index) => {
    const at = other[index];
    return at !== undefined && distanceM(lat, lng, at.lat, at.lng) <= NEAR_M;
  });

/** GeoJSON asks for areas to be drawn counterclockwise. */
const isNearEitherWay = (one: readonly LatLng[], other: readonly LatLng[]): boolean =>
  isNear(one, other) || isNear(one, other.toReversed());

const of = ({ shapes }: ReadTrackFile, kind: string) => shapes.filter((shape) => shape.kind === kind);

const expectSame = (read: ReadTrackFile, file: TrackFile): void => {
  const lines = of(read, 'track');
  expect(lines.map(({ name }) => name)).toEqual(file.lines.map(() => file.name));
  expect(lines.every(({ points }, index) => isNear(points, file.lines[index] ?? []))).toBe(true);
  for (const [kind, at] of [
    ['start', file.start],
    ['finish', file.finish],
  ] as const)
    expect(of(read, kind).map(({ points }) => at !== null && isNear(points, [at]))).toEqual(
      at === null ? [] : [true],
    );
  const { boxes } = file;
  expect(of(read, 'boxes').map(({ points }) => boxes !== null && isNearEitherWay(points, boxes))).toEqual(
    boxes === null ? [] : [true],
  );
  const pois = of(read, 'poi');
  expect(pois.map(({ name, icon }) => [name, icon])).toEqual(file.pois.map(({ name, icon }) => [name, icon]));
  expect(pois.every(({ points }, index) => isNear(points, file.pois.slice(index, index + 1)))).toBe(true);
};

describe.each([
  ['KML', writeKml],
  ['GPX', writeGpx],
  ['GeoJSON', writeGeoJson],
])('a track as %s', (_, write) => {
  test('is read with every point within 0.1 m, and the same names and kinds', async () => {
    await fc.assert(
      fc.asyncProperty(anyTrack, async (file) => {
        const isEmpty =
          file.lines.length + file.pois.length === 0 && !file.start && !file.finish && file.boxes === null;
        fc.pre(!isEmpty);
        const read = await readAll(write(file));
        expect(read.name).toBe(file.name);
        expectSame(read, file);
      }),
    );
  });
});
