import { beforeEach, expect, it } from '@jest/globals';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { createDueEvents, type DueEvents } from './due-events.js';

let time: VirtualTime;
let due: DueEvents;
/** What was taken, each time that something became due. */
let taken: (readonly number[])[];

beforeEach(() => {
  time = virtualTime();
  taken = [];
  due = createDueEvents(time, () => taken.push(due.take()));
});

it('has an event at once, within a second or within five, as its change is needed', async () => {
  due.addWhen('changed', 1);
  due.addWhen('changedSoon', 2);
  due.addWhen('changedSoon', 3);
  due.addWhen('changedLater', 4);
  expect(due.take()).toEqual([1]);
  await time.advance(999);
  expect(taken).toEqual([]);
  await time.advance(1);
  expect(taken).toEqual([[2, 3]]);
  await time.advance(3_999);
  expect(taken).toHaveLength(1);
  await time.advance(1);
  expect(taken).toEqual([[2, 3], [4]]);
  await time.advance(60_000);
  expect(taken).toHaveLength(2);
});

it('has an event once for all its changes until it is taken', async () => {
  due.addWhen('changedLater', 1);
  due.addWhen('changedSoon', 1);
  due.addWhen('changedLater', 2);
  due.addWhen('changed', 1);
  expect(due.take()).toEqual([1]);
  await time.advance(5_000);
  expect(taken.flat()).toEqual([2]);
  due.addWhen('changedLater', 1);
  await time.advance(5_000);
  expect(taken.flat()).toEqual([2, 1]);
});

it('forgets what is not due yet', async () => {
  due.addWhen('changedSoon', 1);
  due.addWhen('changedLater', 2);
  due.cancel();
  await time.advance(5_000);
  expect(taken).toEqual([]);
  expect(due.isEmpty()).toBe(true);
});
