import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LiveCar } from '@flagpost/contracts';
import type { HistoryBlock, HistoryStore, SightingBlock, SightingStore } from '@flagpost/records';
import { createSightings, decodePastSpan, joinSightings, minuteOf, type PastRows } from '@flagpost/telemetry';
import {
  compactSightings,
  createJournalCodec,
  INPUT_ROW,
  inputsIn,
  isCompact,
  setInputRow,
} from '@flagpost/telemetry/journal';
import { liveCar } from '@flagpost/testing';
import { publishedFrom, readPublishedSpan } from './published-span.js';

const EVENT = 7;
const SECOND = 1_000;
const MINUTE = 60_000;
/** Not a minute with a keyframe. */
const BEGAN = Date.UTC(2026, 5, 6, 12, 2);
const CARS = [4, 23, 99];
const NOTHING = { linked: false, track: null, driver: null };

const carAt = (invitationId: number, second: number): LiveCar =>
  liveCar(invitationId, {
    receivedAt: BEGAN + second * SECOND - 40,
    t: BEGAN + second * SECOND - 200,
    lat: 44 + second * 1e-4,
  });

/** For so many seconds these cars have a new position with each; from the second leg on another process may publish. */
interface Leg {
  readonly seconds: number;
  readonly driving: readonly number[];
  readonly isAnew: boolean;
}

const publish = (legs: readonly Leg[]): SightingBlock[] => {
  const blocks: SightingBlock[] = [];
  let sightings = createSightings(EVENT);
  let writer = 0;
  const newest = new Map<number, LiveCar>();
  const take = (): void => {
    const block = sightings.block();
    if (block !== null) blocks.push({ eventId: EVENT, writer: String(writer), ...block });
  };
  let second = 0;
  for (const { seconds, driving, isAnew } of legs) {
    if (isAnew) {
      take();
      writer += 1;
      sightings = createSightings(EVENT);
      for (const car of newest.values()) sightings.take(BEGAN + second * SECOND, car);
    }
    for (const end = second + seconds; second < end; second += 1) {
      const now = BEGAN + second * SECOND + 900;
      if (sightings.endsBefore(now)) take();
      for (const id of driving) {
        const car = carAt(id, second);
        newest.set(id, car);
        sightings.take(BEGAN + second * SECOND + 100, car);
      }
      sightings.second(now, () => NOTHING);
    }
  }
  take();
  return blocks;
};

const storeOf = (blocks: readonly SightingBlock[]): Pick<SightingStore, 'minutes' | 'read'> => ({
  minutes: (_eventId, until) => {
    const minutes = blocks.map(({ minute }) => minute).filter((minute) => minute <= until);
    return Promise.resolve(
      minutes.length === 0 ? null : { first: Math.min(...minutes), newest: Math.max(...minutes) },
    );
  },
  read: (_eventId, from, to) =>
    Promise.resolve(blocks.filter(({ minute }) => minute >= from && minute <= to)),
});

/** The journals of cars that sent what was published, up to a second. */
const journalsOf = (seconds: number): HistoryBlock[] => {
  const codec = createJournalCodec();
  return CARS.flatMap((invitationId) =>
    Array.from({ length: Math.ceil(seconds / 60) }, (_, index): HistoryBlock => {
      const minute = minuteOf(BEGAN) + index;
      const sent = Array.from({ length: 60 }, (_each, i) => carAt(invitationId, 60 * index + i)).filter(
        ({ receivedAt }) => minuteOf(receivedAt ?? NaN) === minute,
      );
      const rows = new Float64Array(sent.length * INPUT_ROW);
      sent.forEach(({ receivedAt, t, lat, lng, speedKph }, i) => {
        const input = { receivedAt: receivedAt ?? 0, t: t ?? 0, lat: lat ?? 0, lng: lng ?? 0, speedKph };
        setInputRow(rows, i * INPUT_ROW, input, 'accepted', i, 1);
      });
      return { eventId: EVENT, invitationId, minute, bytes: codec.append(minute, null, rows, []) };
    }),
  );
};
const historyOf = (blocks: readonly HistoryBlock[]): Pick<HistoryStore, 'get' | 'read'> => ({
  get: (_eventId, invitationId, minute) =>
    Promise.resolve(
      blocks.find((block) => block.invitationId === invitationId && block.minute === minute) ?? null,
    ),
  read: (_eventId, from, to) =>
    Promise.resolve(blocks.filter(({ minute }) => minute >= from && minute <= to)),
});
const NO_HISTORY = historyOf([]);
/** The blocks of these minutes refer to the journals. */
const compacted = (
  blocks: readonly SightingBlock[],
  journals: readonly HistoryBlock[],
  isOver: (minute: number) => boolean,
): SightingBlock[] =>
  blocks.map((block) => {
    if (!isOver(block.minute)) return block;
    const inputsOf = inputsIn(
      (id, minute) => journals.find((one) => one.invitationId === id && one.minute === minute)?.bytes,
    );
    return { ...block, bytes: compactSightings(block.bytes, inputsOf) };
  });

/** By all blocks that there are. */
const wholeSpan = (blocks: readonly SightingBlock[], from: number, to: number): Map<number, PastRows> => {
  const parts = blocks
    .filter(({ minute }) => minute <= minuteOf(to + MINUTE))
    .flatMap(({ bytes }) => [...decodePastSpan(bytes).cars]);
  return new Map(
    [...new Set(parts.map(([id]) => id))].map((id) => [
      id,
      joinSightings(
        parts.flatMap(([of, rows]) => (of === id ? [rows] : [])),
        from,
        to,
      ),
    ]),
  );
};

const leg = fc.record({
  seconds: fc.integer({ min: 1, max: 400 }),
  driving: fc.subarray(CARS),
  isAnew: fc.boolean(),
});

it('has the states that reading every block gives, also of cars that had long not changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: 120 }),
      async (legs, fromSecond, lasts) => {
        const blocks = publish(legs);
        const [from, to] = [BEGAN + fromSecond * SECOND, BEGAN + (fromSecond + lasts) * SECOND];
        const read = await readPublishedSpan({ history: NO_HISTORY, sightings: storeOf(blocks) }, EVENT, {
          from,
          to,
        });
        for (const [id, rows] of wholeSpan(blocks, from, to))
          expect([id, [...(read.get(id) ?? [])]]).toEqual([id, [...rows]]);
      },
    ),
    { numRuns: 300 },
  );
});

it('has the same states of blocks that refer to the journals, of all cars or of some', async () => {
  const journals = journalsOf(2_400);
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: 120 }),
      fc.func(fc.boolean()),
      fc.subarray(CARS),
      async (legs, fromSecond, lasts, isOver, wanted) => {
        const blocks = publish(legs);
        const span = { from: BEGAN + fromSecond * SECOND, to: BEGAN + (fromSecond + lasts) * SECOND };
        const before = { history: NO_HISTORY, sightings: storeOf(blocks) };
        const stored = compacted(blocks, journals, isOver);
        const after = { history: historyOf(journals), sightings: storeOf(stored) };
        const read = await readPublishedSpan(after, EVENT, span);
        expect(read).toEqual(await readPublishedSpan(before, EVENT, span));
        const some = await readPublishedSpan(after, EVENT, span, (id) => wanted.includes(id));
        expect(some).toEqual(new Map([...read].filter(([id]) => wanted.includes(id))));
        expect(await publishedFrom(after.sightings, EVENT)).toBe(
          await publishedFrom(before.sightings, EVENT),
        );
      },
    ),
    { numRuns: 200 },
  );
});

it('is refused, and not another place shown, if a journal is gone', async () => {
  const journals = journalsOf(120);
  const sightings = storeOf(
    compacted(publish([{ seconds: 100, driving: CARS, isAnew: false }]), journals, () => true),
  );
  expect((await sightings.read(EVENT, 0, Infinity)).every(({ bytes }) => isCompact(bytes))).toBe(true);
  const span = { from: BEGAN + 10 * SECOND, to: BEGAN + 20 * SECOND };
  const left = journals.filter(({ invitationId }) => invitationId !== 23);
  await expect(readPublishedSpan({ history: historyOf(left), sightings }, EVENT, span)).rejects.toThrow(
    RangeError,
  );
  const others = await readPublishedSpan(
    { history: historyOf(left), sightings },
    EVENT,
    span,
    (id) => id !== 23,
  );
  expect([...others.keys()]).toEqual([4, 99]);
});
