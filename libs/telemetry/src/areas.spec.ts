import { describe, expect, it } from '@jest/globals';
import { isWithin } from './areas.js';

/** A pit lane with a bend: the letter L. */
const bent = [
  { lat: 44, lng: 8 },
  { lat: 44.002, lng: 8 },
  { lat: 44.002, lng: 8.001 },
  { lat: 44.001, lng: 8.001 },
  { lat: 44.001, lng: 8.003 },
  { lat: 44, lng: 8.003 },
];

describe('a place', () => {
  it('in any arm of the area is within it', () => {
    expect(isWithin({ lat: 44.0015, lng: 8.0005 }, bent)).toBe(true);
    expect(isWithin({ lat: 44.0005, lng: 8.0025 }, bent)).toBe(true);
  });

  it('in the corner that the area leaves out, or beside it, is not', () => {
    expect(isWithin({ lat: 44.0015, lng: 8.002 }, bent)).toBe(false);
    expect(isWithin({ lat: 44.001, lng: 7.9999 }, bent)).toBe(false);
    expect(isWithin({ lat: 44.003, lng: 8.0005 }, bent)).toBe(false);
  });

  it('is judged the same where the edge is closed and whichever way it is drawn', () => {
    const [first] = bent;
    const closed = first === undefined ? bent : [...bent, first];
    for (const area of [closed, [...bent].reverse()]) {
      expect(isWithin({ lat: 44.0005, lng: 8.0025 }, area)).toBe(true);
      expect(isWithin({ lat: 44.0015, lng: 8.002 }, area)).toBe(false);
    }
  });

  it('is found across the antimeridian', () => {
    const area = [
      { lat: -17, lng: 179.99 },
      { lat: -17, lng: -179.99 },
      { lat: -16.99, lng: -179.99 },
      { lat: -16.99, lng: 179.99 },
    ];
    expect(isWithin({ lat: -16.995, lng: -179.995 }, area)).toBe(true);
    expect(isWithin({ lat: -16.995, lng: 179.98 }, area)).toBe(false);
  });

  it('is in no area that has no surface', () => {
    expect(isWithin({ lat: 44, lng: 8 }, [])).toBe(false);
    expect(isWithin({ lat: 44, lng: 8 }, bent.slice(0, 2))).toBe(false);
  });
});
