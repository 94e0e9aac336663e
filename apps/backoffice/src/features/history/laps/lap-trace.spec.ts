import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AXES, laidOver, pointAt, traceOf } from './lap-trace.js';

const T0 = Date.UTC(2026, 5, 6, 12);
/** Degrees of latitude in a metre. */
const METRE = 1 / 111_132;
const driven = (...steps: readonly (readonly [second: number, northM: number, kph: number])[]) =>
  steps.map(([second, northM, speedKph]) => ({
    at: T0 + second * 1_000,
    lat: 44 + northM * METRE,
    lng: 8,
    speedKph,
  }));

describe('a lap', () => {
  const trace = traceOf(driven([0, 0, 100], [1, 30, 120], [3, 100, 140]));

  it('is measured along what was driven', () => {
    expect(trace.seconds).toEqual([0, 1, 3]);
    expect(trace.metres[2]).toBeCloseTo(100, 0);
    const back = traceOf(driven([0, 0, 100], [1, 50, 100], [2, 0, 100]));
    expect(back.metres[2]).toBeCloseTo(100, 0);
  });

  it('has the car at each distance and at each time, between its positions', () => {
    expect(pointAt(trace, 'seconds', 2)).toMatchObject({ seconds: 2, kph: 130 });
    expect(pointAt(trace, 'metres', 65)?.seconds).toBeCloseTo(2, 1);
    expect(pointAt(trace, 'metres', 65)?.lat).toBeCloseTo(44 + 65 * METRE, 6);
    expect(pointAt(trace, 'metres', 0)).toMatchObject({ seconds: 0, kph: 100 });
  });

  it('has none beyond its ends, and none without positions', () => {
    expect(pointAt(trace, 'seconds', 3.1)).toBeNull();
    expect(pointAt(trace, 'seconds', -0.1)).toBeNull();
    expect(pointAt(traceOf([]), 'metres', 0)).toBeNull();
  });

  it('of a standing car has one place', () => {
    const standing = traceOf(driven([0, 0, 0], [1, 0, 0], [2, 0, 0]));
    expect(pointAt(standing, 'metres', 0)).toMatchObject({ metres: 0, lat: 44 });
  });
});

describe('laps that are laid over each other', () => {
  it('have their speeds at the same distances, each as far as it goes', () => {
    const long = traceOf(driven([0, 0, 60], [10, 200, 60]));
    const short = traceOf(driven([0, 0, 90], [4, 100, 90]));
    const [along, first, second] = laidOver([long, short], 'metres');
    expect(along.at(-1)).toBeCloseTo(200, 0);
    expect(new Set(first)).toEqual(new Set([60]));
    // Half of the way, to one step.
    expect(Math.abs((second?.filter((kph) => kph === null).length ?? 0) - 300)).toBeLessThanOrEqual(1);
    expect(laidOver([], 'seconds')[0].every((value) => value === 0)).toBe(true);
  });

  it('never leave what was driven', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.nat(500), fc.nat(300)), {
      minLength: 2,
      maxLength: 20,
    });
    fc.assert(
      fc.property(steps, fc.constantFrom(...AXES), (drawn, axis) => {
        let second = 0;
        const trace = traceOf(
          driven(...drawn.map(([gap, northM, kph]) => [(second += gap), northM, kph] as const)),
        );
        const speeds = trace.kph;
        const [along, kph] = laidOver([trace], axis);
        expect(along).toHaveLength(kph?.length ?? 0);
        for (const value of kph ?? [])
          if (value !== null) {
            expect(value).toBeGreaterThanOrEqual(Math.min(...speeds) - 1e-6);
            expect(value).toBeLessThanOrEqual(Math.max(...speeds) + 1e-6);
          }
      }),
    );
  });
});
