import { describe, expect, it } from '@jest/globals';
import { byTrouble, carTroubles, FIELD_CHECK, isTracker, judgedOf, type CarTrouble } from './field-check.js';
import type { CheckCar } from './wire/check.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const heard = (msAgo: number): Pick<CheckCar, 'HeardAt'> => ({
  HeardAt: new Date(NOW - msAgo).toISOString(),
});
const WELL: CheckCar = {
  InvitationId: 1,
  CarNumber: '12',
  Driver: 'Ada',
  Category: 'GT',
  Authorized: true,
  HasDevice: true,
  ...heard(1_000),
  AccuracyM: FIELD_CHECK.accuracyM,
  Battery: FIELD_CHECK.battery,
  ClockMs: -FIELD_CHECK.clockMs,
  App: 'flagpost',
  ShowsFlags: true,
  TestShownAt: null,
  TestConfirmedAt: null,
};

describe('a car before the start', () => {
  it.each<[string, Partial<CheckCar>, CarTrouble[]]>([
    ['at every limit', {}, []],
    ['heard just in time', heard(FIELD_CHECK.heardWithinMs), []],
    ['of a device that says nothing of itself', { AccuracyM: null, Battery: null, ClockMs: null }, []],
    ['while the server does not know who is connected', { ShowsFlags: null }, []],
    ['without a device', { HasDevice: false, HeardAt: null }, ['noDevice']],
    ['never heard', { HeardAt: null }, ['neverHeard']],
    ['heard too long ago', heard(FIELD_CHECK.heardWithinMs + 1), ['silent']],
    ['not authorised', { Authorized: false }, ['notAuthorized']],
    ['with a clock behind', { ClockMs: -FIELD_CHECK.clockMs - 1 }, ['clock']],
    ['with a clock ahead', { ClockMs: FIELD_CHECK.clockMs + 1 }, ['clock']],
    ['with a bad position', { AccuracyM: FIELD_CHECK.accuracyM + 1 }, ['accuracy']],
    ['with a low battery', { Battery: FIELD_CHECK.battery - 1 }, ['battery']],
    ['whose device shows no flags', { ShowsFlags: false }, ['noFlags']],
    ['with a tracker, which can show none', { ShowsFlags: false, App: 'osmand' }, []],
    [
      'in every trouble that can be told, worst first',
      { Battery: 0, ShowsFlags: false, Authorized: false, AccuracyM: 900, ClockMs: 1e6 },
      ['notAuthorized', 'clock', 'accuracy', 'battery', 'noFlags'],
    ],
    ['silent, whatever it said before', { ...heard(1e9), Battery: 0, ShowsFlags: false }, ['silent']],
  ])('%s', (_, change, troubles) => {
    expect(carTroubles({ ...WELL, ...change }, NOW)).toEqual(troubles);
  });

  it('comes first if it is worse off', () => {
    const fields: CarTrouble[][] = [
      [],
      ['noFlags'],
      ['battery', 'noFlags'],
      ['battery'],
      ['noDevice'],
      ['silent'],
    ];
    expect(fields.toSorted(byTrouble)).toEqual([
      ['noDevice'],
      ['silent'],
      ['battery', 'noFlags'],
      ['battery'],
      ['noFlags'],
      [],
    ]);
  });

  it.each<[string, Partial<CheckCar>, boolean]>([
    ['Traccar Client', { App: 'osmand' }, true],
    ['OwnTracks', { App: 'owntracks' }, true],
    ["a club's own producer", { App: 'inbound' }, true],
    ['a tracker beside a page that is connected', { App: 'osmand', ShowsFlags: true }, false],
    ["the driver's page", {}, false],
    ['a receiver of another maker', { App: 'positions' }, false],
    ['a device that was never heard', { App: null }, false],
  ])('has to be told by other means if its device is %s', (_, change, expected) => {
    expect(isTracker({ ...WELL, ShowsFlags: false, ...change })).toBe(expected);
  });

  it('is judged alike until a limit is passed, or another program sends', () => {
    const said = { accuracyM: 6, battery: 88, clockMs: 200, app: 'flagpost' };
    const judged = judgedOf(said);
    for (const alike of [{ accuracyM: 25 }, { battery: 30 }, { clockMs: -5_000 }, { battery: null }])
      expect(judgedOf({ ...said, ...alike })).toBe(judged);
    for (const other of [{ accuracyM: 26 }, { battery: 29 }, { clockMs: 5_001 }, { app: 'osmand' }])
      expect(judgedOf({ ...said, ...other })).not.toBe(judged);
  });
});
