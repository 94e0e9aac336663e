import countries from 'i18n-iso-countries';
import type { CountryRow } from '@flagpost/contracts';
import { proposedTimeZone, timeZonesOf } from './time-zones.js';

/** Countries of ISO 3166-1 by their numeric codes, under their English names. */
const NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(countries.getNumericCodes()).flatMap(([numeric, alpha2]) => {
    const name = countries.getName(alpha2, 'en');
    return name === undefined ? [] : [[Number(numeric), name] as const];
  }),
);

const rows = (): readonly CountryRow[] =>
  [...NAMES]
    .map(([couId, couName]) => ({
      couId,
      couName,
      couTimeZone: proposedTimeZone(couId),
      couTimeZones: [...timeZonesOf(couId)],
    }))
    .sort((one, other) => one.couName.localeCompare(other.couName, 'en'));

let known: readonly CountryRow[] | undefined;

/** In order of name. Made at the first call: the zones of all countries take a quarter of a second. */
export const countryRows = (): readonly CountryRow[] => (known ??= rows());

export const isCountry = (countryId: number): boolean => NAMES.has(countryId);
export const countryName = (countryId: number): string => NAMES.get(countryId) ?? '';
