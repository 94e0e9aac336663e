import '../../testing/match-media.js';
import { expect, it } from '@jest/globals';
import { asksSinceFinish } from './finish-watch.js';

const finish = Date.UTC(2026, 5, 6, 16);
const event = { eveFinish: new Date(finish).toISOString(), past: false };

it('asks whether an event is past from its finish on, every five seconds, until it is', () => {
  expect(asksSinceFinish(event, finish - 1)).toBeNull();
  expect([0, 4_999, 5_000, 12_000].map((ms) => asksSinceFinish(event, finish + ms))).toEqual([1, 1, 2, 3]);
  expect(asksSinceFinish({ ...event, past: true }, finish + 12_000)).toBeNull();
});
