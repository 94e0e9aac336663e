import { describe, expect, it } from '@jest/globals';
import { endOfDay, startOfDay, zoneDay } from './zone-days.js';

const iso = (at: number): string => new Date(at).toISOString();

describe('a day in a zone', () => {
  it.each([
    ['2026-01-01', 'UTC', '2026-01-01T00:00:00.000Z', '2026-01-01T23:59:59.999Z'],
    ['2026-01-01', 'Europe/Rome', '2025-12-31T23:00:00.000Z', '2026-01-01T22:59:59.999Z'],
    ['2026-07-01', 'Europe/Rome', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
    // 23 and 25 hours long.
    ['2026-03-29', 'Europe/Rome', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['2026-10-25', 'Europe/Rome', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    ['2026-01-01', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z', '2026-01-01T18:29:59.999Z'],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-01T09:59:59.999Z'],
    ['2026-01-01', 'America/New_York', '2026-01-01T05:00:00.000Z', '2026-01-02T04:59:59.999Z'],
    // It began at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
    // Eleven in the evening came twice.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', '2018-02-18T02:59:59.999Z'],
    // Midnight came twice.
    ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
  ])('%s in %s', (day, zone, first, last) => {
    expect([iso(startOfDay(day, zone)), iso(endOfDay(day, zone))]).toEqual([first, last]);
    expect([zoneDay(Date.parse(first), zone), zoneDay(Date.parse(last), zone)]).toEqual([day, day]);
    expect(zoneDay(Date.parse(first) - 1, zone)).not.toBe(day);
    expect(zoneDay(Date.parse(last) + 1, zone)).not.toBe(day);
  });

  it('is none where nothing of the kind was typed', () => {
    expect(['', '2026-13-01', 'soon'].map((day) => [startOfDay(day, 'UTC'), endOfDay(day, 'UTC')])).toEqual([
      [NaN, NaN],
      [NaN, NaN],
      [NaN, NaN],
    ]);
  });
});
