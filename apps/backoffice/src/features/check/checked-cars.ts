import {
  byTrouble,
  CAR_TROUBLES,
  carTroubles,
  isTracker,
  type CarTrouble,
  type CheckAnswer,
  type CheckCar,
} from '@flagpost/contracts';
import { byCarNumber } from '../../shared/format.js';

export interface CheckedCar {
  readonly car: CheckCar;
  /** Worst first; none if the car is well. */
  readonly troubles: readonly CarTrouble[];
  /** What became of the newest test flag; null before the first. */
  readonly test: 'confirmed' | 'shown' | 'waiting' | null;
}

/** Which cars are listed. */
export type CheckFilter = 'all' | 'well' | 'unconfirmed' | 'tracker' | CarTrouble;

const testOf = ({ Test }: CheckAnswer, car: CheckCar): CheckedCar['test'] => {
  if (Test === null) return null;
  if (car.TestConfirmedAt !== null) return 'confirmed';
  return car.TestShownAt === null ? 'waiting' : 'shown';
};
const isConfirmed = ({ test }: CheckedCar): number => Number(test === 'confirmed');

/** Every car with its troubles: those with the worst first, then those that have not confirmed a test, then by number. */
export const checkedCars = (answer: CheckAnswer): CheckedCar[] => {
  const { Cars, Now } = answer;
  const now = Date.parse(Now);
  return Cars.map((car) => ({ car, troubles: carTroubles(car, now), test: testOf(answer, car) })).sort(
    (a, b) =>
      byTrouble(a.troubles, b.troubles) ||
      isConfirmed(a) - isConfirmed(b) ||
      byCarNumber(a.car.CarNumber ?? '', b.car.CarNumber ?? ''),
  );
};

/** Whether its driver sees no flags and has to be told by other means. */
export const toBeTold = (car: CheckCar): boolean => car.HasDevice && isTracker(car);

export const isListed = ({ car, troubles, test }: CheckedCar, filter: CheckFilter): boolean => {
  if (filter === 'all') return true;
  if (filter === 'unconfirmed') return test !== null && test !== 'confirmed';
  if (filter === 'tracker') return toBeTold(car);
  return filter === 'well' ? troubles.length === 0 : troubles.includes(filter);
};

/** The filters that list a car, each with how many it lists. */
export const filtersOf = (cars: readonly CheckedCar[]): { filter: CheckFilter; count: number }[] =>
  (['all', ...CAR_TROUBLES, 'tracker', 'unconfirmed', 'well'] as const)
    .map((filter) => ({ filter, count: cars.filter((car) => isListed(car, filter)).length }))
    .filter(({ filter, count }) => filter === 'all' || count > 0);

/** The car with this number, written in whatever way. */
export const carNumbered = (cars: readonly CheckedCar[], number: string): CheckedCar | undefined => {
  const wanted = number.trim().toLowerCase();
  return cars.find(({ car }) => wanted !== '' && car.CarNumber?.trim().toLowerCase() === wanted);
};
