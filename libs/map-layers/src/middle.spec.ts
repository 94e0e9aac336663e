import { describe, expect, it } from '@jest/globals';
import { isInMiddle } from './middle.js';

describe('a followed car', () => {
  it('may move within the middle 60 % of the map', () => {
    expect(isInMiddle(500, 300, 1000, 600)).toBe(true);
    expect(isInMiddle(210, 470, 1000, 600)).toBe(true);
    expect(isInMiddle(190, 300, 1000, 600)).toBe(false);
    expect(isInMiddle(500, 490, 1000, 600)).toBe(false);
    expect(isInMiddle(-50, 300, 1000, 600)).toBe(false);
  });
});
