import { describe, expect, it } from '@jest/globals';
import type { CheckCar } from '@flagpost/contracts';
import { checkAnswer, checkCar } from '../../testing/check.js';
import { carNumbered, checkedCars, filtersOf, isListed } from './checked-cars.js';

const numbers = (cars: readonly { car: CheckCar }[]) => cars.map(({ car }) => car.CarNumber);

describe('the cars of a check', () => {
  const cars = checkedCars(
    checkAnswer([
      checkCar('12'),
      checkCar('7'),
      checkCar('23', { HasDevice: false, HeardAt: null }),
      checkCar('100', { Battery: 4 }),
      checkCar('9', { Battery: 4, ShowsFlags: false }),
    ]),
  );

  it('are in order of their troubles, then of their numbers', () => {
    expect(numbers(cars)).toEqual(['23', '9', '100', '7', '12']);
  });

  it('are filtered by each trouble that a car has', () => {
    expect(filtersOf(cars)).toEqual([
      { filter: 'all', count: 5 },
      { filter: 'noDevice', count: 1 },
      { filter: 'battery', count: 2 },
      { filter: 'noFlags', count: 1 },
      { filter: 'well', count: 2 },
    ]);
    expect(numbers(cars.filter((car) => isListed(car, 'battery')))).toEqual(['9', '100']);
    expect(filtersOf([])).toEqual([{ filter: 'all', count: 0 }]);
  });

  it('are in order of their answers to a test, and are filtered by them', () => {
    const Test = { TestId: 1, SentAt: '', SentBy: { Id: 3, Name: 'Dora' }, Cars: 3 };
    const answered = { TestShownAt: '2026-06-06T09:40:01.000Z' };
    const tested = checkedCars(
      checkAnswer(
        [
          checkCar('1', { ...answered, TestConfirmedAt: '2026-06-06T09:40:03.000Z' }),
          checkCar('2', answered),
          checkCar('3'),
        ],
        { Test },
      ),
    );
    expect(tested.map(({ car, test }) => [car.CarNumber, test])).toEqual([
      ['2', 'shown'],
      ['3', 'waiting'],
      ['1', 'confirmed'],
    ]);
    expect(filtersOf(tested)).toContainEqual({ filter: 'unconfirmed', count: 2 });
  });

  it('are found by their numbers', () => {
    const few = checkedCars(checkAnswer([checkCar('12B'), checkCar('12'), checkCar(null)]));
    expect(carNumbered(few, ' 12b ')?.car.CarNumber).toBe('12B');
    expect([carNumbered(few, '1'), carNumbered(few, ' ')]).toEqual([undefined, undefined]);
  });
});
