import { expect, it } from '@jest/globals';
import { FLAGS, type FlagCode, type LatLng, type SectorRow } from '@flagpost/contracts';
import { lengthM, pointAt } from '@flagpost/track-geometry';
import { CORNERS } from '../testing/track.js';
import { stretchesOf } from './sector-stretches.js';

const at = (metres: number): LatLng => pointAt(CORNERS, metres) ?? CORNERS[0]!;
const sector = (secNumber: number, gates: readonly [fromM: number, toM: number] | null): SectorRow => ({
  secId: 70 + secNumber,
  secNumber,
  secPicpath: null,
  Kms: 1,
  traId: 7,
  From: gates === null ? null : at(gates[0]),
  To: gates === null ? null : at(gates[1]),
  OffM: gates === null ? null : 0,
});
const sectors = [sector(1, [100, 1_000]), sector(2, [1_000, 2_500]), sector(3, null)];
const told = (flags?: ReadonlyMap<number, FlagCode>, chosenId?: number) =>
  stretchesOf(CORNERS, sectors, flags, chosenId).map(({ points: _points, ...stretch }) => stretch);

it('draws the stretch of every sector that has one, under its number', () => {
  expect(told()).toEqual([
    { label: 'S1', colour: 0 },
    { label: 'S2', colour: 1 },
  ]);
  const [first, second] = stretchesOf(CORNERS, sectors);
  expect(lengthM(first!.points)).toBeCloseTo(900, 0);
  expect(lengthM(second!.points)).toBeCloseTo(1_500, 0);
  expect(stretchesOf(null, sectors)).toEqual([]);
});

it('gives the stretch of a sector with a flag its colour and letter', () => {
  const flags = new Map<number, FlagCode>([
    [71, FLAGS.doubleYellow],
    [72, FLAGS.surface],
    [73, FLAGS.yellow],
  ]);
  expect(told(flags)).toEqual([
    { label: 'S1 YY', colour: 0, flag: 'yellow' },
    { label: 'S2 S', colour: 1, flag: 'yellow' },
  ]);
});

it('marks the chosen one, with its flag or without', () => {
  const flags = new Map<number, FlagCode>([[71, FLAGS.yellow]]);
  expect(told(flags, 71)).toEqual([
    { label: 'S1 Y', colour: 0, flag: 'yellow', isChosen: true },
    { label: 'S2', colour: 1 },
  ]);
  expect(told(undefined, 72)[1]).toEqual({ label: 'S2', colour: 1, isChosen: true });
});
