import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PositionInput } from '@flagpost/contracts';
import type { HistoryStore, Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { minuteOf } from '@flagpost/telemetry';
import { formerBlock } from '@flagpost/telemetry/former-block';
import { createHistoryCodec, createJournalCodec, inOrder } from '@flagpost/telemetry/journal';
import { until } from '@flagpost/testing';
import { createHistoryWriter, type HistoryWriter } from './history.js';

const CAR = { eventId: 1, invitationId: 7 };
const NOW = Date.UTC(2026, 5, 6, 12);
const MINUTE = minuteOf(NOW);

const fix = (second: number): PositionInput => ({
  receivedAt: NOW + second * 1_000,
  t: NOW + second * 1_000,
  lat: 43.8,
  lng: -87.99,
  speedKph: 120,
  headingDeg: 90,
});

describe('the history that an instance writes', () => {
  let records: Records;
  beforeEach(() => {
    records = sqliteRecords({ path: ':memory:' });
  });
  afterEach(() => records.close());

  const writerFrom = (
    offset: number,
    from: 'saved' | 'nothing' = 'saved',
    store: HistoryStore = records.history,
  ): HistoryWriter => createHistoryWriter(store, { run: NOW - 1_000 + offset, offset, from });
  /** The input of a second has its number as its offset. */
  const add = (writer: HistoryWriter, second: number, more: Partial<PositionInput> = {}): void =>
    writer.add(CAR, second, { ...fix(second), ...more }, 'accepted');

  const bytesStored = async (): Promise<Uint8Array> =>
    (await records.history.get(CAR.eventId, CAR.invitationId, MINUTE))?.bytes ?? new Uint8Array();
  const entriesStored = async () => inOrder([createJournalCodec().read(MINUTE, await bytesStored())]);
  const secondsStored = async (): Promise<readonly number[]> =>
    (await entriesStored()).flatMap((entry) =>
      entry.type === 'input' ? [(entry.input.receivedAt - NOW) / 1_000] : [],
    );

  it('grows a block, input by input', async () => {
    const writer = writerFrom(1, 'nothing');
    for (const second of [1, 2, 3]) {
      add(writer, second);
      await writer.flush();
    }
    expect(await secondsStored()).toEqual([1, 2, 3]);
  });

  it('is one block, as if it had been stored at once, when the minute is over', async () => {
    const writer = writerFrom(1, 'nothing');
    for (const second of [1, 2, 3]) {
      add(writer, second);
      writer.note(CAR, second + 1, NOW + second * 1_000 + 500, { type: 'due', at: NOW + second * 1_000 });
      await writer.flush();
    }
    const parts = await bytesStored();
    add(writer, 61);
    await writer.flush();
    const one = await bytesStored();

    const { inputs, notes } = createJournalCodec().read(MINUTE, parts);
    expect(one).toEqual(Buffer.from(createJournalCodec().append(MINUTE, null, inputs, notes)));
    expect(one.length).toBeLessThan(parts.length);
    expect(await secondsStored()).toEqual([1, 2, 3]);
  });

  it('holds once what was stored without an answer, notes without an input too', async () => {
    const { history } = records;
    let isLost = false;
    const writer = writerFrom(1, 'nothing', {
      ...history,
      async put(blocks) {
        const refused = await history.put(blocks);
        if (isLost) throw new Error('The answer was lost.');
        return refused;
      },
    });
    add(writer, 1);
    await writer.flush();
    isLost = true;
    writer.note(CAR, 2, NOW + 1_500, { type: 'sweep', at: NOW + 1_500 });
    await expect(writer.flush()).rejects.toThrow('lost');
    isLost = false;
    for (const second of [2, 3, 61]) {
      add(writer, second);
      await writer.flush();
    }
    expect((await entriesStored()).map(({ type }) => type)).toEqual([
      'opened',
      'input',
      'sweep',
      'input',
      'input',
    ]);
  });

  it('keeps what its successor wrote while it slept, each input once, in order', async () => {
    const slept = writerFrom(1, 'nothing');
    add(slept, 1);
    await slept.flush();

    const successor = writerFrom(2);
    for (const second of [2, 4]) add(successor, second);
    await successor.flush();

    for (const second of [2, 3]) add(slept, second);
    await slept.flush();
    add(successor, 5);
    await successor.flush();
    expect(await secondsStored()).toEqual([1, 2, 3, 4, 5]);
  });

  it('reads no block to begin a minute, and one that is there once', async () => {
    const { history } = records;
    const read: number[] = [];
    const counted = {
      ...history,
      get: (eventId: number, invitationId: number, minute: number) => {
        read.push(minute - MINUTE);
        return history.get(eventId, invitationId, minute);
      },
    };
    const first = writerFrom(1, 'nothing', counted);
    for (const second of [1, 2, 61, 62]) {
      add(first, second);
      await first.flush();
    }
    expect(read).toEqual([]);
    // After a crash: the minute that was begun is there, and the one before, of which a fix is late.
    const second = writerFrom(2, 'saved', counted);
    for (const each of [63, 3, 64, 121]) {
      add(second, each);
      await second.flush();
    }
    expect(read).toEqual([1, 0]);
    expect(await secondsStored()).toEqual([1, 2, 3]);
  });

  it('has what could not be stored in the next attempt, and once what was', async () => {
    const { history } = records;
    let away = true;
    const writer = writerFrom(1, 'nothing', {
      ...history,
      async put(blocks) {
        const refused = await history.put(blocks);
        if (away) throw new Error('The answer was lost.');
        return refused;
      },
    });
    add(writer, 1, { signal: { type: 'sos', t: NOW } });
    writer.note(CAR, 2, NOW + 1_500, { type: 'sweep', at: NOW + 1_500 });
    await expect(writer.flush()).rejects.toThrow('lost');
    away = false;
    add(writer, 2);
    await writer.flush();
    expect((await entriesStored()).map(({ type }) => type)).toEqual(['opened', 'input', 'sweep', 'input']);
    expect((await entriesStored())[1]).toMatchObject({ input: { signal: { type: 'sos', t: NOW } } });
  });

  describe('of an event that is deleted', () => {
    const REST = { ...CAR, eventId: 2 };

    it('has no block, also where a minute was begun, and leaves other events alone', async () => {
      const writer = writerFrom(1, 'nothing');
      add(writer, 1);
      await writer.flush();
      add(writer, 2);
      writer.note(CAR, 3, NOW + 2_500, { type: 'sweep', at: NOW + 2_500 });
      writer.add(REST, 3, fix(3), 'accepted');
      writer.forget(CAR.eventId);
      await records.history.forget(CAR.eventId);
      await writer.flush();
      writer.add(REST, 61, fix(61), 'accepted');
      await writer.flush();
      expect(await records.history.extent(CAR.eventId)).toEqual({ cars: 0, minutes: 0 });
      expect(await records.history.extent(REST.eventId)).toEqual({ cars: 1, minutes: 2 });
    });

    it('has no block where one was on its way to the store', async () => {
      const { history } = records;
      let arrive: (() => void) | null = null;
      const writer = writerFrom(1, 'nothing', {
        ...history,
        async put(blocks) {
          if (arrive === null) await new Promise<void>((resolve) => (arrive = resolve));
          return history.put(blocks);
        },
      });
      add(writer, 1);
      const flushed = writer.flush();
      const onItsWay = await until('a block on its way', () => arrive ?? undefined);
      add(writer, 2);
      writer.forget(CAR.eventId);
      await history.forget(CAR.eventId);
      onItsWay();
      await flushed;
      expect(await secondsStored()).toEqual([1]);
      await writer.flush();
      expect(await history.extent(CAR.eventId)).toEqual({ cars: 0, minutes: 0 });
    });

    it('has no block where the records were away when it was deleted', async () => {
      const { history } = records;
      let isAway = false;
      const writer = writerFrom(1, 'nothing', {
        ...history,
        forget: (eventId) => (isAway ? Promise.reject(new Error('away')) : history.forget(eventId)),
      });
      add(writer, 1);
      await writer.flush();
      isAway = true;
      writer.forget(CAR.eventId);
      await expect(writer.flush()).rejects.toThrow('away');
      isAway = false;
      await writer.flush();
      expect(await history.extent(CAR.eventId)).toEqual({ cars: 0, minutes: 0 });
    });
  });

  it('goes on in a minute that a former release began', async () => {
    const { receivedAt, t = NOW, lat = 0, lng = 0 } = fix(1);
    const former = { receivedAt, t, lat, lng, speedKph: null, headingDeg: null };
    await records.history.put([{ ...CAR, minute: MINUTE, bytes: formerBlock(MINUTE, [former]) }]);
    const writer = writerFrom(2);
    add(writer, 2);
    await writer.flush();
    expect(await secondsStored()).toEqual([2]);
    const positions = createHistoryCodec().decode(MINUTE, await bytesStored());
    expect(positions.map((one) => (one.receivedAt - NOW) / 1_000)).toEqual([1, 2]);
  });
});
