import {
  byTrouble,
  CAR_TROUBLES,
  carTroubles,
  type CarTrouble,
  type CheckAnswer,
  type CheckCar,
} from '@flagpost/contracts';
import { byCarNumber } from '../../shared/format.js';

export interface CheckedCar {
  readonly car: CheckCar;
  /** Worst first; none if the car is well. */
  readonly troubles: readonly CarTrouble[];
}

/** Which cars are listed. */
export type CheckFilter = 'all' | 'well' | CarTrouble;

/** Every car with its troubles, those with the worst first, then by number. */
export const checkedCars = ({ Cars, Now }: CheckAnswer): CheckedCar[] => {
  const now = Date.parse(Now);
  return Cars.map((car) => ({ car, troubles: carTroubles(car, now) })).sort(
    (a, b) => byTrouble(a.troubles, b.troubles) || byCarNumber(a.car.CarNumber ?? '', b.car.CarNumber ?? ''),
  );
};

export const isListed = ({ troubles }: CheckedCar, filter: CheckFilter): boolean =>
  filter === 'all' || (filter === 'well' ? troubles.length === 0 : troubles.includes(filter));

/** The filters that list a car, each with how many it lists. */
export const filtersOf = (cars: readonly CheckedCar[]): { filter: CheckFilter; count: number }[] =>
  (['all', ...CAR_TROUBLES, 'well'] as const)
    .map((filter) => ({ filter, count: cars.filter((car) => isListed(car, filter)).length }))
    .filter(({ filter, count }) => filter === 'all' || count > 0);

/** The car with this number, written in whatever way. */
export const carNumbered = (cars: readonly CheckedCar[], number: string): CheckedCar | undefined => {
  const wanted = number.trim().toLowerCase();
  return cars.find(({ car }) => wanted !== '' && car.CarNumber?.trim().toLowerCase() === wanted);
};
