import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gaussian } from '../testing/race-scene.js';
import { createBlockCodec, fixRows, minuteOf, type HistoryFix } from './block.js';

const codec = createBlockCodec();

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

describe('history blocks', () => {
  it('come back as they were, in order, repeats removed', () => {
    fc.assert(
      fc.property(fixes, (some) => {
        expect(codec.decode(MINUTE, codec.encode(MINUTE, some))).toEqual(once(some));
        expect(codec.decodeRows(MINUTE, codec.encode(MINUTE, some))).toEqual(fixRows(once(some)));
      }),
    );
  });

  it('round places to 1e-6 degrees, speeds to 0.1 km/h, headings to a degree, receivedAt down to 10 ms', () => {
    const rough = {
      receivedAt: began + 59_999,
      t: began + 0.6,
      lat: 44.59900049,
      lng: 8.1,
      speedKph: 99.96,
      headingDeg: 359.7,
    };
    expect(codec.decode(MINUTE, codec.encode(MINUTE, [rough]))).toEqual([
      { receivedAt: began + 59_990, t: began + 1, lat: 44.599, lng: 8.1, speedKph: 100, headingDeg: 0 },
    ]);
  });

  it('survive a device time that is none', () => {
    const odd: HistoryFix = {
      receivedAt: began,
      t: -1e300,
      lat: 1,
      lng: 1,
      speedKph: null,
      headingDeg: null,
    };
    expect(codec.decode(MINUTE, codec.encode(MINUTE, [odd, { ...odd, t: began }]))[1]?.t).toBe(began);
  });

  it('take less than 7.5 bytes a fix at 1 Hz with 5 m of noise, and less where the device is better', () => {
    const bytesAFix = (sigmaM: number, jitterMs: number): number => {
      const gauss = gaussian(7);
      const drive = Array.from({ length: 60 }, (_, s): HistoryFix => {
        const angle = s / 20;
        return {
          receivedAt: began + s * 1000 + Math.abs(gauss() * jitterMs),
          t: began + s * 1000 - 120,
          lat: 44.599 + (900 * Math.sin(angle) + gauss() * sigmaM) / 111_111,
          lng: 8.157 + (900 * Math.cos(angle) + gauss() * sigmaM) / 79_000,
          speedKph: 160 + 20 * Math.sin(angle) + gauss(),
          headingDeg: ((((angle * 180) / Math.PI + gauss()) % 360) + 360) % 360,
        };
      });
      return codec.encode(MINUTE, drive).length / 60;
    };
    expect(bytesAFix(5, 50)).toBeLessThan(7.5);
    expect(bytesAFix(0.3, 20)).toBeLessThan(6);
  });

  it('refuse a fix of another minute, another format, and cut bytes', () => {
    const late: HistoryFix = {
      receivedAt: began + 60_000,
      t: 0,
      lat: 0,
      lng: 0,
      speedKph: null,
      headingDeg: null,
    };
    expect(minuteOf(late.receivedAt)).toBe(MINUTE + 1);
    expect(() => codec.encode(MINUTE, [late])).toThrow(RangeError);
    expect(() => codec.decode(MINUTE, Uint8Array.of(9, 0, 0))).toThrow('Block format 9 is not supported.');
    const bytes = codec.encode(MINUTE + 1, [late, { ...late, t: 5, lat: 3 }]);
    for (let cut = 0; cut < bytes.length - 1; cut += 1) {
      expect(() => codec.decode(MINUTE + 1, bytes.subarray(0, cut))).toThrow(RangeError);
    }
  });
});
