import { describe, expect, it } from '@jest/globals';
import { scaleBar } from './scale-bar.js';

describe('scale bar', () => {
  it.each([
    [1, 88, '50 m', 50],
    [3.5, 88, '300 m', 300 / 3.5],
    [10, 100, '1 km', 100],
    [0.011, 88, '0.5 m', 0.5 / 0.011],
    [40, 88, '3 km', 75],
  ])('of %d m per pixel, at most %d px, is %s', (metresPerPx, mostPx, text, widthPx) => {
    const bar = scaleBar(metresPerPx, mostPx);
    expect(bar.text).toBe(text);
    expect(bar.widthPx).toBeCloseTo(widthPx, 6);
    expect(bar.widthPx).toBeLessThanOrEqual(mostPx);
  });
});
