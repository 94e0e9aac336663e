import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { createBlockCodec, minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { createHistoryWriter } from './history.js';

const CAR = { eventId: 1, invitationId: 7 };
const NOW = Date.UTC(2026, 5, 6, 12);
const MINUTE = minuteOf(NOW);

const fix = (second: number): HistoryFix => ({
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

  const secondsStored = async (): Promise<readonly number[]> => {
    const block = await records.history.get(CAR.eventId, CAR.invitationId, MINUTE);
    const fixes = block === null ? [] : createBlockCodec().decode(MINUTE, block.bytes);
    return fixes.map(({ receivedAt }) => (receivedAt - NOW) / 1_000).sort((a, b) => a - b);
  };

  it('grows a block, fix by fix', async () => {
    const writer = createHistoryWriter(records.history);
    for (const second of [1, 2, 3]) {
      writer.add(CAR, fix(second));
      await writer.flush();
    }
    expect(await secondsStored()).toEqual([1, 2, 3]);
  });

  it('keeps what its successor wrote while it slept, each fix once', async () => {
    const slept = createHistoryWriter(records.history);
    slept.add(CAR, fix(1));
    await slept.flush();

    const successor = createHistoryWriter(records.history);
    for (const second of [1, 2, 3]) successor.add(CAR, fix(second));
    await successor.flush();

    slept.add(CAR, fix(2));
    slept.add(CAR, fix(4));
    await slept.flush();
    successor.add(CAR, fix(5));
    await successor.flush();
    expect(await secondsStored()).toEqual([1, 2, 3, 4, 5]);
  });

  it('has what could not be stored in the next attempt', async () => {
    const { history } = records;
    let away = true;
    const writer = createHistoryWriter({
      ...history,
      async put(blocks) {
        const refused = await history.put(blocks);
        if (away) throw new Error('The answer was lost.');
        return refused;
      },
    });
    writer.add(CAR, fix(1));
    await expect(writer.flush()).rejects.toThrow('lost');
    away = false;
    writer.add(CAR, fix(2));
    await writer.flush();
    expect(await secondsStored()).toEqual([1, 2]);
  });
});
