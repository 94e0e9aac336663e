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
    visible: new Uint8Array(looks.length).fill(1),
    restsAtS: 0,
  };
};
const view = (room: number, sidePx = 1000) => ({
  room,
  widthPx: sidePx,
  heightPx: sidePx,
  project: ([lng, lat]: [lng: number, lat: number]) => ({ x: lng, y: lat }),
});
const NONE: ReadonlySet<number> = new Set();

describe('the numbers that want to be shown', () => {
  it('are ranked: SOS, selected, flagged, stopped, the rest', () => {
    const { candidates } = labelCandidates(
      carsOf(['default', 'stopped', 801, 'default', 'sos']),
      0,
      new Set([4]),
      view(100),
    );
    const ranked = [...candidates].sort((a, b) => b.priority - a.priority).map(({ id }) => id);
    expect(ranked).toEqual([5, 4, 3, 2, 1]);
    expect(candidates.filter(({ alarm }) => alarm).map(({ id }) => id)).toEqual([5]);
  });

  it('are those of cars in view', () => {
    expect(
      labelCandidates(carsOf(['default', 'default', 'default']), 0, NONE, view(100, 15)).candidates,
    ).toHaveLength(2);
  });

  it('are only of cars that need eyes where the rest are dots', () => {
    const cars = carsOf(['default', 'offline', 801, 'stopped', 'sos', 'default']);
    expect(labelCandidates(cars, 0, new Set([6]), view(2)).candidates.map(({ id }) => id)).toEqual([
      3, 4, 5, 6,
    ]);
  });

  it('stand clear of the marks of all cars in view, also of those without a number', () => {
    const { candidates, marks } = labelCandidates(
      carsOf(['default', 'default', 'sos', 'default']),
      0,
      NONE,
      view(2, 25),
    );
    expect(candidates.map(({ id }) => id)).toEqual([3]);
    expect(marks.map(({ x }) => x)).toEqual([0, 10, 20]);
    expect(marks[2]?.widthPx).toBe((candidates[0]?.reachPx ?? NaN) * 2);
  });

  it('stand clear of marks of any size', () => {
    const [large, dot] = [100, 2].map(
      (room) => labelCandidates(carsOf([801]), 0, NONE, view(room)).candidates[0]?.reachPx ?? NaN,
    );
    expect(large).toBeGreaterThan(dot ?? NaN);
  });
});
