import { describe, expect, it } from '@jest/globals';
import type { LatLng, SectorRow } from '@flagpost/contracts';
import { lengthM, pointAt } from '@flagpost/track-geometry';
import { aMap, CORNERS } from '../../testing/track.js';
import { placesOn, type CarPlace } from './car-place.js';

/** A place so many metres along a line. */
const at = (line: readonly LatLng[], metres: number): LatLng => {
  const found = pointAt(line, metres);
  if (found === undefined) throw new Error('The line has no points.');
  return found;
};
const aSector = (secNumber: number, gates: { From: LatLng; To: LatLng } | null): SectorRow => ({
  secId: secNumber * 10,
  secNumber,
  secPicpath: null,
  Kms: 1,
  traId: 7,
  From: gates?.From ?? null,
  To: gates?.To ?? null,
  OffM: gates === null ? null : 0,
});
const sectorsOn = (line: readonly LatLng[], ...bounds: readonly (readonly [from: number, to: number])[]) =>
  bounds.map(([from, to], index) => aSector(index + 1, { From: at(line, from), To: at(line, to) }));
const told = (place: CarPlace | undefined) => ({
  sector: place?.sector?.secNumber ?? null,
  proposed: place?.proposed.map(({ secNumber }) => secNumber),
});

describe('on a closed line', () => {
  const { route } = aMap();
  const wholeM = lengthM(CORNERS);
  const thirds = sectorsOn(CORNERS, [0, 1_000], [1_000, 2_500], [2_500, wholeM]);
  const find = placesOn(route, thirds);
  const placeAt = (metres: number) => find?.(at(CORNERS, metres));

  it('names the sector of a car, and proposes a yellow there', () => {
    expect(told(placeAt(600))).toEqual({ sector: 1, proposed: [1] });
    expect(told(placeAt(2_000))).toEqual({ sector: 2, proposed: [2] });
    expect(told(placeAt(wholeM - 10))).toEqual({ sector: 3, proposed: [3] });
  });

  it('proposes the sector before too in the first 200 m, its own first', () => {
    expect(told(placeAt(1_195))).toEqual({ sector: 2, proposed: [2, 1] });
    expect(told(placeAt(1_205))).toEqual({ sector: 2, proposed: [2] });
  });

  it('proposes the last sector before the first, over the end of the line', () => {
    expect(told(placeAt(50))).toEqual({ sector: 1, proposed: [1, 3] });
  });

  it('finds a car in a sector that runs over the end of the line', () => {
    const over = placesOn(route, sectorsOn(CORNERS, [4_000, 1_000], [1_000, 4_000]));
    expect(told(over?.(at(CORNERS, 100)))).toEqual({ sector: 1, proposed: [1] });
    expect(told(over?.(at(CORNERS, 4_100)))).toEqual({ sector: 1, proposed: [1, 2] });
  });

  it('proposes no sector before one that follows a gap', () => {
    const gap = placesOn(route, sectorsOn(CORNERS, [0, 500], [1_000, 2_000]));
    expect(told(gap?.(at(CORNERS, 1_100)))).toEqual({ sector: 2, proposed: [2] });
    expect(told(gap?.(at(CORNERS, 700)))).toEqual({ sector: null, proposed: [] });
  });

  it('proposes one sector that is the whole lap once', () => {
    const one = placesOn(route, sectorsOn(CORNERS, [0, 0]));
    expect(told(one?.(at(CORNERS, 3_000)))).toEqual({ sector: 1, proposed: [1] });
    expect(told(one?.(at(CORNERS, 20)))).toEqual({ sector: 1, proposed: [1] });
  });

  it('proposes the whole track without stretches, and for a car off the track', () => {
    const bare = placesOn(route, [aSector(1, null)]);
    expect(told(bare?.(at(CORNERS, 700)))).toEqual({ sector: null, proposed: [] });
    const paddock = { lat: 44.605, lng: 8.107 };
    expect(find?.(paddock)).toEqual({ sector: null, proposed: [], fromStartM: null });
  });

  it('finds the sector of a place as far from the line as asked, and none beyond', () => {
    const [east] = [0, 1].map((index) => CORNERS[2 + index]!.lng);
    /** East of the side that is driven southwards, by about 240 m. */
    const beside = { lat: 44.605, lng: east! + 0.003 };
    expect(told(find?.(beside, 250))).toMatchObject({ sector: 3 });
    expect(told(find?.(beside, 230))).toEqual({ sector: null, proposed: [] });
    expect(told(find?.(beside))).toEqual({ sector: null, proposed: [] });
  });

  it('measures from the start in driving order, round the end of the line', () => {
    // The start is half-way up the first side.
    const startM = 0.5 * lengthM(CORNERS.slice(0, 2));
    expect(placeAt(startM + 300)?.fromStartM).toBeCloseTo(300, 0);
    expect(placeAt(startM - 100)?.fromStartM).toBeCloseTo(wholeM - 100, 0);
  });
});

describe('on an open line', () => {
  const line = CORNERS.slice(0, 3);
  const { route } = aMap({
    track: { pointsTrack: [{ Positions: [...line] }], pointsMetaStart: at(line, 200) },
  });
  const find = placesOn(route, sectorsOn(line, [200, 1_000], [1_000, 2_000]));

  it('proposes nothing before the first sector, and the first before the second', () => {
    expect(told(find?.(at(line, 250)))).toEqual({ sector: 1, proposed: [1] });
    expect(told(find?.(at(line, 1_100)))).toEqual({ sector: 2, proposed: [2, 1] });
  });

  it('measures no distance behind the start', () => {
    expect(find?.(at(line, 50))).toMatchObject({ sector: null, fromStartM: 0 });
  });
});

it('knows no place without a line', () => {
  const { route } = aMap({ track: { pointsTrack: [] } });
  expect(placesOn(route, [])).toBeNull();
});
