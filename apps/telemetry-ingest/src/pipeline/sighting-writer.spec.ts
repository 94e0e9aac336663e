import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LiveFrame } from '@flagpost/contracts';
import { ServiceUnavailableError, silentLogger } from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { decodePastSpan, minuteOf, type PastRows } from '@flagpost/telemetry';
import { inputsIn, isCompact, openSightings } from '@flagpost/telemetry/journal';
import { countingIds, liveCar, until, virtualTime } from '@flagpost/testing';
import { createHistoryWriter } from './history.js';
import { createSightingWriter, type SightingWriter } from './sighting-writer.js';

const START = Date.UTC(2026, 5, 1, 12);
const EVENT = 7;
const frame = (serverTime: number, cars = 1, eventId = EVENT): LiveFrame => ({
  eventId,
  serverTime,
  cars: Array.from({ length: cars }, (_, i) =>
    liveCar(i + 1, {
      receivedAt: serverTime - 50,
      t: serverTime - 100,
      lat: 44.6 + (serverTime - START) / 1e8,
    }),
  ),
});

let time: ReturnType<typeof virtualTime>;
let records: Records;
let writer: SightingWriter;
let isAway: boolean;
let deleted: Set<number>;
let warnings: { readonly message: string; readonly context: unknown }[];
let ids: ReturnType<typeof countingIds>;
const begin = (): SightingWriter =>
  createSightingWriter({
    records: {
      history: {
        ...records.history,
        read: (...of) =>
          isAway ? Promise.reject(new ServiceUnavailableError('away')) : records.history.read(...of),
      },
      sightings: {
        ...records.sightings,
        put: (blocks) =>
          isAway ? Promise.reject(new ServiceUnavailableError('away')) : records.sightings.put(blocks),
      },
    },
    clock: time,
    scheduler: time,
    ids,
    logger: { ...silentLogger, warn: (message, context) => void warnings.push({ message, context }) },
    besideOf: () => ({ linked: true, track: null, driver: null }),
    isDeleted: (eventId) => deleted.has(eventId),
  });
beforeEach(() => {
  time = virtualTime(START);
  records = sqliteRecords({ path: ':memory:' });
  isAway = false;
  deleted = new Set();
  warnings = [];
  ids = countingIds();
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
    deleted.add(EVENT);
    await writer.stop();
    expect(await stored()).toEqual([]);
  });

  it('is deleted of an event of which something was stored after others had deleted all', async () => {
    writer.published([frame(time.now(), 1, EVENT + 1)]);
    await drive(12);
    await until('ten seconds are stored', async () => (await stored()).length === 10);
    await records.sightings.forget(EVENT);
    await drive(10);
    await until('it is stored again', async () => (await stored()).length > 0);
    deleted.add(EVENT);
    await time.advance(10_000);
    await until('it is deleted', async () => (await stored()).length === 0);
    expect(await records.sightings.minutes(EVENT + 1, minuteOf(START))).not.toBeNull();
  });
});

describe('the blocks of a minute that is over', () => {
  const MINUTE = minuteOf(START);
  /** What frames of the minute show, as the journal of each car has it. */
  const keepJournals = async (cars: number): Promise<void> => {
    const history = createHistoryWriter(records.history, { run: START, offset: 0, from: 'nothing' });
    for (let second = 0; second < 60; second += 1)
      for (const { invitationId, receivedAt, t, lat, lng, speedKph, headingDeg } of frame(
        START + second * 1_000,
        cars,
      ).cars)
        history.add(
          { eventId: EVENT, invitationId },
          100 * second + invitationId,
          {
            receivedAt: receivedAt ?? 0,
            t: t ?? 0,
            lat: lat ?? 0,
            lng: lng ?? 0,
            speedKph,
            headingDeg: headingDeg ?? 0,
          },
          'accepted',
        );
    await history.flush();
  };
  const blocksOf = (minute: number) => records.sightings.read(EVENT, minute, minute);
  const areCompact = async (minute: number): Promise<boolean[]> =>
    (await blocksOf(minute)).map(({ bytes }) => isCompact(bytes));
  const statesOf = async (minute: number): Promise<[id: number, rows: PastRows][]> => {
    const journals = await records.history.read(EVENT, minute - 1, minute, 1_000);
    const inputsOf = inputsIn(
      (id, of) => journals.find((block) => block.invitationId === id && block.minute === of)?.bytes,
    );
    return (await blocksOf(minute)).flatMap(({ bytes }) => [...openSightings(bytes).states(inputsOf)]);
  };

  it('refer to the journals, half a minute later, and say the same', async () => {
    await keepJournals(150);
    await drive(80, 150);
    await until('the minute is stored', async () => (await statesOf(MINUTE))[0]?.[1].length === 59 * 9);
    expect(await areCompact(MINUTE)).toEqual([false, false]);
    const before = await statesOf(MINUTE);
    await drive(11, 150);
    await until('the blocks refer to the journals', async () => (await areCompact(MINUTE)).every(Boolean));
    expect(await areCompact(MINUTE)).toEqual([true, true]);
    expect(await statesOf(MINUTE)).toEqual(before);
    expect(await areCompact(MINUTE + 1)).toEqual([false, false]);
  });

  it('stay as they are without journals, and if their process ends before', async () => {
    await drive(85);
    await writer.stop();
    const ended = await blocksOf(MINUTE);
    writer = begin();
    await keepJournals(1);
    await drive(120);
    await until('the minute after is stored', async () => (await blocksOf(MINUTE + 3)).length > 0);
    expect(await blocksOf(MINUTE)).toEqual(ended);
    // No journal of these minutes was kept.
    expect(await areCompact(MINUTE + 1)).toEqual([false, false]);
    expect((await stored()).length).toBeGreaterThan(190);
  });

  it('of other writers are left alone', async () => {
    await keepJournals(1);
    const other = begin();
    for (let second = 0; second < 95; second += 1) {
      const frames = [frame(time.now())];
      writer.published(frames);
      if (second < 70) other.published(frames);
      await time.advance(1_000);
      if (second === 70) await other.stop();
    }
    await until('a block refers', async () => (await areCompact(MINUTE)).includes(true));
    expect(await areCompact(MINUTE)).toEqual([true, false]);
  });

  it('wait while the records are away', async () => {
    await keepJournals(1);
    await drive(85);
    await until('the minute is stored', async () => (await statesOf(MINUTE))[0]?.[1].length === 59 * 9);
    isAway = true;
    await drive(30);
    expect(await areCompact(MINUTE)).toEqual([false]);
    isAway = false;
    await drive(11);
    await until('the block refers to the journal', async () => (await areCompact(MINUTE)).every(Boolean));
  });
});
