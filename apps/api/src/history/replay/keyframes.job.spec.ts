import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { EventAnswer } from '@flagpost/contracts';
import { minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { until } from '@flagpost/testing';
import { NOW, startHarness, type Harness } from '../../testing/harness.js';
import { keepHistory } from '../../testing/kept-history.js';
import { aPublishedRace, eventBody, type Race } from '../../testing/race-fixture.js';
import { heldAt } from '../../testing/recorded.js';

const MINUTE = 60_000;
const CAR = 9_001;

let harness: Harness;
let race: Race;
beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
}, 30_000);
afterAll(() => harness.stop());

const driveFor = (eventId: number, minutes: number, from = NOW): Promise<void> => {
  const fixes = Array.from({ length: minutes * 6 }, (_, i): HistoryFix => {
    const at = from + i * 10_000;
    return { receivedAt: at, t: at, lat: 44.6 + i / 1_000, lng: 8.1, speedKph: 40, headingDeg: 0 };
  });
  return keepHistory(harness, eventId, CAR, fixes);
};
const keptOf = async (eventId: number, from = NOW): Promise<number[]> =>
  (await harness.dependencies.records.history.keyframes(eventId)).map(
    ({ minute }) => minute - minuteOf(from),
  );

it('keeps the keyframes of a race while it is driven, and of none that was over before', async () => {
  const began = NOW - 30 * 60 * MINUTE;
  const made = await race.as('planner').post('/events', eventBody(race.categoryId));
  const { eveId: former } = made.body as EventAnswer;
  await heldAt(harness, former, { startsAt: began, finishesAt: began + 60 * MINUTE });
  await driveFor(former, 20, began);
  await driveFor(race.eventId, 10);
  await harness.time.advance(10 * MINUTE);
  await until('the first keyframe', async () => (await keptOf(race.eventId)).length === 1);
  await driveFor(race.eventId, 20);
  await harness.time.advance(10 * MINUTE);
  await until('the next two', async () => (await keptOf(race.eventId)).length === 3);
  expect(await keptOf(race.eventId)).toEqual([4, 9, 14]);
  expect(await keptOf(former, began)).toEqual([]);
});
