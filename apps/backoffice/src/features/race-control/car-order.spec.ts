import { describe, expect, it } from '@jest/globals';
import {
  CAR_COLUMNS,
  firstSortOf,
  keptOrder,
  sortedIds,
  withFirst,
  URGENT_FIRST,
  type CarSort,
  type ListedCar,
} from './car-order.js';

const aCar = (invitationId: number, more: Partial<ListedCar> = {}): ListedCar => ({
  invitationId,
  carNumber: String(invitationId),
  pilot: 'Ada Rossi',
  category: 'GT',
  look: 'default',
  counter: 0,
  lastLapMs: null,
  bestLapMs: null,
  speedKph: 100,
  unconfirmed: 0,
  ...more,
});
const by = (sort: Partial<CarSort>, ...cars: ListedCar[]): number[] =>
  sortedIds(cars, { by: 'carNumber', isDescending: false, ...sort });

describe('the cars box', () => {
  it('is sorted by number as people count', () => {
    expect(by({}, aCar(10), aCar(9), aCar(100))).toEqual([9, 10, 100]);
    expect(by({ isDescending: true }, aCar(10), aCar(9), aCar(100))).toEqual([100, 10, 9]);
  });

  it('has dangers first by state: SOS, stopped, silent, flags of a car, flags of the track', () => {
    const looks = ['default', 806, 803, 'offline', 'stopped', 'sos'] as const;
    const cars = looks.map((look, i) => aCar(i + 1, { look }));
    expect(sortedIds(cars, URGENT_FIRST)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('leaves unknown times at the end, either way', () => {
    const cars = [aCar(1), aCar(2, { bestLapMs: 90_000 }), aCar(3, { bestLapMs: 80_000 })];
    expect(by({ by: 'best' }, ...cars)).toEqual([3, 2, 1]);
    expect(by({ by: 'best', isDescending: true }, ...cars)).toEqual([2, 3, 1]);
    const silent = [aCar(1, { speedKph: null }), aCar(2, { speedKph: 0 }), aCar(3)];
    expect(by({ by: 'speed', isDescending: true }, ...silent)).toEqual([3, 2, 1]);
    expect(by({ by: 'speed' }, ...silent)).toEqual([2, 3, 1]);
  });

  it.each(CAR_COLUMNS.map((column) => [column]))(
    'is sorted by %s, and by number where that is equal',
    (column) => {
      const less = aCar(2, {
        lastLapMs: 1,
        bestLapMs: 1,
        look: 'sos',
        pilot: 'A',
        category: 'A',
        speedKph: 1,
      });
      const more = aCar(1, {
        lastLapMs: 2,
        bestLapMs: 2,
        pilot: 'B',
        category: 'B',
        counter: 1,
        unconfirmed: 1,
      });
      const isNumber = column === 'carNumber';
      expect(by({ by: column }, more, less)).toEqual(isNumber ? [1, 2] : [2, 1]);
      expect(by({ by: column, isDescending: true }, more, less)).toEqual(isNumber ? [2, 1] : [1, 2]);
      expect(by({ by: column }, aCar(5), aCar(4))).toEqual([4, 5]);
    },
  );

  it('begins with the highest counts and the shortest times', () => {
    expect(CAR_COLUMNS.filter((column) => firstSortOf(column).isDescending)).toEqual([
      'lap',
      'speed',
      'unconfirmed',
    ]);
  });

  it('moves no row while it is held, and adds newcomers at its end', () => {
    expect(keptOrder([1, 2, 3], [3, 2, 1])).toEqual([1, 2, 3]);
    expect(keptOrder([1, 2, 3], [4, 3, 1])).toEqual([1, 3, 4]);
  });

  it('has cars in alarm at its head, sorted as the others are', () => {
    expect(withFirst([4, 3, 2, 1], new Set([1, 3]))).toEqual([3, 1, 4, 2]);
    expect(withFirst([2, 1], new Set())).toEqual([2, 1]);
  });
});
