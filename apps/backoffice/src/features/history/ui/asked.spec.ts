import { describe, expect, it } from '@jest/globals';
import { aPastCar as car } from '../../../testing/past-race.js';
import { areaOf, carsOf, cornersIn, cornersOf, instantOf, localOf, typedCorners } from './asked.js';

const CARS = [car(7, '4'), car(8, '23'), car(9, '23'), car(10, '12 B')];

describe('what is asked for', () => {
  it('is a time at the track', () => {
    const instant = Date.UTC(2026, 5, 6, 22, 15, 30);
    expect(localOf(instant, 5.5)).toBe('2026-06-07T03:45:30');
    expect(instantOf('2026-06-07T03:45:30', 5.5)).toBe(instant);
    expect(instantOf('2026-06-07T03:45', 5.5)).toBe(instant - 30_000);
    expect(instantOf('', 5.5)).toBeNaN();
  });

  it('is the ground that a map shows', () => {
    const view = { north: 44.75, south: 44.7, west: -8.1, east: 8 };
    expect(cornersOf(view)).toBe(
      '44.750000,-8.100000;44.750000,8.000000;44.700000,8.000000;44.700000,-8.100000',
    );
    expect(cornersOf({ north: -18, south: -18.1, west: 179.9, east: 180.1 })).toBe(
      '-18.000000,179.900000;-18.000000,-179.900000;-18.100000,-179.900000;-18.100000,179.900000',
    );
  });

  it('is an area by its corners', () => {
    expect(areaOf(' 44.75, -8.1; 44.75 8;44.7,8;')).toBe(
      '44.750000,-8.100000;44.750000,8.000000;44.700000,8.000000',
    );
    for (const typed of ['', '1,2;3,4', '1,2;3,4;5', '1,2;3,4;5,6,7', '91,2;3,4;5,6', '1,2;3,4;x,6'])
      expect(areaOf(typed)).toBeNull();
    expect(areaOf('1,2;'.repeat(51))).toBeNull();
  });

  it('is the same corners, typed or drawn', () => {
    const corners = [
      { lat: 44.75, lng: -8.1 },
      { lat: 44.7, lng: 8 },
    ];
    expect(typedCorners(corners)).toBe('44.750000, -8.100000; 44.700000, 8.000000');
    expect(cornersIn(typedCorners(corners))).toEqual(corners);
    expect(cornersIn('')).toEqual([]);
    expect(cornersIn('44.75')).toBeNull();
  });

  it('is cars by their numbers, every one that has the number', () => {
    expect(carsOf(' 23, 12 B,23,', CARS)).toEqual({ ids: [8, 9, 10], unknown: [] });
    expect(carsOf('4,5,x', CARS)).toEqual({ ids: [7], unknown: ['5', 'x'] });
    expect(carsOf(' ', CARS)).toEqual({ ids: [], unknown: [] });
  });
});
