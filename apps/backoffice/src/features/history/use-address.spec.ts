import { describe, expect, it } from '@jest/globals';
import { readAddress, textOf, type Address } from './use-address.js';

const ALL: Address = {
  instant: Date.UTC(2026, 5, 6, 12),
  truth: 'seen',
  car: 23,
  follows: false,
  search: 'rossi & co',
  carState: 'stopped',
  categories: [2, 5],
  map: { lat: 44.612345, lng: 8.16, zoom: 14.25 },
  trails: { seconds: 300, cars: [7, 23] },
};
const read = (text: string): Address => readAddress(new URLSearchParams(text));

describe('the address of a replay', () => {
  it('holds instant, truth, car, filters, trails and what the map shows', () => {
    expect(read(textOf(ALL))).toEqual(ALL);
  });

  it('holds no place while the map follows a car', () => {
    expect(read(textOf({ ...ALL, follows: true }))).toEqual({ ...ALL, follows: true, map: null });
  });

  it('leaves out what hides nothing', () => {
    const none = { car: null, search: '', carState: null, categories: null, map: null } as const;
    const plain: Address = { ...ALL, ...none, trails: { seconds: 60, cars: [] } };
    expect(textOf(plain)).toBe('at=2026-06-06T12%3A00%3A00.000Z&truth=seen');
    expect(read(textOf(plain))).toEqual(plain);
  });

  it('is read without what nobody can have meant', () => {
    for (const map of ['44,8', '44,8,x', '91,8,3', '44,181,3', '44,8,99', ',,', '44,8,3,1'])
      expect(read(`map=${map}`).map).toBeNull();
    expect(read('cars=flying').carState).toBeNull();
    expect(read('trail=61&trails=x').trails).toEqual({ seconds: 60, cars: [] });
    expect(read('trail=0').trails.seconds).toBe(0);
    expect(read('categories=2,x,-1').categories).toEqual([2]);
  });
});
