import { describe, expect, it } from '@jest/globals';
import { growthPerMinute, type Reading } from './growth.js';

const readings = (values: readonly number[]): Reading[] => values.map((value, minute) => ({ minute, value }));

describe('growth', () => {
  it('is what is added every minute, whatever one reading in four says', () => {
    expect(growthPerMinute(readings([10, 12, 14, 16, 18, 20, 22, 24]))).toBe(2);
    expect(growthPerMinute(readings([10, 12, 90, 16, 18, 20, 3, 24]))).toBeCloseTo(2, 0);
  });

  it('is none of what goes up and down', () => {
    expect(growthPerMinute(readings([50, 70, 50, 70, 50, 70, 50, 70]))).toBe(0);
    expect(growthPerMinute(readings([50, 80, 50, 50, 50, 50, 50, 50]))).toBe(0);
  });

  it('is not told of a few readings', () => {
    expect(growthPerMinute(readings([1, 2, 3, 4, 5]))).toBeNull();
  });
});
