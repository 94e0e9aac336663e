import { describe, expect, it } from '@jest/globals';
import { ITALY } from '@flagpost/contracts';
import { trackGmtHours, trackZone } from './track-zone.js';

const at = (text: string): number => Date.parse(text);
/** Through the night in which Italian clocks are put forward. */
const night = {
  timeZone: 'Europe/Rome',
  countryId: ITALY,
  startsAt: at('2026-03-28T20:00:00Z'),
  finishesAt: at('2026-03-29T08:00:00Z'),
};

describe('the zone of a track', () => {
  it('is that of its event, else that of its country', () => {
    expect(trackZone({ timeZone: 'Atlantic/Canary', countryId: 724 })).toBe('Atlantic/Canary');
    expect(trackZone({ timeZone: null, countryId: 724 })).toBe('Europe/Madrid');
  });

  it.each([
    ['a month before', '2026-02-28T20:00:00Z', 1],
    ['at the start', '2026-03-28T20:00:00Z', 1],
    ['a second before clocks are put forward', '2026-03-29T00:59:59Z', 1],
    ['when they are', '2026-03-29T01:00:00Z', 2],
    ['in winter, when it is over', '2026-12-01T20:00:00Z', 2],
  ])('tells its distance from UTC %s', (_, now, hours) => {
    expect(trackGmtHours(night, { gmtHours: 5.5 }, at(now))).toBe(hours);
  });

  it('leaves that to the route of an event without one', () => {
    expect(trackGmtHours({ ...night, timeZone: null }, { gmtHours: 5.5 }, night.startsAt)).toBe(5.5);
  });
});
