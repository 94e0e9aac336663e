import { expect, it } from '@jest/globals';
import { zoneGmtHours } from '@flagpost/contracts';
import { trackClock } from './track-clock.js';

it('has the hours of the zone at each instant, before and after its clocks are put back', () => {
  const putBack = Date.parse('2026-10-25T01:00:00Z');
  const clock = trackClock('Europe/Rome');
  expect([putBack - 1, putBack, putBack + 1, putBack - 1].map(clock)).toEqual([2, 1, 1, 2]);
});

it.each(['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham'])('has the quarters of %s', (zone) => {
  const clock = trackClock(zone);
  for (let at = Date.parse('2026-01-01T00:00:00Z'); at < Date.parse('2027-01-01T00:00:00Z'); at += 1_500_000)
    expect(clock(at)).toBe(zoneGmtHours(at, zone));
});
