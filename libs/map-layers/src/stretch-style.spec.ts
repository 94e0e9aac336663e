import { expect, it } from '@jest/globals';
import { localPlane } from '@flagpost/telemetry';
import { stretchLines, stretchNames } from './stretch-style.js';

/** A square of track around a place, one stretch for each side. */
const CENTRE = { lat: 43.79, lng: -87.99 };
const HALF_M = 500;
const { metresPerLat, metresPerLng } = localPlane(CENTRE.lat, CENTRE.lng);
const at = (eastM: number, northM: number) => ({
  lat: CENTRE.lat + northM / metresPerLat,
  lng: CENTRE.lng + eastM / metresPerLng,
});
const side = (label: string, from: [number, number], to: [number, number]) => ({
  label,
  colour: 0,
  points: [0, 0.25, 0.5, 0.75, 1].map((share) =>
    at(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share),
  ),
});
const NORTH = side('S1', [-HALF_M, HALF_M], [HALF_M, HALF_M]);
const EAST = side('S2', [HALF_M, HALF_M], [HALF_M, -HALF_M]);
const SOUTH = side('S3', [HALF_M, -HALF_M], [-HALF_M, -HALF_M]);
const WEST = side('S4', [-HALF_M, -HALF_M], [-HALF_M, HALF_M]);

const offsets = (stretches: (typeof NORTH)[]) =>
  Object.fromEntries(stretchNames({ stretches }).map(({ label, offset }) => [label, offset.map(Math.round)]));

it('puts the name of a sector across the track and outside of it, clear of a car, whichever way is driven', () => {
  const round = [NORTH, EAST, SOUTH, WEST];
  const outside = { S1: [0, -27], S2: [30, 0], S3: [0, 27], S4: [-30, 0] };
  // No minus zero.
  const plain = (found: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(found).map(([label, of]) => [label, of.map((px) => px + 0)]));
  expect(plain(offsets(round))).toEqual(outside);
  const back = round.map((stretch) => ({ ...stretch, points: stretch.points.toReversed() }));
  expect(plain(offsets(back))).toEqual(outside);
});

it('puts the name of a stretch of one point above it, and has none for a stretch of no point', () => {
  const point = { ...NORTH, points: NORTH.points.slice(0, 1) };
  expect(offsets([point, { ...EAST, points: [] }])).toEqual({ S1: [0, -27] });
});

it('draws a sector broad if it has a flag or is chosen: in the colour of the flag first, then of a selection', () => {
  const stretches = [
    NORTH,
    { ...EAST, isChosen: true },
    { ...SOUTH, flag: 'yellow' as const },
    { ...WEST, flag: 'yellow' as const, isChosen: true },
  ];
  const route = { lines: [], start: null, finish: null, finishRadiusM: 30, boxes: null, stretches };
  expect(stretchLines(route).features.map(({ properties }) => properties)).toEqual([
    { colour: 'stretch1', isBroad: false },
    { colour: 'selection', isBroad: true },
    { colour: 'yellow', isBroad: true },
    { colour: 'yellow', isBroad: true },
  ]);
});
