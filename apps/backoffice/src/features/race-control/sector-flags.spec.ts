import { describe, expect, it } from '@jest/globals';
import { FLAGS, type SectorRow } from '@flagpost/contracts';
import { sectorFlagsOn } from './sector-flags.js';

/** About 1.1 km to the north, in steps of 110 m. */
const line = Array.from({ length: 11 }, (_, step) => ({ lat: 44 + step / 1_000, lng: 8 }));
const sector = (secId: number, from: number | null, to: number | null): SectorRow => ({
  secId,
  secNumber: secId - 20,
  secPicpath: null,
  Kms: 1,
  traId: 7,
  From: from === null ? null : { lat: 44 + from / 1_000, lng: 8 },
  To: to === null ? null : { lat: 44 + to / 1_000, lng: 8 },
  OffM: null,
});
const sectors = [sector(21, 0, 3), sector(22, 5, 8), sector(23, null, null)];
const at = (step: number, lng = 8) => ({ lat: 44 + step / 1_000, lng });

describe('the flag of the sector in which a car is', () => {
  const flagAt = sectorFlagsOn(
    line,
    sectors,
    new Map([
      [21, FLAGS.yellow],
      [22, FLAGS.doubleYellow],
      [23, FLAGS.white],
    ]),
  );

  it('is that of the stretch', () => {
    expect(flagAt(at(1.5))).toBe(FLAGS.yellow);
    expect(flagAt(at(6.5))).toBe(FLAGS.doubleYellow);
  });

  it('is none between stretches and off the track', () => {
    expect(flagAt(at(10))).toBeNull();
    expect(flagAt(at(1.5, 8.01))).toBeNull();
  });

  it('is that of a stretch across the antimeridian, on both sides of it', () => {
    const across = [179.99, 179.995, -179.995, -179.99].map((lng) => ({ lat: -16.8, lng }));
    const gates = { From: { lat: -16.8, lng: 179.995 }, To: { lat: -16.8, lng: -179.995 } };
    const flagOn = sectorFlagsOn(across, [{ ...sector(21, 0, 3), ...gates }], new Map([[21, FLAGS.yellow]]));
    const lngs = [179.998, -179.998, 179.992, -179.992, 0];
    expect(lngs.map((lng) => flagOn({ lat: -16.8, lng }))).toEqual([
      FLAGS.yellow,
      FLAGS.yellow,
      null,
      null,
      null,
    ]);
  });

  it('is that of the stretch up to 100 m beside it, also at the equator, where degrees are short', () => {
    const equator = [8, 8.005, 8.01].map((lng) => ({ lat: 0, lng }));
    const gates = { From: { lat: 0, lng: 8 }, To: { lat: 0, lng: 8.01 } };
    const flagOn = sectorFlagsOn(equator, [{ ...sector(21, 0, 3), ...gates }], new Map([[21, FLAGS.yellow]]));
    const beside = (metres: number) => flagOn({ lat: metres / 110_573.2, lng: 8.003 });
    expect([99.8, -99.8, 100.2].map(beside)).toEqual([FLAGS.yellow, FLAGS.yellow, null]);
  });

  it('is none where the sector has none, or nothing is drawn', () => {
    expect(sectorFlagsOn(line, sectors, new Map([[22, FLAGS.yellow]]))(at(1.5))).toBeNull();
    expect(sectorFlagsOn(null, sectors, new Map([[21, FLAGS.yellow]]))(at(1.5))).toBeNull();
  });
});
