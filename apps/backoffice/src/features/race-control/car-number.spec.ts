import { expect, it } from '@jest/globals';
import { carByDigits, mayGoOn } from './car-number.js';

const cars = (...numbers: string[]) => numbers.map((carNumber) => ({ carNumber }));
const found = (digits: string, ...numbers: string[]) => carByDigits(cars(...numbers), digits);

it('finds the car with exactly this number before one that only has its digits', () => {
  expect(found('1', '1', '17')).toEqual({ found: 'one', car: { carNumber: '1' } });
  expect(found('12', '12', '12B')).toMatchObject({ car: { carNumber: '12' } });
  expect(found('07', '7', '07')).toMatchObject({ car: { carNumber: '07' } });
});

it('finds a number with letters or leading zeros by its digits, if it is the only one', () => {
  expect(found('12', '12B', '120')).toMatchObject({ car: { carNumber: '12B' } });
  expect(found('7', '007')).toMatchObject({ car: { carNumber: '007' } });
  expect(found('12', '12A', '12B')).toEqual({ found: 'several' });
  expect(found('5', '5', '5')).toEqual({ found: 'several' });
});

it('finds nothing by part of a number, nor a number without digits', () => {
  expect(found('1', '17')).toEqual({ found: 'none' });
  expect(found('0', 'X')).toEqual({ found: 'none' });
  expect(found('', 'X')).toEqual({ found: 'none' });
});

it('knows whether more digits may follow', () => {
  expect(mayGoOn(cars('1', '17'), '1')).toBe(true);
  expect(mayGoOn(cars('1', '17'), '17')).toBe(false);
  expect(mayGoOn(cars('12B'), '12')).toBe(false);
  expect(mayGoOn(cars('17'), '2')).toBe(false);
});
