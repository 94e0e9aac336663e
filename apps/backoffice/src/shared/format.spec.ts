import { describe, expect, it } from '@jest/globals';
import {
  byCarNumber,
  clockFace,
  counted,
  dayOf,
  duration,
  firstFew,
  initials,
  lapTime,
  timeOfDay,
  zoneName,
} from './format.js';

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['Juan Manuel Fangio', 'JF'],
    ['Ada', 'AD'],
    ['  ada   lovelace ', 'AL'],
    ['a', 'A'],
    ['', ''],
  ])('of %j are %j', (name, expected) => {
    expect(initials(name)).toBe(expected);
  });
});

describe('lap times', () => {
  it.each([
    [114_959, '1:54.959'],
    [131_601.4, '2:11.601'],
    [59_999.6, '1:00.000'],
    [5_007, '0:05.007'],
  ])('%d ms reads %s', (ms, expected) => {
    expect(lapTime(ms)).toBe(expected);
  });
});

describe('clocks', () => {
  const noon = Date.UTC(2026, 5, 1, 12, 0, 5);
  it.each([
    [0, '12:00:05'],
    [5.5, '17:30:05'],
    [-13, '23:00:05'],
  ])('at %d h from UTC noon reads %s', (gmt, expected) => {
    expect(timeOfDay(noon, gmt)).toBe(expected);
  });

  it('writes days as the language does', () => {
    expect(['en', 'es-AR', 'it'].map((language) => dayOf(noon, 13, language))).toEqual([
      '06/02/2026',
      '02/06/2026',
      '02/06/2026',
    ]);
  });

  it('names zones with quarters', () => {
    expect([2, -3.5, 5.75, 0].map(zoneName)).toEqual(['UTC+2', 'UTC-3:30', 'UTC+5:45', 'UTC+0']);
  });

  it("shows a timer's hours, however many", () => {
    expect([0, 3_723_900, 360_000_000].map(clockFace)).toEqual(['00:00:00', '01:02:03', '100:00:00']);
  });

  it('shows hours only where there are any', () => {
    expect([23_000, 83_000, 3_723_000].map(duration)).toEqual(['0:23', '1:23', '1:02:03']);
  });
});

it('marks thousands as the language does', () => {
  expect(['en', 'es', 'it'].map((language) => counted(100_000, language))).toEqual([
    '100,000',
    '100.000',
    '100.000',
  ]);
});

it('names the first few and counts the rest', () => {
  expect(firstFew(['12', '31'])).toEqual({ shown: '12, 31', more: 0 });
  expect(firstFew(['1', '2', '3', '4', '5'])).toEqual({ shown: '1, 2, 3', more: 2 });
});

it('sorts car numbers as people count', () => {
  expect(['12B', '101', '7', '12'].sort(byCarNumber)).toEqual(['7', '12', '12B', '101']);
});
