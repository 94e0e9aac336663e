import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LatLng } from '@flagpost/contracts';
import { apartM } from '@flagpost/telemetry';
import { lengthM, offLineM } from './line.js';
import { dividedIn, pointAt, stretch, stretchAlong } from './stretches.js';
import { anyLine, anyPlace, anyRing, line, place } from './testing/lines.js';

const SQUARE = line([0, 0], [1_000, 0], [1_000, 1_000], [0, 1_000], [0, 0]);

describe('a stretch', () => {
  it('goes from gate to gate with the points between', () => {
    const found = stretch(SQUARE, place(500, 0), place(1_000, 300))!;
    expect(found.lengthM).toBeCloseTo(800, 0);
    expect(found.points).toHaveLength(3);
    expect(found.points[1]).toEqual(SQUARE[1]);
  });

  it('goes over the ends of a closed line', () => {
    const found = stretch(SQUARE, place(0, 200), place(300, 0))!;
    expect(found.lengthM).toBeCloseTo(500, 0);
    expect(found.points.map((at) => Math.round(apartM(at, place(0, 0))))).toEqual([200, 0, 300]);
  });

  it('of one gate is the whole of a closed line', () => {
    const found = stretch(SQUARE, place(400, 0), place(400, 0))!;
    expect(found.lengthM).toBeCloseTo(4_000, 0);
    expect(apartM(found.points[0]!, found.points.at(-1)!)).toBeLessThan(0.01);
  });

  it('lies between its gates on an open line, whichever comes first', () => {
    const open = SQUARE.slice(0, -1);
    const found = stretch(open, place(1_000, 300), place(500, 0))!;
    expect(found.lengthM).toBeCloseTo(800, 0);
    expect(found.points).toEqual(stretch(open, place(500, 0), place(1_000, 300))!.points);
  });

  it('says how far the farther gate is off the line', () => {
    expect(stretch(SQUARE, place(500, -10), place(1_060, 300))?.offM).toBeCloseTo(60, 1);
  });

  it('needs a line', () => {
    expect(stretch([], place(0, 0), place(1, 1))).toBeNull();
    expect(stretch([place(0, 0)], place(0, 0), place(1, 1))).toBeNull();
  });

  it('is as long as its points, lies on the line, and the way back completes a lap', () => {
    fc.assert(
      fc.property(anyRing, anyPlace, anyPlace, (ring, from, to) => {
        const [there, back] = [stretch(ring, from, to)!, stretch(ring, to, from)!];
        expect(lengthM(there.points)).toBeCloseTo(there.lengthM, 1);
        for (const at of there.points) expect(offLineM(ring, at)).toBeLessThan(0.05);
        const wholeM = lengthM(ring);
        const laps = (there.lengthM + back.lengthM) / wholeM;
        expect(Math.abs(laps - Math.round(laps)) * wholeM).toBeLessThan(0.1);
      }),
    );
  });

  it('never leaves an open line', () => {
    fc.assert(
      fc.property(anyLine(), anyPlace, anyPlace, (points, from, to) => {
        const found = stretch([...points, place(3_000, 0)], from, to)!;
        expect(found.lengthM).toBeLessThanOrEqual(
          lengthM(points) + apartM(points.at(-1)!, place(3_000, 0)) + 0.01,
        );
        expect(Math.abs(lengthM(found.points) - found.lengthM)).toBeLessThan(0.5);
      }),
    );
  });
});

describe('a stretch between two distances', () => {
  const corners = (points: readonly LatLng[]) => points.map((at) => Math.round(apartM(at, place(0, 0))));

  it('goes from the first to the second, over the ends of a closed line if need be', () => {
    const there = stretchAlong(SQUARE, 500, 1_300);
    expect(there.lengthM).toBe(800);
    expect(there.points[1]).toEqual(SQUARE[1]);
    const around = stretchAlong(SQUARE, 3_800, 300);
    expect(around.lengthM).toBeCloseTo(500, 0);
    expect(corners(around.points)).toEqual([200, 0, 300]);
    expect(stretchAlong(SQUARE, 500, 500).lengthM).toBeCloseTo(4_000, 0);
  });

  it('is where the line passes at these distances, where it passes twice', () => {
    const thereAndBack = line([0, 0], [1_000, 0], [0, 0], [0, 1_000]);
    expect(corners(stretchAlong(thereAndBack, 1_400, 1_800).points)).toEqual([600, 200]);
    expect(stretchAlong(thereAndBack, 400, 1_600).points).toHaveLength(3);
  });

  it('has no length on an open line if it goes back', () => {
    expect(stretchAlong(SQUARE.slice(0, -1), 500, 400).lengthM).toBe(0);
  });
});

describe('a line divided', () => {
  it('begins at the finish of a circuit, else at its start, else at its first point', () => {
    const begins = (gates: ReturnType<typeof dividedIn>) => gates[0]!.from;
    const [start, finish] = [place(300, 0), place(700, 5)];
    expect(apartM(begins(dividedIn(SQUARE, 3, { start, finish })), place(700, 0))).toBeLessThan(0.01);
    expect(apartM(begins(dividedIn(SQUARE, 3, { start })), start)).toBeLessThan(0.01);
    expect(begins(dividedIn(SQUARE, 3))).toEqual(SQUARE[0]);
  });

  it('lies between start and finish of a stage', () => {
    const open = SQUARE.slice(0, -1);
    const gates = dividedIn(open, 2, { start: place(200, 0), finish: place(1_000, 800) });
    expect(gates.map(({ from, to }) => Math.round(stretch(open, from, to)!.lengthM))).toEqual([800, 800]);
    expect(dividedIn(open, 2).map(({ from, to }) => Math.round(stretch(open, from, to)!.lengthM))).toEqual([
      1_500, 1_500,
    ]);
  });

  it('has no stretches without a line, or of a count below one', () => {
    expect(dividedIn([], 3)).toEqual([]);
    expect(dividedIn([place(0, 0)], 3)).toEqual([]);
    expect(dividedIn(SQUARE, 0)).toEqual([]);
  });

  it('has that many stretches of one length, each beginning where the last one ended', () => {
    fc.assert(
      fc.property(anyRing, fc.integer({ min: 1, max: 12 }), fc.option(anyPlace), (ring, count, finish) => {
        const gates = dividedIn(ring, count, { finish });
        const wholeM = lengthM(ring);
        expect(gates).toHaveLength(count);
        gates.forEach(({ from, to }, i) => {
          expect(to).toEqual(gates[i + 1]?.from ?? to);
          expect(Math.abs(stretch(ring, from, to)!.lengthM - wholeM / count)).toBeLessThan(0.1);
        });
        expect(apartM(gates.at(-1)!.to, gates[0]!.from)).toBeLessThan(0.01);
      }),
    );
  });
});

describe('a point along a line', () => {
  it('is so many metres from its first point, and its last one beyond the end', () => {
    expect(apartM(pointAt(SQUARE, 1_250)!, place(1_000, 250))).toBeLessThan(1);
    expect(pointAt(SQUARE, 9_000)).toEqual(SQUARE.at(-1));
    expect(pointAt([], 1)).toBeUndefined();
  });
});
