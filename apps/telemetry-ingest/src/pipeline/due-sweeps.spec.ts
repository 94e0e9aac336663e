import { describe, expect, it } from '@jest/globals';
import { createDueSweeps } from './due-sweeps.js';

describe('a sweep', () => {
  it('is due once, when all inputs of its time have been handled', () => {
    const sweeps = createDueSweeps();
    expect(sweeps.take(100)).toBeNull();
    sweeps.add(1, 10);
    expect([9, 10, 11].map((nextOffset) => sweeps.take(nextOffset))).toEqual([null, 1, null]);
  });

  it('is as of the newest time that has been reached', () => {
    const sweeps = createDueSweeps();
    sweeps.add(1, 10);
    sweeps.add(2, 10);
    sweeps.add(3, 12);
    expect(sweeps.take(12)).toBe(3);
    expect(sweeps.take(20)).toBeNull();
  });

  it('is due again and again while the inputs of each later time are still to come', () => {
    const sweeps = createDueSweeps();
    const sweptAt: number[] = [];
    for (let second = 1; second <= 20; second += 1) {
      sweeps.add(second, 100 * second);
      const asOf = sweeps.take(100 * (second - 5));
      if (asOf !== null) sweptAt.push(asOf);
    }
    expect(sweptAt).toEqual([1, 6, 11]);
  });

  it('is not due any more where an outage began meanwhile', () => {
    const sweeps = createDueSweeps();
    sweeps.add(1, 10);
    sweeps.clear();
    expect(sweeps.take(10)).toBeNull();
    sweeps.add(2, 10);
    expect(sweeps.take(10)).toBe(2);
  });
});
