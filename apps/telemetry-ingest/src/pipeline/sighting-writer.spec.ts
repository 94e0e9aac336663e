import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveFrame } from '@flagpost/contracts';
import { ServiceUnavailableError, silentLogger } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { decodePastSpan, minuteOf } from '@flagpost/telemetry';
import { countingIds, until, virtualTime } from '@flagpost/testing';
import { createSightingWriter, type SightingWriter } from './sighting-writer.js';

const START = Date.UTC(2026, 5, 1, 12);
const EVENT = 7;
const frame = (serverTime: number, cars = 1, eventId = EVENT): LiveFrame => ({
  eventId,
  serverTime,
  cars: Array.from({ length: cars }, (_, i) => ({
    invitationId: i + 1,
    receivedAt: serverTime - 50,
    t: serverTime - 100,
    lat: 44.6 + (serverTime - START) / 1e8,
    lng: 8.16,
    speedKph: 100,
    headingDeg: 90,
    battery: null,
    lapEpoch: 0,
    counter: 0,
    lastLapMs: null,
    bestLapMs: null,
    offline: false,
    stopped: false,
    sos: false,
  })),
});

let time: ReturnType<typeof virtualTime>;
let records: Records;
let writer: SightingWriter;
let isAway: boolean;
let isDeleted: boolean;
let warnings: { readonly message: string; readonly context: unknown }[];
const begin = (): SightingWriter =>
  createSightingWriter({
    sightings: {
      put: (blocks) =>
        isAway ? Promise.reject(new ServiceUnavailableError('away')) : records.sightings.put(blocks),
    },
    clock: time,
    scheduler: time,
    ids: countingIds(),
    logger: { ...silentLogger, warn: (message, context) => void warnings.push({ message, context }) },
    besideOf: () => ({ linked: true, track: null, driver: null }),
    isDeleted: () => isDeleted,
  });
beforeEach(() => {
  time = virtualTime(START);
  records = sqliteRecords({ path: ':memory:' });
  [isAway, isDeleted] = [false, false];
  warnings = [];
  writer = begin();
});
afterEach(async () => {
  await writer.stop();
  await records.close();
});

const drive = async (seconds: number, cars?: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    writer.published([frame(time.now(), cars)]);
    await time.advance(1_000);
  }
};
/** Seconds of the first car that are stored. */
const stored = async (): Promise<number[]> => {
  const blocks = await records.sightings.read(EVENT, 0, minuteOf(START) + 1_000);
  return blocks.flatMap(({ bytes }) =>
    [...(decodePastSpan(bytes).cars.get(1) ?? [])]
      .filter((_, i) => i % 9 === 0)
      .map((at) => (at - START) / 1_000),
  );
};

describe('what a process publishes', () => {
  it('is stored every 10 s, and the rest when it stops', async () => {
    await drive(12);
    await until('ten seconds are stored', async () => (await stored()).length === 10);
    await writer.stop();
    expect(await stored()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('is a block for each minute and each hundred cars', async () => {
    await drive(70, 250);
    await writer.stop();
    const blocks = await records.sightings.read(EVENT, 0, minuteOf(START) + 1);
    expect(
      blocks.map(({ minute, writer: name }) => `${minute - minuteOf(START)} ${name.split('.')[1]}`),
    ).toEqual(['0 0', '0 1', '0 2', '1 0', '1 1', '1 2']);
    expect(blocks.map(({ bytes }) => decodePastSpan(bytes).cars.size)).toEqual([100, 100, 50, 100, 100, 50]);
  });

  it('is stored of every event, however many there are', async () => {
    const eventIds = Array.from({ length: 250 }, (_, i) => 1_000 + i);
    for (let second = 0; second < 70; second += 1) {
      writer.published(eventIds.map((eventId) => frame(time.now(), 1, eventId)));
      await time.advance(1_000);
    }
    await writer.stop();
    const minute = minuteOf(START);
    for (const eventId of eventIds) {
      const blocks = await records.sightings.read(eventId, minute, minute + 1);
      expect([eventId, blocks.map((block) => block.minute - minute)]).toEqual([eventId, [0, 1]]);
    }
  });

  it('waits in two hundred blocks of minutes that are over, and what is dropped is logged', async () => {
    isAway = true;
    const eventIds = Array.from({ length: 250 }, (_, i) => 1_000 + i);
    writer.published(eventIds.map((eventId) => frame(time.now(), 1, eventId)));
    await time.advance(10_000);
    await until('the first attempt to fail', () => warnings.length === 1);
    await until('blocks to be dropped', () => warnings.length > 1, { advance: () => time.advance(1_000) });
    expect(warnings).toMatchObject([
      { message: 'what race control sees is not kept' },
      { message: 'sightings are dropped', context: { blocks: 50 } },
    ]);
    expect(time.now() - START).toBeGreaterThanOrEqual(60_000);
    isAway = false;
    await writer.stop();
    const minute = minuteOf(START);
    const kept = await Promise.all(
      eventIds.map((eventId) => records.sightings.read(eventId, minute, minute)),
    );
    expect(kept.flat()).toHaveLength(200);
  });

  it('waits while the records are away, also over the end of a minute', async () => {
    isAway = true;
    await drive(65);
    expect(await stored()).toEqual([]);
    isAway = false;
    await writer.stop();
    expect(await stored()).toHaveLength(65);
  });

  it('is not kept of a deleted event', async () => {
    await drive(2);
    isDeleted = true;
    await writer.stop();
    expect(await stored()).toEqual([]);
  });
});
