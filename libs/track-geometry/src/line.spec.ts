import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { between, isClosed, kilometres, lengthM, offLineM, raceLine } from './line.js';
import { anyLine, anyPlace, line, place } from './testing/lines.js';

describe('the length of a line', () => {
  it('is that of its segments, 0 without any', () => {
    expect(lengthM(line([0, 0], [300, 0], [300, 400]))).toBeCloseTo(700, 1);
    expect(lengthM(line([0, 0]))).toBe(0);
    expect(lengthM([])).toBe(0);
  });

  it('is the same backwards, and that of its parts', () => {
    fc.assert(
      fc.property(anyLine(), fc.nat(39), (points, at) => {
        const cut = at % points.length;
        const parts = lengthM(points.slice(0, cut + 1)) + lengthM(points.slice(cut));
        expect(lengthM(points.toReversed())).toBeCloseTo(lengthM(points), 6);
        expect(parts).toBeCloseTo(lengthM(points), 6);
      }),
    );
  });

  it('is said in kilometres with two decimals, of all lines together', () => {
    const one = line([0, 0], [1_234, 0]);
    expect(kilometres([one])).toBe(1.23);
    expect(kilometres([one, one])).toBe(2.47);
    expect(kilometres([])).toBe(0);
  });
});

describe('a line', () => {
  it('is closed if it ends at its first point, within a metre', () => {
    expect(isClosed(line([0, 0], [100, 0], [100, 100], [0, 0]))).toBe(true);
    expect(isClosed(line([0, 0], [100, 0], [100, 100], [0.5, 0.5]))).toBe(true);
    expect(isClosed(line([0, 0], [100, 0], [100, 100], [2, 0]))).toBe(false);
    expect(isClosed(line([0, 0], [0, 0]))).toBe(false);
    expect(isClosed([])).toBe(false);
  });

  it('goes the shorter way across the antimeridian', () => {
    expect(between({ lat: 0, lng: 179.9 }, { lat: 0, lng: -179.7 }, 0.5).lng).toBeCloseTo(-179.9, 9);
    expect(between({ lat: 0, lng: -179.9 }, { lat: 0, lng: 179.7 }, 0.25).lng).toBeCloseTo(-180, 9);
  });
});

describe('the race line', () => {
  const lines = [line([0, 0], [100, 0]), line([0, 500], [100, 500]), line([0, 900], [100, 900])];

  it('is the line on which the finish lies', () => {
    expect(raceLine(lines, place(50, 520))).toBe(1);
    expect(raceLine(lines, place(50, 800))).toBe(2);
  });

  it('is the first without a finish, and none without lines', () => {
    expect(raceLine(lines, null)).toBe(0);
    expect(raceLine([], place(0, 0))).toBeNull();
    expect(raceLine([], null)).toBeNull();
  });

  it('is never farther from the finish than another line', () => {
    fc.assert(
      fc.property(fc.array(anyLine(1, 8), { minLength: 1, maxLength: 5 }), anyPlace, (some, finish) => {
        const chosen = offLineM(some[raceLine(some, finish) ?? -1] ?? [], finish);
        for (const other of some) expect(chosen).toBeLessThanOrEqual(offLineM(other, finish));
      }),
    );
  });
});
