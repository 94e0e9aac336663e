import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  KEEPING_GRACE_MS,
  REFUSALS,
  type AuditAnswer,
  type EventAnswer,
  type HistoryAnswer,
  type KeepingAnswer,
  type PastStory,
  type PictureRow,
} from '@flagpost/contracts';
import { controlStream, invitationStream, lapsStream } from '@flagpost/domain';
import { until } from '@flagpost/testing';
import { RACE_PICTURES } from '../../stored-names.js';
import { NOW, startHarness, type Harness } from '../../testing/harness.js';
import { keepHistory } from '../../testing/kept-history.js';
import { aRace, eventBody, type Race } from '../../testing/race-fixture.js';
import { heldAt } from '../../testing/recorded.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

let harness: Harness;
let race: Race;
/** Finished 400 days, 40 days and 10 days before `NOW`; the last is of a rival. */
let old: number;
let recent: number;
let newest: number;
let rivals: number;
const CAR = 9_001;

const pastEvent = async (days: number, as = race.as('planner'), categoryId = race.categoryId) => {
  const made = await as.post('/events', eventBody(categoryId, { Name: `${days} days ago` }));
  expect(made.status).toBe(201);
  const { eveId } = made.body as EventAnswer;
  const finishesAt = NOW - days * DAY_MS;
  await heldAt(harness, eveId, { startsAt: finishesAt - 4 * HOUR_MS, finishesAt });
  return eveId;
};

/** A lap and a picture as they were recorded during the race; today none can be added to it. */
const recordRace = async (eventId: number, days: number): Promise<void> => {
  const { store, records } = harness.dependencies;
  const raced = NOW - days * DAY_MS - HOUR_MS;
  await keepHistory(
    harness,
    eventId,
    CAR,
    [0, 1, 2].map((s) => ({
      receivedAt: raced + s * 1_000,
      t: raced + s * 1_000,
      lat: 44.6 + s / 10_000,
      lng: 8.1,
      speedKph: 90,
      headingDeg: 0,
    })),
  );
  const name = `${RACE_PICTURES}${eventId}.png`;
  await records.eventImages.put({ name, eventId, addedAt: raced, bytes: new Uint8Array([1]) }, 0);
  const append = (stream: string, type: string, data: object) =>
    store.append(
      stream,
      [
        {
          type,
          data,
          meta: {
            id: `${stream} ${type}`,
            actorId: null,
            actorRoles: [],
            clubId: race.clubId,
            correlationId: stream,
            causationId: null,
            schemaVersion: 1,
          },
        },
      ],
      'any',
    );
  await append(invitationStream(CAR), 'InvitationAdded', {
    invitationId: CAR,
    eventId,
    userId: race.userId('viewer'),
    driverId: 1,
    carNumber: '23',
    brand: 'Lancia',
    model: 'Delta',
    categoryId: race.categoryId,
    codriverId: null,
    statusId: 1504,
  });
  await append(lapsStream(CAR), 'LapRecorded', {
    eventId,
    invitationId: CAR,
    lapEpoch: 0,
    lap: 1,
    lapTimeMs: 90_000,
    crossedAt: raced,
    receivedAt: raced + 500,
  });
  await append(controlStream(eventId), 'PictureTaken', {
    eventId,
    pictureId: 71,
    name,
    by: race.userId('director'),
    takenAt: raced,
  });
};

const keeping = (days?: string, as = race.as('planner')) =>
  as.get(`/keeping/${race.clubId}${days === undefined ? '' : `?days=${days}`}`);
const set = async (KeepDays: number | null): Promise<KeepingAnswer> => {
  const answer = await race.as('planner').put(`/keeping/${race.clubId}`, { KeepDays });
  expect(answer.status).toBe(200);
  return answer.body as KeepingAnswer;
};
const hasPositions = async (eventId: number): Promise<boolean> =>
  (await harness.dependencies.records.history.extent(eventId)).minutes > 0;
const story = async (eventId: number): Promise<PastStory> => {
  const answer = await race.as('viewer').get(`/history/${eventId}/story`);
  expect(answer.status).toBe(200);
  return answer.body as PastStory;
};
const log = async (query: string): Promise<AuditAnswer> =>
  (await race.as('planner').get(`/audit?${query}`)).body as AuditAnswer;

beforeAll(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  [old, recent, newest] = [await pastEvent(400), await pastEvent(40), await pastEvent(10)];
  const planner = race.rival('planner');
  const category = (await planner.post('/driverCategories', { Name: 'Rivals' })).body as { catId: number };
  rivals = await pastEvent(400, planner, category.catId);
  await recordRace(old, 400);
  for (const [eventId, days] of [
    [recent, 40],
    [newest, 10],
    [rivals, 400],
  ] as const) {
    const at = NOW - days * DAY_MS - HOUR_MS;
    const fix = { receivedAt: at, t: at, lat: 44.6, lng: 8.1, speedKph: 90, headingDeg: 0 };
    await keepHistory(harness, eventId, CAR + eventId, [fix]);
  }
});
afterAll(() => harness.stop());

describe('the positions of an institution', () => {
  it('are kept for ever until a rule is set', async () => {
    const answer = await keeping();
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        KeepDays: null,
        FormerKeepDays: null,
        SetAt: null,
        SetBy: null,
        InForceAt: null,
        IsInForce: false,
        Races: [],
        Total: 0,
        AtOnce: 0,
      },
    ]);
  });

  it('are counted before a rule is set: which races lose them, and when', async () => {
    const inForceAt = iso(NOW + KEEPING_GRACE_MS);
    const month = (await keeping('30')).body as KeepingAnswer;
    expect(month.Races.map(({ EventId, EndsAt }) => [EventId, EndsAt])).toEqual([
      [old, inForceAt],
      [recent, inForceAt],
      [newest, iso(NOW + 20 * DAY_MS)],
    ]);
    expect(month).toMatchObject({ Total: 3, AtOnce: 2, InForceAt: inForceAt, SetAt: null });
    const year = (await keeping('365')).body as KeepingAnswer;
    expect(year).toMatchObject({ Total: 3, AtOnce: 1 });
    expect((await keeping('ever')).body).toMatchObject({ Total: 0, InForceAt: null });
    expect((await keeping('31')).status).toBe(400);
  });

  it.each([29, 0, -30, '30', undefined])('are not kept for %p days', async (KeepDays) => {
    const answer = await race.as('planner').put(`/keeping/${race.clubId}`, { KeepDays });
    expect(answer.status).toBe(400);
  });

  it('have no rule over one that its author has not read', async () => {
    const from = (KeepDays: number | null, former: number | null) =>
      race.as('planner').put(`/keeping/${race.clubId}`, { KeepDays, Former: { KeepDays: former } });
    expect((await from(3650, null)).status).toBe(200);
    const refused = await from(365, null);
    const code = 'club.keepingChanged';
    expect([refused.status, refused.body]).toEqual([418, { statusCode: 418, message: REFUSALS[code], code }]);
    expect((await keeping()).body).toMatchObject({ KeepDays: 3650 });
    expect((await from(null, 3650)).status).toBe(200);
  });

  it('are kept if the rule is undone within the day', async () => {
    const rule = await set(30);
    expect(rule).toMatchObject({
      KeepDays: 30,
      FormerKeepDays: null,
      SetAt: iso(NOW),
      InForceAt: iso(NOW + KEEPING_GRACE_MS),
      SetBy: { Id: race.userId('planner') },
    });
    await harness.time.advance(KEEPING_GRACE_MS - HOUR_MS);
    expect(await set(null)).toMatchObject({ KeepDays: null, FormerKeepDays: 30, InForceAt: null });
    await harness.time.advance(3 * HOUR_MS);
    expect(await hasPositions(old)).toBe(true);
    expect((await log('kind=PositionsDeleted')).Events).toEqual([]);
  });

  it('are deleted a day after the rule at the earliest, each race recorded once', async () => {
    const { records } = harness.dependencies;
    expect((await story(old)).from).not.toBeNull();
    await records.sightings.put([{ eventId: old, minute: 1, writer: 'one', bytes: new Uint8Array([1]) }]);
    const screen = { userId: race.userId('director'), directs: true, from: NOW, to: NOW + 1_000 };
    await records.sightings.putScreens([
      { ...screen, id: 'of old', eventId: old },
      { ...screen, id: 'of recent', eventId: recent },
    ]);
    const setAt = harness.time.now();
    await set(365);
    await harness.time.advance(KEEPING_GRACE_MS - HOUR_MS);
    expect(await hasPositions(old)).toBe(true);
    await harness.time.advance(2 * HOUR_MS);
    await until('the positions to be deleted', async () => !(await hasPositions(old)));
    const picture = `${RACE_PICTURES}${old}.png`;
    await until(
      'what was shown to be deleted',
      async () => (await records.sightings.minutes(old, Number.MAX_SAFE_INTEGER)) === null,
    );
    expect(await records.sightings.screens(old)).toEqual([]);
    expect(await records.sightings.screens(recent)).toHaveLength(1);
    await until('the picture to be erased', async () => (await records.eventImages.get(picture)) === null);
    expect(await Promise.all([recent, newest, rivals].map(hasPositions))).toEqual([true, true, true]);

    const { Events } = await log('kind=PositionsDeleted');
    expect(Events).toMatchObject([
      { By: null, Command: 'deletePositions', Race: { Id: old }, Stream: `event-${old}` },
    ]);
    // Done by the system, under the rule of a person.
    const ofPerson = await log(`person=${race.userId('planner')}&kind=PositionsDeleted`);
    expect(ofPerson.Events).toEqual(Events);
    expect((await log(`person=${race.userId('director')}&kind=PositionsDeleted`)).Events).toEqual([]);
    const { body } = await race.as('planner').get(`/audit/${Events[0]?.Number}`);
    const fields = Object.fromEntries(
      (body as { Fields: { Path: string; Value: unknown }[] }).Fields.map(({ Path, Value }) => [Path, Value]),
    );
    expect(fields).toMatchObject({
      clubId: race.clubId,
      keepDays: 365,
      setAt,
      setBy: race.userId('planner'),
      cars: 1,
      minutes: 1,
      pictures: 1,
    });
  });

  it('are told as deleted by replay and questions, while laps and events stay', async () => {
    const told = await story(old);
    expect(told).toMatchObject({
      from: null,
      to: null,
      laps: [[CAR, 0, 1, 90_000, expect.any(Number), expect.any(Number)]],
      positionsDeleted: {
        KeepDays: 365,
        SetBy: { Id: race.userId('planner') },
        Cars: 1,
        Minutes: 1,
        Pictures: 1,
      },
    });
    const viewer = race.as('viewer');
    const raced = NOW - 400 * DAY_MS - HOUR_MS;
    const span = `from=${iso(raced)}&to=${iso(raced + 60_000)}`;
    const read = (await viewer.get(`/history/${old}?${span}`)).body as HistoryAnswer;
    expect([read.cars, read.positionsDeleted]).toEqual([[], told.positionsDeleted]);
    expect(((await viewer.get(`/events/pictures/${old}`)).body as PictureRow[]).length).toBe(0);
    const refused = [
      await viewer.get(`/history/${old}/distances?instant=${iso(raced)}&car=${CAR}`),
      await viewer.get(`/history/${old}/passes?${span}&area=44,8;45,8;45,9`),
      await viewer.post(`/history/${old}/exports/positions`, {
        Format: 'gpx',
        Truth: 'happened',
        From: iso(raced),
        To: iso(raced + 60_000),
        Invitations: [],
      }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([418, 418, 418]);
    expect((await log('kind=PastExported')).Events).toEqual([]);
    expect((await story(recent)).positionsDeleted).toBeNull();
  });

  it('of the next race follow when they are old enough, without another rule', async () => {
    const rule = (await keeping()).body as KeepingAnswer;
    expect(rule.Races.map(({ EventId }) => EventId)).toEqual([recent, newest]);
    expect(rule).toMatchObject({ KeepDays: 365, IsInForce: true, AtOnce: 0, Total: 2 });
  });

  it('are a matter of the organisers of the institution, and of administrators', async () => {
    const path = `/keeping/${race.clubId}`;
    for (const who of [race.as('viewer'), race.as('director'), race.rival('planner')]) {
      expect((await who.get(path)).status).toBe(403);
      expect((await who.put(path, { KeepDays: 30 })).status).toBe(403);
    }
    expect((await race.as('admin').get(path)).status).toBe(200);
  });
});
