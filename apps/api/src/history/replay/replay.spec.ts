import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagAnswer, type PastState, type PastStory, type Truth } from '@flagpost/contracts';
import {
  PAST,
  PAST_ROW,
  createSightings,
  decodePastSpan,
  type HistoryFix,
  type PastSpan,
} from '@flagpost/telemetry';
import { confirmedFact, lapFact, sosFact, stateFacts, stopFacts } from '../../testing/facts.js';
import { NOW, startHarness, type Harness } from '../../testing/harness.js';
import { keepHistory } from '../../testing/kept-history.js';
import { aPublishedRace, type Race } from '../../testing/race-fixture.js';

let harness: Harness;
let race: Race;
let one: number;
let two: number;
let red: number;
const SECOND = 1_000;
const MINUTE = 60_000;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

const fix = (t: number, lateMs = 300): HistoryFix => ({
  receivedAt: t + lateMs,
  t,
  lat: 44.6 + (t - NOW) / 10_000_000,
  lng: 8.16,
  speedKph: 120,
  headingDeg: 90,
});
const keep = (invitationId: number, fixes: readonly HistoryFix[]): Promise<void> =>
  keepHistory(harness, race.eventId, invitationId, fixes);
const everySecond = (from: number, to: number, lateMs?: number): HistoryFix[] =>
  Array.from({ length: (to - from) / SECOND }, (_, i) => fix(from + i * SECOND, lateMs));

const at = async (instant: number, truth: Truth): Promise<PastState> => {
  const path = `/history/${race.eventId}/at?instant=${iso(instant)}&truth=${truth}`;
  const answer = await race.as('viewer').get(path);
  expect(answer.status).toBe(200);
  return answer.body as PastState;
};
const carAt = async (invitationId: number, instant: number, truth: Truth) => {
  const { cars } = await at(instant, truth);
  return cars.find(({ InvitationId }) => InvitationId === invitationId);
};
const span = async (from: number, to: number, truth: Truth): Promise<PastSpan> => {
  const path = `/history/${race.eventId}/span?from=${iso(from)}&to=${iso(to)}&truth=${truth}`;
  const answer = await race.as('viewer').get(path).responseType('blob');
  expect(answer.status).toBe(200);
  return decodePastSpan(new Uint8Array(answer.body as Buffer));
};

/**
 * Car 1 sends every second for ten minutes. Car 2 is without a link from the third to the sixth minute, and delivers what
 * it drove then in the seventh. Red is sent 270 s in; car 1 confirms at once, car 2 once it has a link.
 */
beforeAll(async () => {
  harness = await startHarness();
  race = await aPublishedRace(harness);
  [one, two] = [await race.add('1'), await race.add('2')];
  await race.as('planner').patch('/invitations/authorized', { Invitations: [one, two], Authorized: 1 });
  await keep(one, everySecond(NOW, NOW + 10 * MINUTE));
  const lost = everySecond(NOW + 2 * MINUTE, NOW + 6 * MINUTE, 0).map((each, i) => ({
    ...each,
    receivedAt: NOW + 6 * MINUTE + i * 10,
  }));
  await keep(two, [
    ...everySecond(NOW, NOW + 2 * MINUTE),
    ...lost,
    ...everySecond(NOW + 6 * MINUTE + 5 * SECOND, NOW + 10 * MINUTE),
  ]);
  await harness.time.advance(270 * SECOND);
  const sent = await race.as('director').post('/flagRecords', {
    EventId: race.eventId,
    StateId: FLAGS.red,
    InvitationsSelected: [],
  });
  red = (sent.body as FlagAnswer).FlagId;
  const stated = (invitationId: number, receivedAt: number) => ({
    eventId: race.eventId,
    invitationId,
    receivedAt,
  });
  const late = confirmedFact(stated(two, NOW + 6 * MINUTE), red);
  await stateFacts(
    harness,
    confirmedFact(stated(one, NOW + 272 * SECOND), red),
    'confirmedAt' in late ? { ...late, confirmedAt: NOW + 275 * SECOND } : late,
    sosFact(stated(one, NOW + 300 * SECOND)),
    lapFact(stated(one, NOW + 200 * SECOND), 1),
    lapFact(stated(one, NOW + 290 * SECOND), 2, { lapTimeMs: 89_000 }),
    ...stopFacts(stated(two, NOW + 400 * SECOND)),
  );
  await harness.time.advance(10 * MINUTE);
}, 30_000);
afterAll(() => harness.stop());

describe('a race at an instant', () => {
  it('has what happened where it happened, also what came later', async () => {
    const instant = NOW + 280 * SECOND;
    const happened = await carAt(two, instant, 'happened');
    expect(happened?.live).toMatchObject({ t: instant, offline: false, speedKph: 120 });
    expect(happened?.live.receivedAt).toBeGreaterThan(NOW + 6 * MINUTE);
  });

  it('has what race control saw: a car without a link where it was heard last', async () => {
    const seen = await carAt(two, NOW + 280 * SECOND, 'seen');
    expect(seen?.live).toMatchObject({ t: NOW + 119 * SECOND, offline: true });
    expect(seen?.look).toBe('offline');
  });

  it('is under the flags that had been sent, as far as each car had confirmed them', async () => {
    expect((await at(NOW + 269 * SECOND, 'seen')).flags).toEqual([]);
    const confirmedBy = async (truth: Truth) =>
      (await at(NOW + 280 * SECOND, truth)).flags.map(({ FlagId, Confirmed }) => [
        FlagId,
        Confirmed.map(({ InvitationId }) => InvitationId).sort((a, b) => a - b),
      ]);
    expect(await confirmedBy('happened')).toEqual([[red, [one, two]]]);
    expect(await confirmedBy('seen')).toEqual([[red, [one]]]);
    expect((await carAt(one, NOW + 280 * SECOND, 'seen'))?.look).toBe(FLAGS.red);
    expect((await carAt(one, NOW + 260 * SECOND, 'seen'))?.look).toBe('default');
  });

  it('has the SOS that were open, and the laps until then', async () => {
    expect((await at(NOW + 299_900, 'seen')).alerts).toEqual([]);
    expect((await at(NOW + 299_900, 'happened')).alerts).toHaveLength(1);
    expect((await carAt(one, NOW + 300 * SECOND, 'seen'))?.look).toBe('sos');
    const laps = async (instant: number) => (await carAt(one, instant, 'seen'))?.live;
    expect(await laps(NOW + 289 * SECOND)).toMatchObject({
      counter: 1,
      lastLapMs: 90_000,
      bestLapMs: 90_000,
    });
    expect(await laps(NOW + 290 * SECOND)).toMatchObject({
      counter: 2,
      lastLapMs: 89_000,
      bestLapMs: 89_000,
    });
  });

  it('is before and after its positions as it was', async () => {
    expect((await carAt(one, NOW - SECOND, 'happened'))?.live).toMatchObject({ lat: null, offline: true });
    expect((await carAt(one, NOW + 60 * MINUTE, 'happened'))?.live).toMatchObject({
      t: NOW + 10 * MINUTE - SECOND,
      offline: true,
    });
  });

  it('grows with the race', async () => {
    const later = NOW + 15 * MINUTE;
    expect((await carAt(one, later, 'seen'))?.live.offline).toBe(true);
    await keep(one, everySecond(later - 10 * SECOND, later));
    await harness.time.advance(5 * SECOND);
    expect((await carAt(one, later, 'seen'))?.live).toMatchObject({ t: later - SECOND, offline: false });
  });

  it('has what comes late of a moment just over at once, and of one long over once it is read on for another', async () => {
    const [longOver, justOver] = [NOW + 11 * MINUTE, NOW + 16 * MINUTE];
    const timeAt = async (instant: number) => (await carAt(two, instant, 'happened'))?.live.t;
    const before = await timeAt(longOver);
    const receivedAt = NOW + 17 * MINUTE;
    await keep(one, everySecond(justOver, receivedAt));
    await keep(
      two,
      [longOver, justOver].map((instant) => ({ ...fix(instant), receivedAt })),
    );
    await harness.time.advance(5 * SECOND);
    expect(await timeAt(longOver)).toBe(before);
    expect(await timeAt(justOver)).toBe(justOver);
    expect(await timeAt(longOver)).toBe(longOver);
  });

  it('has what came late of a moment long over after a minute', async () => {
    const longOver = NOW + 12 * MINUTE;
    const timeAt = async () => (await carAt(two, longOver, 'happened'))?.live.t;
    const before = await timeAt();
    await keep(two, [{ ...fix(longOver), receivedAt: NOW + 18 * MINUTE }]);
    await harness.time.advance(50 * SECOND);
    expect(await timeAt()).toBe(before);
    await harness.time.advance(10 * SECOND);
    expect(await timeAt()).toBe(longOver);
  });
});

describe('a span', () => {
  it('has the states of each car from the one in force to the one after it', async () => {
    const { cars } = await span(NOW + 100_500, NOW + 102_500, 'happened');
    const times = Array.from(cars.get(one) ?? []).filter((_, i) => i % PAST_ROW === PAST.at);
    expect(times).toEqual([100, 101, 102, 103].map((second) => NOW + second * SECOND));
  });

  it('differs by its truth', async () => {
    const from = NOW + 200 * SECOND;
    const [happened, seen] = [
      await span(from, from + MINUTE, 'happened'),
      await span(from, from + MINUTE, 'seen'),
    ];
    expect(happened.cars.get(two)?.length).toBe(PAST_ROW * 61);
    expect(seen.cars.get(two)?.[PAST.at]).toBe(NOW + 119 * SECOND + 300);
  });

  it('is of five minutes at most, between two times, in an order that is one', async () => {
    const ask = (query: string) => race.as('viewer').get(`/history/${race.eventId}/span?${query}`);
    const faults: [string, string][] = [
      [`from=${iso(NOW)}&to=${iso(NOW + 5 * MINUTE + 1)}`, 'to'],
      [`from=${iso(NOW + 1)}&to=${iso(NOW)}`, 'to'],
      [`from=${iso(NOW)}&to=now`, 'to'],
      [`from=${iso(NOW)}&to=${iso(NOW)}&truth=both`, 'truth'],
    ];
    for (const [query, field] of faults) {
      const answer = await ask(query);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.fields as object)).toEqual([field]);
    }
  });
});

describe('the story of a race', () => {
  it('has its cars, orders, signals with both their times, laps, silences and stops', async () => {
    const answer = await race.as('viewer').get(`/history/${race.eventId}/story`);
    expect(answer.status).toBe(200);
    const story = answer.body as PastStory;
    expect(story.source).toBe('reduced');
    expect(story.cars.map(({ CarNumber }) => CarNumber)).toEqual(['1', '2']);
    expect(story.boards.map((board) => board.cars[0]?.TrackFlag)).toEqual([FLAGS.red]);
    expect(story.confirmationsReceived.toSorted(([, a], [, b]) => a - b)).toEqual([
      [red, one, NOW + 272 * SECOND],
      [red, two, NOW + 6 * MINUTE],
    ]);
    expect(story.alertsReceived.map(([, raised]) => raised)).toEqual([NOW + 300 * SECOND]);
    expect(story.laps.map(([id, , lap, ms]) => [id, lap, ms])).toEqual([
      [one, 1, 90_000],
      [one, 2, 89_000],
    ]);
    expect(story.silences.seen[0]).toEqual([two, NOW + 119 * SECOND + 300 + 15 * SECOND, NOW + 6 * MINUTE]);
    // What it drove then came later.
    expect(story.silences.happened.filter(([id, from]) => id === two && from < NOW + 9 * MINUTE)).toEqual([]);
    // It was received 300 ms later.
    expect(story.from).toBe(NOW);
    expect(story.questions).toEqual([
      {
        InvitationId: two,
        CarNumber: '2',
        StoppedAt: iso(NOW + 399_800),
        AskedAt: iso(NOW + 400_800),
        AnsweredAt: null,
        MissedAt: iso(NOW + 431_000),
        DroveOnAt: iso(NOW + 439_800),
      },
    ]);
    expect(story.stopsReceived).toEqual([[two, NOW + 399_800, NOW + 400_000, NOW + 401_000, NOW + 440_000]]);
  });
});

describe('what race control saw', () => {
  it('is reconstructed until it is kept as it was published', async () => {
    expect(await at(NOW + 280 * SECOND, 'seen')).toMatchObject({ isPublished: false });
  });

  it('is as it was published once that is kept, with who was connected', async () => {
    const other = await aPublishedRace(harness);
    const three = await other.add('3');
    await other.as('planner').patch('/invitations/authorized', { Invitations: [three], Authorized: 1 });
    const began = Math.floor(harness.time.now() / MINUTE) * MINUTE - 10 * MINUTE;
    await keepHistory(harness, other.eventId, three, everySecond(began, began + 5 * MINUTE));
    const sightings = createSightings(other.eventId);
    const { records } = harness.dependencies;
    const live = (second: number) => ({
      ...fix(began + second * SECOND, 2_000),
      speedKph: 120,
      invitationId: three,
      battery: null,
      lapEpoch: 0,
      counter: 0,
      lastLapMs: null,
      bestLapMs: null,
      offline: second > 130,
      stopped: false,
      sos: false,
    });
    // Published late, from the third minute to the fourth; a red that the log does not have; then nothing.
    for (let second = 120; second < 240; second += 1) {
      const published = began + second * SECOND + 4_000;
      sightings.take(published, live(Math.min(second, 131)));
      if (sightings.endsBefore(published + 100)) await keepBlock();
      sightings.second(published + 100, () => ({ linked: true, track: FLAGS.red, driver: null }));
    }
    async function keepBlock(): Promise<void> {
      const block = sightings.block();
      if (block !== null) await records.sightings.put([{ eventId: other.eventId, writer: 'a', ...block }]);
    }
    await keepBlock();
    const director = other.userId('director');
    await records.sightings.putScreens([
      { id: 'x', eventId: other.eventId, userId: director, directs: true, from: began, to: began + MINUTE },
      { id: 'y', eventId: other.eventId, userId: 999_999, directs: false, from: began + 1, to: began + 2 },
    ]);
    await harness.time.advance(5 * SECOND);

    const read = async (second: number) => {
      const path = `/history/${other.eventId}/at?instant=${iso(began + second * SECOND)}&truth=seen`;
      const { body } = await other.as('viewer').get(path);
      const { isPublished, cars } = body as PastState;
      const [shown] = cars;
      return { isPublished, driven: ((shown?.live.t ?? NaN) - began) / SECOND, ...shown };
    };
    expect(await read(123)).toMatchObject({ isPublished: false, driven: 122, look: 'default' });
    expect(await read(124.5)).toMatchObject({ isPublished: true, driven: 120, TrackFlag: FLAGS.red });
    expect(await read(134)).toMatchObject({ driven: 130, look: FLAGS.red });
    expect((await read(136)).live).toMatchObject({ offline: true });
    expect(await read(600)).toMatchObject({ isPublished: true, driven: 131, look: 'offline' });

    const { body } = await other.as('viewer').get(`/history/${other.eventId}/story`);
    const story = body as PastStory;
    expect(story.publishedFrom).toBe(began + 124 * SECOND);
    expect(story.screens).toEqual([
      { Name: expect.stringMatching(/./), Directs: true, From: began, To: began + MINUTE },
      { Name: expect.stringMatching(/./), Directs: false, From: began + 1, To: began + 2 },
    ]);
  });
});

describe('the past', () => {
  it('is for the club alone', async () => {
    const paths = [
      `/history/${race.eventId}/story`,
      `/history/${race.eventId}/at?instant=${iso(NOW)}`,
      `/history/${race.eventId}/span?from=${iso(NOW)}&to=${iso(NOW)}`,
    ];
    for (const path of paths) {
      for (const role of ['admin', 'planner', 'viewer', 'director'] as const)
        expect((await race.as(role).get(path)).status).toBe(200);
      expect((await race.rival('director').get(path)).status).toBe(403);
      expect((await harness.with(null).get(path)).status).toBe(401);
    }
  });
});
