import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { apartM } from '@flagpost/telemetry';
import { lengthM, offLineM } from './line.js';
import { passages, project } from './project.js';
import { anyLine, anyPlace, anyRing, line, place } from './testing/lines.js';

describe('a projection', () => {
  it('is the nearest point of the line, with its way along it', () => {
    const found = project(line([0, 0], [300, 0], [300, 400]), place(310, 150));
    expect(found?.alongM).toBeCloseTo(450, 1);
    expect(found?.offM).toBeCloseTo(10, 2);
    expect(apartM(found!.at, place(300, 150))).toBeLessThan(0.01);
  });

  it('beyond an end is that end', () => {
    expect(project(line([0, 0], [300, 0]), place(-40, 30))).toMatchObject({ alongM: 0, at: place(0, 0) });
    expect(project(line([0, 0], [300, 0]), place(400, 0))?.alongM).toBeCloseTo(300, 1);
  });

  it('exists on a single point, and not on nothing', () => {
    expect(project([place(0, 0)], place(3, 4))).toMatchObject({ alongM: 0, at: place(0, 0) });
    expect(project([place(0, 0)], place(3, 4))?.offM).toBeCloseTo(5, 3);
    expect(project([], place(0, 0))).toBeNull();
  });

  it('lies on the line at its way, and no point of the line is nearer', () => {
    fc.assert(
      fc.property(anyLine(), anyPlace, (points, at) => {
        const found = project(points, at)!;
        expect(offLineM(points, found.at)).toBeLessThan(0.01);
        expect(Math.abs(apartM(found.at, at) - found.offM)).toBeLessThan(0.02 + found.offM * 1e-3);
        expect(found.alongM).toBeLessThanOrEqual(lengthM(points) + 1e-6);
        for (const point of points) expect(found.offM).toBeLessThanOrEqual(apartM(point, at) * 1.001 + 0.01);
      }),
    );
  });

  it('of a point on the line gives its way back', () => {
    fc.assert(
      fc.property(anyRing, fc.nat(39), (ring, index) => {
        const i = index % (ring.length - 1);
        expect(project(ring, ring[i]!)?.alongM).toBeCloseTo(lengthM(ring.slice(0, i + 1)), 3);
      }),
    );
  });
});

describe('the passages of a place', () => {
  const eight = line([-500, -500], [500, 500], [500, -500], [-500, 500], [-500, -500]);

  it('are every one within the radius, in driving order', () => {
    const found = passages(eight, place(0, 0), 20);
    expect(found.map(({ offM }) => Math.round(offM))).toEqual([0, 0]);
    expect(found[0]!.alongM).toBeLessThan(found[1]!.alongM);
    expect(passages(eight, place(0, 100), 20)).toEqual([]);
  });

  it('are one where a closed line begins within the radius', () => {
    const ring = line([0, 3], [500, 0], [500, 900], [-500, 900], [-500, 0], [0, 3]);
    const [passage, ...more] = passages(ring, place(-10, 0), 40);
    expect(more).toEqual([]);
    expect(passage?.offM).toBeLessThan(4);
    expect(passages(ring.slice(0, -1).concat(place(-20, 2)), place(-10, 0), 40)).toHaveLength(2);
  });

  it('have the projection among them whenever it is within the radius', () => {
    fc.assert(
      fc.property(anyLine(), anyPlace, fc.integer({ min: 1, max: 400 }), (points, at, radiusM) => {
        const nearest = project(points, at)!;
        const found = passages(points, at, radiusM);
        if (nearest.offM > radiusM) expect(found).toEqual([]);
        else expect(Math.min(...found.map(({ offM }) => offM))).toBe(nearest.offM);
        for (const { offM } of found) expect(offM).toBeLessThanOrEqual(radiusM);
      }),
    );
  });
});
