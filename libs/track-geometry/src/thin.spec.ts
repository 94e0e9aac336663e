import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { offLineM, type Line } from './line.js';
import { anyLine, anyRing, line, place } from './testing/lines.js';
import { thinned, thinnedInSlices } from './thin.js';

/** The largest distance of a removed point from the segment in its place, measured one by one. */
const errorOf = (points: Line, kept: Line): number => {
  let worst = 0;
  let from = 0;
  for (let k = 1; k < kept.length; k += 1) {
    const to = points.indexOf(kept[k]!, from + 1);
    for (let i = from + 1; i < to; i += 1)
      worst = Math.max(worst, offLineM([points[from]!, points[to]!], points[i]!));
    from = to;
  }
  return worst;
};

const wave = (count: number): Line =>
  Array.from({ length: count }, (_, i) => place(i, 200 * Math.sin(i / 150) + (i % 2)));

describe('a thinned line', () => {
  it('keeps the corners', () => {
    const points = line([0, 0], [100, 1], [200, 0], [200, 100], [199, 200], [200, 300], [500, 300]);
    const { points: kept, errorM } = thinned(points, 4);
    expect(kept).toEqual([points[0], points[2], points[5], points[6]]);
    expect(errorM).toBeCloseTo(1, 1);
  });

  it('is the same if it has few points already', () => {
    const points = line([0, 0], [100, 0], [200, 0]);
    expect(thinned(points, 3)).toEqual({ points, errorM: 0 });
    expect(thinned([], 3)).toEqual({ points: [], errorM: 0 });
  });

  it('with a tolerance loses what lies within it', () => {
    const points = line([0, 0], [100, 1], [200, 0], [300, 8], [400, 0]);
    const { points: kept, errorM } = thinned(points, 100, { toleranceM: 2 });
    expect(kept).toEqual([points[0], points[2], points[3], points[4]]);
    expect(errorM).toBeCloseTo(1, 1);
  });

  it('of a closed line stays closed', () => {
    fc.assert(
      fc.property(anyRing, fc.integer({ min: 3, max: 10 }), (ring, most) => {
        const { points } = thinned(ring, most);
        expect(points.at(-1)).toEqual(points[0]);
        expect(points[0]).toEqual(ring[0]);
      }),
    );
  });

  it('has no more points than asked, those of the line in order, and says its error', () => {
    fc.assert(
      fc.property(anyLine(2, 60), fc.integer({ min: 2, max: 50 }), (some, most) => {
        const points = some.map((at) => ({ ...at }));
        const { points: kept, errorM } = thinned(points, most);
        expect(kept.length).toBe(Math.min(most, points.length));
        const indexes = kept.map((at) => points.indexOf(at));
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
        expect(indexes.at(0)).toBe(0);
        expect(indexes.at(-1)).toBe(points.length - 1);
        expect(Math.abs(errorM - errorOf(points, kept))).toBeLessThan(0.01 + errorM * 1e-3);
        for (const at of points) expect(offLineM(kept, at)).toBeLessThan(errorM * 1.001 + 0.01);
      }),
    );
  });

  it('is nearer with more points', () => {
    const points = wave(3_000);
    const [few, many] = [thinned(points, 50), thinned(points, 800)];
    expect(many.errorM).toBeLessThan(few.errorM / 2);
  });

  it('is made in slices with the same result, pausing between', async () => {
    const points = wave(100_000);
    let pauses = 0;
    const inSlices = await thinnedInSlices(points, 20_000, {
      pause: async () => void (pauses += 1),
    });
    expect(pauses).toBeGreaterThan(20);
    expect(inSlices).toEqual(thinned(points, 20_000));
    expect(inSlices.points).toHaveLength(20_000);
    expect(Math.abs(inSlices.errorM - errorOf(points, inSlices.points))).toBeLessThan(0.01);
  });

  it('takes work in proportion to its points, also of a line made to be slow', async () => {
    // Every point added leaves one behind and all others before: without parts each costs a pass over all of them.
    const slow = Array.from({ length: 60_000 }, (_, i) =>
      place(0, 0.001 * 1.0001 ** i * (i % 2 === 0 ? 1 : -1)),
    );
    let pauses = 0;
    await thinnedInSlices(slow, 20_000, { pause: async () => void (pauses += 1) });
    expect(pauses).toBeLessThan((slow.length * 2_048) / 5_000);
  });
});
