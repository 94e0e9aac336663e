import { describe, expect, it } from '@jest/globals';
import countries from 'i18n-iso-countries';
import { countryRows } from './countries.js';
import { zoneGmtHours } from '@flagpost/contracts';
import {
  OF_CAPITALS,
  OF_ONE_CLOCK,
  proposedTimeZone,
  timeZoneOf,
  timeZonesOf,
  zonesOf,
} from './time-zones.js';

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
    const foreign = countryRows().filter(({ couId }) => {
      const zones = zonesOf(alpha2Of(couId)).map(nameOf);
      return zones.length > 0 && !zones.includes(nameOf(timeZoneOf(couId)));
    });
    expect(foreign).toEqual([]);
  });

  it('is chosen for each country that has several, and for each that has none and people', () => {
    const unchosen = countryRows()
      .map(({ couId }) => alpha2Of(couId))
      .filter((alpha2) => {
        const zones = zonesOf(alpha2);
        const zone = timeZoneOf(Number(countries.alpha2ToNumeric(alpha2)));
        return zones.length === 0 ? zone === 'UTC' : zones.length > 1 && !Object.hasOwn(OF_CAPITALS, alpha2);
      });
    expect(unchosen).toEqual(UNINHABITED);
  });
});

describe('the time zone of an event', () => {
  it.each([
    ['Italy, which has one', 380, 'Europe/Rome'],
    ['Germany, whose two are the same', 276, 'Europe/Berlin'],
    ['Spain, which has the Canary Islands', 724, null],
    ['the United States', 840, null],
  ])('is proposed by %s', (_, countryId, zone) => {
    expect(proposedTimeZone(countryId)).toBe(zone);
  });

  it('is proposed by every country whose clocks show the same all year, and by no other', () => {
    const halfMonths = Array.from({ length: 48 }, (_, index) => Date.UTC(2026, 0, 1 + index * 15));
    const clocks = (zone: string): string => halfMonths.map((at) => zoneGmtHours(at, zone)).join();
    const severalZones = countryRows().filter(({ couId }) => zonesOf(alpha2Of(couId)).length > 1);
    const ofOneClock = severalZones.filter(
      ({ couId }) => new Set(zonesOf(alpha2Of(couId)).map(clocks)).size === 1,
    );
    expect(ofOneClock.map(({ couId }) => alpha2Of(couId)).sort()).toEqual([...OF_ONE_CLOCK]);
  });

  it('is chosen among all of the country, that of its capital first', () => {
    expect(timeZonesOf(724)).toEqual(['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary']);
    expect(timeZonesOf(32)[0]).toBe('America/Argentina/Buenos_Aires');
    expect(timeZonesOf(32)).toHaveLength(zonesOf('AR').length);
    expect(timeZonesOf(74)).toEqual(['UTC']);
  });
});
