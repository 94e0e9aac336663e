import { expect, it } from '@jest/globals';
import { fixRows, type HistoryFix } from '@flagpost/telemetry';
import { createWaitingFixes } from './waiting-fixes.js';

const fix = (second: number): HistoryFix => ({
  receivedAt: 1_780_000_000_000 + second,
  t: 1_780_000_000_000.5 - second,
  lat: 44.6 + second,
  lng: -8.157,
  speedKph: second % 2 === 0 ? null : 120.5,
  headingDeg: second % 3 === 0 ? null : second,
});

it('are what was added, in order, also when they are many, and without those that were dropped', () => {
  const all = Array.from({ length: 100 }, (_, second) => fix(second));
  const waiting = createWaitingFixes();
  all.slice(0, 60).forEach((each) => waiting.add(each));
  waiting.drop(25);
  all.slice(60).forEach((each) => waiting.add(each));
  expect(waiting.count()).toBe(75);
  expect(waiting.rows()).toEqual(fixRows(all.slice(25)));
  waiting.drop(75);
  expect(waiting.rows()).toHaveLength(0);
});
