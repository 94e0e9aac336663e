import { describe, expect, it } from '@jest/globals';
import countries from 'i18n-iso-countries';
import { COUNTRIES } from './countries.js';
import { OF_CAPITALS, timeZoneOf, zonesOf } from './time-zones.js';

const alpha2Of = (countryId: number): string =>
  countries.numericToAlpha2(String(countryId).padStart(3, '0')) ?? '';
/** The name by which this Node knows a zone, whichever of its names is given. @throws {RangeError} for no zone */
const nameOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
const UNINHABITED = ['BV', 'HM'];

describe('the time zone of a country', () => {
  it.each([
    ['Italy', 380, 'Europe/Rome'],
    ['Spain, which has three', 724, 'Europe/Madrid'],
    ['Australia, by its capital', 36, 'Australia/Sydney'],
    ['Kosovo', 983, 'Europe/Belgrade'],
    ['Bouvet Island, where nobody lives', 74, 'UTC'],
    ['no country', 999, 'UTC'],
  ])('of %s', (_, countryId, zone) => {
    expect(timeZoneOf(countryId)).toBe(zone);
  });

  it('is one of its own', () => {
    const foreign = COUNTRIES.filter(({ couId }) => {
      const zones = zonesOf(alpha2Of(couId)).map(nameOf);
      return zones.length > 0 && !zones.includes(nameOf(timeZoneOf(couId)));
    });
    expect(foreign).toEqual([]);
  });

  it('is chosen for each country that has several, and for each that has none and people', () => {
    const unchosen = COUNTRIES.map(({ couId }) => alpha2Of(couId)).filter((alpha2) => {
      const zones = zonesOf(alpha2);
      const zone = timeZoneOf(Number(countries.alpha2ToNumeric(alpha2)));
      return zones.length === 0 ? zone === 'UTC' : zones.length > 1 && !Object.hasOwn(OF_CAPITALS, alpha2);
    });
    expect(unchosen).toEqual(UNINHABITED);
  });
});
