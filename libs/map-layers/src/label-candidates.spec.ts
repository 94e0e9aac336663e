import { describe, expect, it } from '@jest/globals';
import { CAR_LOOKS, FLAGS, type CarLook } from '@flagpost/contracts';
import { labelCandidates } from './label-candidates.js';
import { placeLabels } from './labels.js';
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
      dots: [],
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
    const { candidates, marks, dots } = labelCandidates(cars, 0, UNMARKED, view(true, 25));
    expect(candidates.map(({ id }) => id)).toEqual([2]);
    expect([marks, dots].map((boxes) => boxes.map(({ x }) => x))).toEqual([[10], [0, 20]]);
    expect(marks[0]?.widthPx).toBe((candidates[0]?.reachPx ?? NaN) * 2);
  });

  it('of dangers, leaders and chosen cars are all shown among 200 cars that leave no room', () => {
    const FIELD = 200;
    const looks: CarLook[] = Array.from({ length: FIELD }, () => 'default');
    const dangers: [id: number, look: CarLook][] = [
      [23, 'stopped'],
      [68, FLAGS.penalty],
      [113, 'offline'],
      [158, 'sos'],
    ];
    for (const [id, look] of dangers) looks[id - 1] = look;
    // Twenty abreast, a dot's width apart.
    const [lats, lngs] = [
      Float64Array.from(looks, (_, i) => 100 + 14 * Math.floor(i / 20)),
      Float64Array.from(looks, (_, i) => 100 + 14 * (i % 20)),
    ];
    const cars = { ...carsOf(looks), prevLat: lats, nextLat: lats, prevLng: lngs, nextLng: lngs };
    const marked = { selected: new Set([93]), leaders: new Set([190]) };
    const { candidates, marks, dots } = labelCandidates(cars, 0, marked, view(true));
    const placed = placeLabels(candidates, new Map(), 0, marks, { dots });
    // Those of SOS, leaders and chosen cars stand within their marks unless a mark covers them.
    const within = [158, 190, 93].filter((id) => !candidates.some((one) => one.id === id));
    expect([...placed.keys(), ...within].sort((a, b) => a - b)).toEqual([23, 68, 93, 113, 158, 190]);
  });
});
