import { describe, expect, it } from '@jest/globals';
import type { PositionInput } from '@flagpost/contracts';
import fc from 'fast-check';
import { quantiseInput } from './quantise.js';

const some = (min: number, max: number) =>
  fc.option(fc.double({ min, max, noNaN: true }), { nil: undefined });
const input: fc.Arbitrary<PositionInput> = fc.record({
  receivedAt: fc.integer({ min: 0, max: 2e12 }),
  t: some(-1e300, 1e300),
  lat: some(-1e300, 1e300),
  lng: some(-180, 180),
  speedKph: some(0, 700),
  headingDeg: some(0, 1e5),
  accuracyM: some(0, 1e6),
  battery: some(-5, 100),
});

describe('rounding the numbers of an input', () => {
  it('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(input, (raw) => {
        const once = quantiseInput({ ...raw });
        expect(quantiseInput({ ...once })).toEqual(once);
        expect(quantiseInput(JSON.parse(JSON.stringify(once)) as PositionInput)).toEqual(
          JSON.parse(JSON.stringify(once)),
        );
      }),
    );
  });

  it('keeps a place to a centimetre, and all else as fine as wire.md says', () => {
    const raw = { t: 1_000.6, lat: 44.599_012_34, lng: -8.157_034_96, speedKph: 187.449, headingDeg: 359.7 };
    expect(quantiseInput({ ...raw, accuracyM: 4.16, battery: 78.6 })).toEqual({
      t: 1_001,
      lat: 44.599_012_3,
      lng: -8.157_035,
      speedKph: 187.4,
      headingDeg: 0,
      accuracyM: 4.2,
      battery: 79,
    });
    fc.assert(
      fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (lat) => {
        expect(Math.abs(quantiseInput({ lat }).lat - lat)).toBeLessThanOrEqual(0.51e-7);
      }),
    );
  });

  it('keeps a place that is none one that is none', () => {
    expect(quantiseInput({ lat: 91, lng: 1e300 })).toEqual({ lat: 91, lng: 1_000 });
    expect(Object.is(quantiseInput({ lat: -1e-9 }).lat, 0)).toBe(true);
  });
});
