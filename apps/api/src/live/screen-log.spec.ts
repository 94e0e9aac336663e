import { beforeEach, expect, it } from '@jest/globals';
import { silentLogger } from '@flagpost/platform';
import type { ScreenConnection } from '@flagpost/records';
import { countingIds, virtualTime } from '@flagpost/testing';
import { createScreenLog, type ScreenLog } from './screen-log.js';

const START = Date.UTC(2026, 5, 1, 12);
const clerk = { eventId: 1, userId: 5, directs: true };
let time: ReturnType<typeof virtualTime>;
let kept: Map<string, ScreenConnection>;
let log: ScreenLog;
let deleted: Set<number>;
/** Called while screens are being stored. */
let onPut: () => Promise<void> | void;
/** Seconds from and to, in the order of the beginnings. */
const spans = (): [number, number][] =>
  [...kept.values()].map(({ from, to }) => [(from - START) / 1_000, (to - START) / 1_000]);

beforeEach(() => {
  time = virtualTime(START);
  kept = new Map();
  deleted = new Set();
  onPut = () => undefined;
  log = createScreenLog({
    sightings: {
      putScreens: async (screens) => {
        await onPut();
        for (const screen of screens) kept.set(screen.id, screen);
      },
      forget: async (eventId) => {
        for (const { id, eventId: of } of [...kept.values()]) if (of === eventId) kept.delete(id);
      },
    },
    exists: async (eventId) => !deleted.has(eventId),
    clock: time,
    scheduler: time,
    ids: countingIds(),
    logger: silentLogger,
  });
});

it('keeps when a screen came and went', async () => {
  log.joined('a', clerk);
  await time.advance(7_000);
  expect(spans()).toEqual([[0, 5]]);
  log.left('a', 1);
  await time.advance(10_000);
  expect(spans()).toEqual([[0, 7]]);
  expect([...kept.values()][0]).toMatchObject(clerk);
});

it('counts a screen that joins again without having left as one', async () => {
  log.joined('a', clerk);
  await time.advance(5_000);
  log.joined('a', clerk);
  log.left('a', 2);
  await time.advance(5_000);
  expect(kept.size).toBe(1);
});

it('keeps a screen that goes while others are being stored', async () => {
  log.joined('a', clerk);
  log.joined('b', clerk);
  await time.advance(5_000);
  onPut = () => {
    onPut = () => undefined;
    log.left('b', 1);
  };
  log.left('a', 1);
  await time.advance(5_000);
  await log.stop();
  expect(spans()).toEqual([
    [0, 5],
    [0, 10],
  ]);
});

it('says each minute who is still there, and ends all when the process stops', async () => {
  log.joined('a', clerk);
  await time.advance(130_000);
  expect(spans()).toEqual([[0, 125]]);
  log.joined('b', { ...clerk, userId: 6, directs: false });
  await time.advance(1_000);
  await log.stop();
  expect(spans()).toEqual([
    [0, 131],
    [130, 131],
  ]);
});

it('keeps no screen of an event that was deleted, and those of others', async () => {
  log.joined('a', clerk);
  log.joined('a', { ...clerk, eventId: 2 });
  await time.advance(5_000);
  deleted.add(1);
  kept.clear();
  await time.advance(60_000);
  log.left('a', 1);
  log.left('a', 2);
  await time.advance(5_000);
  await log.stop();
  expect([...kept.values()].map(({ eventId }) => eventId)).toEqual([2]);
});
