import { expect, it } from '@jest/globals';
import { DRAFT_STATE_ID, PUBLISHED_STATE_ID } from '@flagpost/contracts';
import { askDue } from './event-watch.js';

const finish = Date.UTC(2026, 5, 6, 16);
const event = { eveFinish: new Date(finish).toISOString(), past: false, stsId: PUBLISHED_STATE_ID };

it('asks whether an event is past from its finish on, every five seconds, until it is', () => {
  expect(askDue(event, finish - 1)).toBeNull();
  expect([0, 4_999, 5_000, 12_000].map((ms) => askDue(event, finish + ms))).toEqual([0, 0, 1, 2]);
  expect(askDue({ ...event, past: true }, finish + 12_000)).toBeNull();
});

it('asks whether a draft is published, every five seconds, until it is', () => {
  const draft = { ...event, stsId: DRAFT_STATE_ID };
  expect([-10_001, -10_000, -5_001, -5_000].map((ms) => askDue(draft, finish + ms))).toEqual([
    -3, -2, -2, -1,
  ]);
  expect(askDue({ ...draft, past: true }, finish)).toBeNull();
});
