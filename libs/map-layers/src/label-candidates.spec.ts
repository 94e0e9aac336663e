import { describe, expect, it } from '@jest/globals';
import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import { labelCandidates } from './label-candidates.js';
import type { LiveCarsBuffer } from './types.js';

const carsOf = (looks: CarLook[]): LiveCarsBuffer => {
  const zeros = (): Float32Array => new Float32Array(looks.length);
  const places = (): Float64Array => Float64Array.from(looks, (_, i) => i * 10);
  return {
    count: looks.length,
    originMs: 0,
    ids: Int32Array.from(looks, (_, i) => i + 1),
    carNumbers: looks.map((_, i) => String(i + 1)),
    prevLat: places(),
    prevLng: places(),
    nextLat: places(),
    nextLng: places(),
    prevHeadingDeg: zeros(),
    nextHeadingDeg: zeros(),
    prevTimeS: zeros(),
    nextTimeS: zeros(),
    look: Uint8Array.from(looks, (look) => CAR_LOOKS.indexOf(look)),
    stopped: new Uint8Array(looks.length),
    visible: new Uint8Array(looks.length).fill(1),
    restsAtS: 0,
  };
};
const view = (dots: boolean, sidePx = 1000) => ({
  scale: { dots, dotPx: 14 },
  widthPx: sidePx,
  heightPx: sidePx,
  project: ([lng, lat]: [lng: number, lat: number]) => ({ x: lng, y: lat }),
});
const NONE: ReadonlySet<number> = new Set();
const UNMARKED = { selected: NONE, leaders: NONE };
const choosing = (...ids: number[]) => ({ selected: new Set(ids), leaders: NONE });

describe('the numbers beside marks', () => {
  it('are none where every number stands within a disc that nothing covers', () => {
    const cars = {
      ...carsOf(['default', 'sos']),
      nextLat: Float64Array.of(0, 500),
      prevLat: Float64Array.of(0, 500),
    };
    expect(labelCandidates(cars, 0, choosing(1), view(false))).toEqual({
      candidates: [],
      marks: expect.any(Array),
    });
  });

  it('are always those of an SOS and of a chosen car that another mark covers', () => {
    const cars = carsOf(['default', 'stopped', 'sos', 'sos']);
    const { candidates } = labelCandidates(cars, 0, choosing(1), view(false));
    expect(candidates.map(({ id, always }) => [id, always])).toEqual([
      [1, true],
      [3, true],
    ]);
  });

  it('are not those of leaders that another mark covers, if they find no place', () => {
    const marked = { selected: NONE, leaders: new Set([1]) };
    const { candidates } = labelCandidates(carsOf(['default', 'sos']), 0, marked, view(true));
    expect(candidates.map(({ id, always }) => [id, always])).toEqual([[1, false]]);
  });

  it('are those of dots that need attention: with a flag of their own, stopped, silent', () => {
    const cars = carsOf(['default', 'offline', 806, 'stopped', 803]);
    const { candidates } = labelCandidates(cars, 0, UNMARKED, view(true));
    const ranked = [...candidates].sort((a, b) => b.priority - a.priority).map(({ id }) => id);
    expect(ranked).toEqual([5, 4, 2]);
    expect(labelCandidates(cars, 0, UNMARKED, view(false)).candidates).toEqual([]);
  });

  it('are those of cars in view, and stand clear of the marks of all others', () => {
    const cars = carsOf(['default', 'stopped', 'default', 'stopped']);
    const { candidates, marks } = labelCandidates(cars, 0, UNMARKED, view(true, 25));
    expect(candidates.map(({ id }) => id)).toEqual([2]);
    expect(marks.map(({ x }) => x)).toEqual([0, 10, 20]);
    expect(marks[1]?.widthPx).toBe((candidates[0]?.reachPx ?? NaN) * 2);
  });
});
