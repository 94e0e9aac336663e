/** Finds a car by the digits of its number, as they are typed. */

interface Numbered {
  readonly carNumber: string;
}

export type NumberMatch<Car> =
  { readonly found: 'one'; readonly car: Car } | { readonly found: 'none' } | { readonly found: 'several' };

const digitsOf = ({ carNumber }: Numbered): string => carNumber.replace(/\D/g, '');
const valueOf = (digits: string): string => digits.replace(/^0+(?=.)/, '');

const only = <Car>(cars: readonly Car[]): NumberMatch<Car> => {
  const [car, ...others] = cars;
  if (car === undefined) return { found: 'none' };
  return others.length === 0 ? { found: 'one', car } : { found: 'several' };
};

/**
 * The car with exactly this number; without one, the car of whose number these are the digits, as `12` of `12B` and `7` of
 * `07`.
 */
export const carByDigits = <Car extends Numbered>(cars: readonly Car[], digits: string): NumberMatch<Car> => {
  const exact = only(cars.filter(({ carNumber }) => carNumber === digits));
  if (exact.found !== 'none' || digits === '') return exact;
  return only(cars.filter((car) => digitsOf(car) !== '' && valueOf(digitsOf(car)) === valueOf(digits)));
};

/** Whether more digits may follow: 1 is the beginning of 17. */
export const mayGoOn = (cars: readonly Numbered[], digits: string): boolean =>
  cars.some((car) => digitsOf(car) !== digits && digitsOf(car).startsWith(digits));
