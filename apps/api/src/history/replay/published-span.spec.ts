import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LiveCar } from '@flagpost/contracts';
import type { SightingBlock, SightingStore } from '@flagpost/records';
import { createSightings, decodePastSpan, joinSightings, minuteOf, type PastRows } from '@flagpost/telemetry';
import { liveCarOf } from '../../testing/live-cars.js';
import { readPublishedSpan } from './published-span.js';

const EVENT = 7;
const SECOND = 1_000;
const MINUTE = 60_000;
/** Not a minute with a keyframe. */
const BEGAN = Date.UTC(2026, 5, 6, 12, 2);
const CARS = [4, 23, 99];
const NOTHING = { linked: false, track: null, driver: null };

const carAt = (invitationId: number, second: number): LiveCar =>
  liveCarOf(invitationId, {
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

it('has the states that reading every block gives, also of cars that had long not changed', async () => {
  const leg = fc.record({
    seconds: fc.integer({ min: 1, max: 400 }),
    driving: fc.subarray(CARS),
    isAnew: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: 120 }),
      async (legs, fromSecond, lasts) => {
        const blocks = publish(legs);
        const [from, to] = [BEGAN + fromSecond * SECOND, BEGAN + (fromSecond + lasts) * SECOND];
        const read = await readPublishedSpan(storeOf(blocks), EVENT, { from, to });
        for (const [id, rows] of wholeSpan(blocks, from, to))
          expect([id, [...(read.get(id) ?? [])]]).toEqual([id, [...rows]]);
      },
    ),
    { numRuns: 300 },
  );
});
