import { expect, it } from '@jest/globals';
import { recentSpeeds } from './recent-speeds.js';

it('remembers the fastest of the last 15 to 30 s', () => {
  const speeds = recentSpeeds(2);
  speeds.note(0, 0, 140);
  speeds.note(0, 14_000, 90);
  speeds.note(0, 15_000, 10);
  expect(speeds.fastest(0)).toBe(140);
  speeds.note(0, 29_000, 0);
  expect(speeds.fastest(0)).toBe(140);
  speeds.note(0, 30_000, 0);
  expect(speeds.fastest(0)).toBe(10);
  expect(speeds.fastest(1)).toBeUndefined();
});

it('forgets what lies before a silence, and ignores cars without a position', () => {
  const speeds = recentSpeeds(1);
  speeds.note(0, 0, 140);
  speeds.note(0, 60_000, 20);
  speeds.note(0, NaN, 200);
  expect(speeds.fastest(0)).toBe(20);
});

it('hands its memory of a car over', () => {
  const former = recentSpeeds(1);
  former.note(0, 0, 140);
  const next = recentSpeeds(2);
  next.keep(1, former, 0);
  next.note(1, 16_000, 0);
  expect(next.fastest(1)).toBe(140);
});
