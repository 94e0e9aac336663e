import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formerBlock } from '../testing/former-block.js';
import { createBlockReader } from './block.js';
import { fixesOf, fixRows, type HistoryFix } from './fix-rows.js';

const read = createBlockReader();

const MINUTE = 29_638_560;
const began = MINUTE * 60_000;

/** A fix at the precision that blocks keep. */
const fix: fc.Arbitrary<HistoryFix> = fc.record({
  receivedAt: fc.integer({ min: 0, max: 5999 }).map((step) => began + step * 10),
  t: fc.oneof(
    fc.integer({ min: began - 5000, max: began + 65_000 }),
    fc.integer({ min: -(2 ** 47), max: 2 ** 47 }),
    fc.constant(0),
  ),
  lat: fc.integer({ min: -90e6, max: 90e6 }).map((micro) => micro / 1e6),
  lng: fc.integer({ min: -180e6, max: 180e6 }).map((micro) => micro / 1e6),
  speedKph: fc.option(fc.integer({ min: 0, max: 6000 }).map((tenth) => tenth / 10)),
  headingDeg: fc.option(fc.integer({ min: 0, max: 359 })),
});
const fixes = fc.array(fix, { maxLength: 100 });
const once = (some: readonly HistoryFix[]): HistoryFix[] =>
  some.filter((a, i) => some.findIndex((b) => a.t === b.t && a.lat === b.lat && a.lng === b.lng) === i);

describe('history blocks of former releases', () => {
  it('are read as one of them wrote them', () => {
    const bytes =
      '01000485d1b8801f90c981cdd5115805258001ffffedf48a6c758f90600400001ffffeed9b8a0bd0a02c85016cc96a4ab38394';
    const drive = (second: number, changes: Partial<HistoryFix> = {}): HistoryFix => ({
      receivedAt: began + second * 1_000 + 130,
      t: began + second * 1_000,
      lat: Math.round(44.6e6 + second * 300) / 1e6,
      lng: 8.16,
      speedKph: 120.5,
      headingDeg: 359,
      ...changes,
    });
    expect(fixesOf(read(MINUTE, Buffer.from(bytes, 'hex')))).toEqual([
      drive(0),
      drive(1, { headingDeg: 1 }),
      drive(2, { speedKph: null, headingDeg: null }),
      drive(5, { lat: -16.5, lng: -179.999 }),
    ]);
  });

  it('are read as they were, in order', () => {
    fc.assert(
      fc.property(fixes, (some) => {
        expect(read(MINUTE, formerBlock(MINUTE, some))).toEqual(fixRows(once(some)));
      }),
    );
  });

  it('are refused if they are cut or of another format', () => {
    expect(() => read(MINUTE, Uint8Array.of(9, 0, 0))).toThrow('Block format 9 is not supported.');
    const fix: HistoryFix = { receivedAt: began, t: 0, lat: 0, lng: 0, speedKph: null, headingDeg: null };
    const bytes = formerBlock(MINUTE, [fix, { ...fix, t: 5, lat: 3 }]);
    for (let cut = 0; cut < bytes.length - 1; cut += 1)
      expect(() => read(MINUTE, bytes.subarray(0, cut))).toThrow(RangeError);
  });
});
