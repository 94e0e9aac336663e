import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apartM } from '@flagpost/telemetry';
import { closed, cutAt, insertPoint, joined, movePoint, moveShape, removePoint, reversed } from './edit.js';
import { isClosed, lengthM } from './line.js';
import { anyLine, anyPlace, anyRing, line, place } from './testing/lines.js';

const OPEN = line([0, 0], [100, 0], [100, 100]);
const RING = line([0, 0], [100, 0], [100, 100], [0, 100], [0, 0]);
const AT = place(50, 50);

describe('a point', () => {
  it('is inserted before another, at an end too', () => {
    expect(insertPoint(OPEN, 1, AT)).toEqual([OPEN[0], AT, OPEN[1], OPEN[2]]);
    expect(insertPoint(OPEN, 3, AT)).toEqual([...OPEN, AT]);
    expect(insertPoint(OPEN, 4, AT)).toBe(OPEN);
    expect(insertPoint(OPEN, -1, AT)).toBe(OPEN);
  });

  it('is removed, but never one of the last two', () => {
    expect(removePoint(OPEN, 1)).toEqual([OPEN[0], OPEN[2]]);
    expect(removePoint(OPEN.slice(0, 2), 1)).toHaveLength(2);
    expect(removePoint(OPEN, 3)).toBe(OPEN);
  });

  it('that begins a closed line is moved and removed with its repetition', () => {
    expect(removePoint(RING, 0)).toEqual([RING[1], RING[2], RING[3], RING[1]]);
    expect(removePoint(RING, 4)).toEqual(removePoint(RING, 0));
    expect(movePoint(RING, 4, AT)).toEqual([AT, RING[1], RING[2], RING[3], AT]);
    expect(movePoint(RING, 2, AT)).toEqual([RING[0], RING[1], AT, RING[3], RING[4]]);
    expect(movePoint(OPEN, 0, AT)).toEqual([AT, OPEN[1], OPEN[2]]);
    expect(movePoint(OPEN, 7, AT)).toBe(OPEN);
  });

  it('can be removed until two places are left, and what was closed stays closed', () => {
    fc.assert(
      fc.property(fc.oneof(anyRing, anyLine()), fc.array(fc.nat(50)), (points, removals) => {
        const left = removals.reduce((rest, index) => removePoint(rest, index % rest.length), points);
        expect(left.length - (isClosed(left) ? 1 : 0)).toBeGreaterThanOrEqual(2);
        expect(isClosed(left)).toBe(isClosed(points) || isClosed(left));
      }),
    );
  });
});

describe('a shape', () => {
  it('keeps its form in metres wherever it is moved', () => {
    const anywhere = fc.record({
      lat: fc.double({ min: -70, max: 70, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(anyLine(), anyPlace, anywhere, (points, from, to) => {
        const moved = moveShape(points, from, to);
        points.forEach((at, i) => {
          expect(Math.abs(apartM(moved[i]!, to) - apartM(at, from))).toBeLessThan(0.5);
          expect(Math.abs(moved[i]!.lng)).toBeLessThanOrEqual(180);
        });
      }),
    );
  });

  it('comes back to its place', () => {
    const [from, to] = [place(0, 0), place(300, -40)];
    moveShape(moveShape(RING, from, to), to, from).forEach((at, i) => {
      expect(apartM(at, RING[i]!)).toBeLessThan(0.01);
    });
  });
});

describe('a line', () => {
  it('is cut at a point that both parts have', () => {
    expect(cutAt(OPEN, 1)).toEqual([OPEN.slice(0, 2), OPEN.slice(1)]);
    for (const index of [0, 2, 3, -1]) expect(cutAt(OPEN, index)).toEqual([OPEN]);
  });

  it('that was cut is joined again', () => {
    fc.assert(
      fc.property(anyLine(3), fc.nat(), (points, index) => {
        const [before, after] = cutAt(points, 1 + (index % (points.length - 2)));
        // Other ends may be at the same place as well.
        fc.pre(
          new Set([points[0], points.at(-1), before!.at(-1)].map((at) => JSON.stringify(at))).size === 3,
        );
        expect(joined(before!, after!)).toEqual(points);
      }),
    );
  });

  it('is joined at the nearest ends, in the order of the first', () => {
    const other = line([100, 110], [100, 300]);
    expect(joined(OPEN, other)).toEqual([...OPEN, ...other]);
    expect(joined(OPEN, reversed(other))).toEqual([...OPEN, ...other]);
    const before = line([-10, 0], [-300, 0]);
    expect(joined(OPEN, before)).toEqual([...reversed(before), ...OPEN]);
    expect(joined(OPEN, reversed(before))).toEqual([...reversed(before), ...OPEN]);
    expect(joined([], OPEN)).toBe(OPEN);
    expect(joined(OPEN, [])).toBe(OPEN);
  });

  it('is reversed twice to itself, with its length', () => {
    expect(reversed(reversed(OPEN))).toEqual(OPEN);
    expect(lengthM(reversed(OPEN))).toBeCloseTo(lengthM(OPEN), 6);
  });

  it('is closed by repeating its first point, once', () => {
    expect(closed(OPEN)).toEqual([...OPEN, OPEN[0]]);
    expect(closed(closed(OPEN))).toEqual(closed(OPEN));
    expect(closed(OPEN.slice(0, 2))).toEqual(OPEN.slice(0, 2));
  });
});
