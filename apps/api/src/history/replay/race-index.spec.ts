import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { RULES_NOW } from '@flagpost/contracts';
import fc from 'fast-check';
import type { HistoryStore, Records, SightingStore } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { keepHistory } from '../../testing/kept-history.js';
import { openRaceReading, type RaceIndex } from './race-index.js';

const EVENT = 7;
const BEGAN = Date.UTC(2026, 5, 6, 12);
const FIRST_MINUTE = minuteOf(BEGAN);
const SECOND = 1_000;
const MINUTE = 60_000;

let folder: string;
let records: Records & { close(): Promise<void> };
let now: number;
const clock = { now: () => now };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-'));
  records = sqliteRecords({ path: join(folder, 'records.db') });
  now = BEGAN;
});
afterEach(async () => {
  await records.close();
  await rm(folder, { recursive: true });
});

/** What a car does for some seconds, one after the other. */
interface Leg {
  readonly does: 'drives' | 'stands' | 'isSilent' | 'sendsLate';
  readonly seconds: number;
}

const fixesOf = (legs: readonly Leg[]): HistoryFix[] => {
  const fixes: HistoryFix[] = [];
  let [at, lat] = [BEGAN, 44.6];
  for (const { does, seconds } of legs) {
    const end = at + seconds * SECOND;
    for (; at < end; at += 5 * SECOND) {
      if (does === 'isSilent') continue;
      if (does !== 'stands') lat += 0.001;
      const receivedAt = does === 'sendsLate' ? end - 1 : at + 300;
      fixes.push({ receivedAt, t: at, lat, lng: 8.16, speedKph: does === 'stands' ? 0 : 80, headingDeg: 0 });
    }
  }
  return fixes;
};

const keep = (invitationId: number, fixes: readonly HistoryFix[]): Promise<void> =>
  keepHistory({ dependencies: { records } }, EVENT, invitationId, fixes);
const drivesFor = (minutes: number): HistoryFix[] => fixesOf([{ does: 'drives', seconds: minutes * 60 }]);

interface Reads {
  readonly index: RaceIndex;
  /** The first minute of which blocks were asked for; null if none was. */
  readonly from: number | null;
}
/** A reading of a process that has just started. Each call reads on. */
const openReading = (): (() => Promise<Reads>) => {
  let from: number | null = null;
  const { history } = records;
  const counted: HistoryStore = {
    ...history,
    read: (eventId, fromMinute, toMinute, limit, after) => {
      from ??= fromMinute - FIRST_MINUTE;
      return history.read(eventId, fromMinute, toMinute, limit, after);
    },
  };
  const reading = openRaceReading({ ...records, history: counted }, EVENT, clock);
  return async () => {
    from = null;
    const index = await reading.read();
    return { index, from };
  };
};
const readAnew = (): Promise<Reads> => openReading()();
/** The columns and periods of an index; the cars of two indexes cannot be compared, as each has its replay. */
const plain = ({ cars, ...rest }: RaceIndex): object => ({
  ...rest,
  cars: [...cars]
    .map(([id, { minutes, earliest, latest, newest }]) => ({ id, minutes, earliest, latest, newest }))
    .sort((one, other) => one.id - other.id),
});
const withoutKeyframes = async (): Promise<object> => {
  const history: HistoryStore = {
    ...records.history,
    keyframes: () => Promise.resolve([]),
    putKeyframes: () => Promise.resolve(),
    dropKeyframes: () => Promise.resolve(),
  };
  return plain(await openRaceReading({ ...records, history }, EVENT, clock).read());
};
const keptMinutes = async (): Promise<number[]> =>
  (await records.history.keyframes(EVENT)).map(({ minute }) => minute - FIRST_MINUTE);

const leg = fc.record({
  does: fc.constantFrom('drives' as const, 'stands' as const, 'isSilent' as const, 'sendsLate' as const),
  seconds: fc.integer({ min: 5, max: 600 }),
});

it('is the same, however often the race was read meanwhile, and by whom', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(leg, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
      async (cars, readings) => {
        await records.history.forget(EVENT);
        const fixes = cars.map(fixesOf);
        const going = openRaceReading(records, EVENT, clock);
        const storeUpTo = async (time: number): Promise<void> => {
          for (const [i, of] of fixes.entries())
            await keep(
              i + 1,
              of.filter(({ receivedAt }) => receivedAt < time),
            );
        };
        for (const minutes of readings.sort((one, other) => one - other)) {
          now = BEGAN + minutes * MINUTE + 30 * SECOND;
          await storeUpTo(now);
          await going.read();
          expect(plain((await readAnew()).index)).toEqual(await withoutKeyframes());
        }
        await storeUpTo(Infinity);
        const expected = await withoutKeyframes();
        expect(plain(await going.read())).toEqual(expected);
        expect(plain((await readAnew()).index)).toEqual(expected);
        expect(plain((await readAnew()).index)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

it('knows of a car without a link when it was silent and stood: as it happened, and as it was received', async () => {
  const driven = fixesOf([
    { does: 'drives', seconds: 120 },
    { does: 'stands', seconds: 60 },
    { does: 'drives', seconds: 120 },
    { does: 'isSilent', seconds: 60 },
    { does: 'drives', seconds: 30 },
  ]);
  const [lostAt, foundAt] = [BEGAN + 60 * SECOND, BEGAN + 300 * SECOND];
  const isLost = (t: number): boolean => t >= lostAt && t < foundAt;
  await keep(
    1,
    driven.map((fix, i) => (isLost(fix.t) ? { ...fix, receivedAt: foundAt + i } : fix)),
  );
  const { silences, stops } = (await readAnew()).index;
  // The fix that began the place where it stood is ten seconds old.
  expect(stops.happened).toEqual([[1, BEGAN + 125 * SECOND, BEGAN + 180 * SECOND]]);
  expect(silences.happened).toEqual([[1, BEGAN + 310 * SECOND, BEGAN + 360 * SECOND]]);
  expect(stops.seen).toHaveLength(1);
  expect(stops.seen[0]?.[1]).toBeGreaterThan(foundAt);
  expect(silences.seen.map(([, from]) => from)).toEqual([
    lostAt - 5 * SECOND + 300 + 15 * SECOND,
    expect.any(Number),
  ]);
});

it('has one silence less, however late what was driven in it comes', async () => {
  const driven = fixesOf([
    { does: 'drives', seconds: 60 },
    { does: 'isSilent', seconds: 60 },
    { does: 'drives', seconds: 1_200 },
  ]);
  const silencesOf = async (): Promise<unknown> => (await readAnew()).index.silences;
  await keep(1, driven);
  const seen = [[1, BEGAN + 70 * SECOND + 300, BEGAN + 120 * SECOND + 300]];
  expect(await silencesOf()).toEqual({
    happened: [[1, BEGAN + 70 * SECOND, BEGAN + 120 * SECOND]],
    seen,
  });
  const missing = [70, 85, 100, 115].map((second) => ({
    receivedAt: BEGAN + 1_300 * SECOND + second,
    t: BEGAN + second * SECOND,
    lat: 44.7,
    lng: 8.16,
    speedKph: 80,
    headingDeg: 0,
  }));
  await keep(1, [...driven, ...missing]);
  expect(await silencesOf()).toEqual({ happened: [], seen });
});

it('keeps a keyframe of every fifth minute that is complete, and goes on from the newest', async () => {
  await keep(1, drivesFor(32));
  await keep(2, drivesFor(32));
  expect((await readAnew()).from).toBe(0);
  expect(await keptMinutes()).toEqual([4, 9, 14, 19, 24]);
  expect((await readAnew()).from).toBe(21);
  await keep(1, drivesFor(41));
  expect((await readAnew()).from).toBe(21);
  expect(await keptMinutes()).toEqual([4, 9, 14, 19, 24, 29, 34]);
  expect((await readAnew()).from).toBe(31);
});

it('has what a block of a keyframe got later', async () => {
  const last = drivesFor(5).filter(({ t }) => t >= BEGAN + 4 * MINUTE);
  await keep(1, drivesFor(12));
  await keep(2, last.slice(0, 3));
  await readAnew();
  await keep(1, drivesFor(20));
  await keep(2, last);
  await readAnew();
  expect(await keptMinutes()).toEqual([4, 9, 14]);
  expect(plain((await readAnew()).index)).toEqual(await withoutKeyframes());
});

it('reads everything again when blocks have come late, and keeps other keyframes', async () => {
  await keep(1, drivesFor(32));
  await readAnew();
  const before = await records.history.keyframes(EVENT);
  // The cars of a telemetry-ingest that was suspended.
  await keep(2, drivesFor(12));
  now += MINUTE;
  const { index } = await readAnew();
  expect(index.cars.size).toBe(2);
  expect(plain(index)).toEqual(await withoutKeyframes());
  const after = await records.history.keyframes(EVENT);
  expect(after).toHaveLength(before.length);
  expect(after).not.toEqual(before);
});

it('reads the newest minutes of a race that rests once a minute, and at once when it goes on', async () => {
  await keep(1, drivesFor(10));
  const read = openReading();
  now = BEGAN + 10 * MINUTE;
  await read();
  expect((await read()).from).toBe(6);
  now = BEGAN + 14 * MINUTE;
  expect((await read()).from).toBe(6);
  expect((await read()).from).toBeNull();
  await keep(2, drivesFor(12));
  expect((await read()).index.cars.size).toBe(2);
  now = BEGAN + 20 * MINUTE;
  await read();
  await keep(3, drivesFor(2));
  now += MINUTE;
  const { index } = await read();
  expect(plain(index)).toEqual(await withoutKeyframes());
});

it('has all of a race that rests after a reading of it has failed', async () => {
  await keep(1, drivesFor(10));
  let isAway = false;
  const sightings: Pick<SightingStore, 'minutes' | 'read'> = {
    minutes: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(null)),
    read: () => Promise.resolve([]),
  };
  const reading = openRaceReading({ history: records.history, sightings }, EVENT, clock);
  now = BEGAN + 20 * MINUTE;
  await reading.read();
  await keep(2, drivesFor(12));
  isAway = true;
  await expect(reading.read()).rejects.toThrow('away');
  isAway = false;
  expect((await reading.read()).cars.size).toBe(2);
});

it('reads from the first block if a keyframe is missing, and keeps it again', async () => {
  await keep(1, drivesFor(32));
  await readAnew();
  const [, ...others] = await records.history.keyframes(EVENT);
  await records.history.dropKeyframes(EVENT);
  await records.history.putKeyframes(others);
  expect(plain((await readAnew()).index)).toEqual(await withoutKeyframes());
  expect(await keptMinutes()).toEqual([4, 9, 14, 19, 24]);
});

it('does not use what another release has kept', async () => {
  await keep(1, drivesFor(32));
  await readAnew();
  const [first] = await records.history.keyframes(EVENT);
  const bytes = inflateRawSync(first?.bytes ?? new Uint8Array());
  const [version, rules] = [
    Buffer.from(bytes),
    Buffer.from(bytes.toString('latin1').replace(RULES_NOW, 'circle-0'), 'latin1'),
  ];
  version.writeUInt8(9, 0);
  for (const changed of [version, rules]) {
    await records.history.putKeyframes([
      { eventId: EVENT, minute: first?.minute ?? 0, bytes: deflateRawSync(changed) },
    ]);
    expect((await readAnew()).from).toBe(0);
  }
});
