import { describe, expect, it } from '@jest/globals';
import { instantOf, instantsOf, isTimeZone, localTimeAt, movedFinish, zoneGmtHours } from './zones.js';

const iso = (at: number): string => new Date(at).toISOString();

describe('a time zone', () => {
  it.each([
    ['Europe/Rome', true],
    ['America/Argentina/Buenos_Aires', true],
    ['UTC', true],
    ['Europe/Roma', false],
    ['+01:00', false],
    ['01:00', false],
    ['', false],
    ['Europe/Rome\nX', false],
  ])('%j: %s', (zone, is) => {
    expect(isTimeZone(zone)).toBe(is);
  });

  it('has clocks some hours from UTC, quarters too', () => {
    expect(zoneGmtHours(Date.parse('2026-01-01T00:00:00.500Z'), 'Asia/Kathmandu')).toBe(5.75);
    expect(zoneGmtHours(Date.parse('2026-01-01T00:00:00Z'), 'America/St_Johns')).toBe(-3.5);
    expect(() => zoneGmtHours(0, 'Europe/Roma')).toThrow(RangeError);
    expect(() => zoneGmtHours(NaN, 'Europe/Rome')).toThrow(RangeError);
  });
});

describe('a time at the track', () => {
  it.each([
    ['2026-06-06T08:00', 'Europe/Rome', '2026-06-06T06:00:00.000Z'],
    ['2026-12-06T08:00:30', 'Europe/Rome', '2026-12-06T07:00:30.000Z'],
    // Midnight, of another day in UTC.
    ['2026-06-07T00:00', 'Europe/Rome', '2026-06-06T22:00:00.000Z'],
    ['2026-12-31T23:59', 'America/Los_Angeles', '2027-01-01T07:59:00.000Z'],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
    // A minute before and after the change to summer time.
    ['2026-03-29T01:59', 'Europe/Rome', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Rome', '2026-03-29T01:00:00.000Z'],
  ])('%s in %s is one instant', (local, zone, instant) => {
    expect(instantsOf(local, zone).map(iso)).toEqual([instant]);
    expect(iso(instantOf(local, zone))).toBe(instant);
    expect(localTimeAt(Date.parse(instant), zone)).toBe(local.length === 16 ? `${local}:00` : local);
  });

  it('does not exist while clocks are put forward, and is taken for as much later', () => {
    expect(instantsOf('2026-03-29T02:30', 'Europe/Rome')).toEqual([]);
    expect(iso(instantOf('2026-03-29T02:30', 'Europe/Rome'))).toBe('2026-03-29T01:30:00.000Z');
    expect(iso(instantOf('2026-10-04T02:15', 'Australia/Lord_Howe'))).toBe('2026-10-03T15:45:00.000Z');
  });

  it('comes twice while they are put back, and is taken for the first', () => {
    const twice = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
    expect(instantsOf('2026-10-25T02:30', 'Europe/Rome').map(iso)).toEqual(twice);
    expect(iso(instantOf('2026-10-25T02:30', 'Europe/Rome'))).toBe(twice[0]);
    expect(instantsOf('2026-11-01T00:30', 'America/Havana')).toHaveLength(2);
  });

  it.each(['', 'soon', '2026-06-06', '2026-13-06T08:00', '2026-06-06T25:00', '2026-06-06T08:00Z'])(
    'is none: %j',
    (local) => {
      expect([instantsOf(local, 'Europe/Rome'), instantOf(local, 'Europe/Rome')]).toEqual([[], NaN]);
    },
  );
});

describe('the finish of an event that is moved', () => {
  const moved = (start: string, finish: string, to: string): string => {
    const at = (local: string): number => instantOf(local, 'Europe/Rome');
    const period = { startsAt: at(start), finishesAt: at(finish) };
    return localTimeAt(movedFinish(period, 'Europe/Rome', at(to)), 'Europe/Rome');
  };

  it.each([
    ['to another day', '2026-06-06T08:00', '2026-06-07T18:00', '2027-06-05T08:00', '2027-06-06T18:00:00'],
    ['over midnight', '2026-06-06T23:00', '2026-06-07T01:00', '2026-07-01T22:00', '2026-07-02T00:00:00'],
    ['over summer time', '2026-06-06T20:00', '2026-06-07T08:00', '2026-03-28T20:00', '2026-03-29T08:00:00'],
    ['over winter time', '2026-06-06T20:00', '2026-06-07T08:00', '2026-10-24T20:00', '2026-10-25T08:00:00'],
    ['from summer time', '2026-03-28T20:00', '2026-03-29T08:00', '2026-06-06T20:00', '2026-06-07T08:00:00'],
  ])('%s stays at its time of day', (_, start, finish, to, then) => {
    expect(moved(start, finish, to)).toBe(then);
  });
});
