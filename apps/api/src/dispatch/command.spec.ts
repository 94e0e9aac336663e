import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  ANSWER_TEXTS,
  IDEMPOTENCY_KEY_TTL_MS,
  READ_YOUR_WRITES_MS,
  REFUSALS,
  type EventAnswer,
  type PostponeRequest,
} from '@flagpost/contracts';
import type { Stage } from '@flagpost/domain';
import { tokenHash } from '@flagpost/platform';
import type { ReadModels } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { ApiDependencies } from '../dependencies.js';
import { until, virtualTime } from '@flagpost/testing';
import { NOW, startHarness, type Harness, type Requests } from '../testing/harness.js';
import { staffBody } from '../testing/institutions.js';
import {
  aRace,
  circuitBody,
  competitorBody,
  eventBody,
  postponeBody,
  type Race,
} from '../testing/race-fixture.js';
import { PIXEL } from '../testing/sector.js';

let harness: Harness;
let race: Race;

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
});
afterEach(() => harness.stop());

const recorded = async (type: string) =>
  (await harness.dependencies.store.readAll(null, 1000)).filter((event) => event.type === type);
/** Also beyond the day for which keys are kept. */
const Finish = new Date(NOW + 2 * IDEMPOTENCY_KEY_TTL_MS).toISOString();
const create = (key: string, name = 'Ronde', as: Requests = race.as('planner')) =>
  as.post('/events', eventBody(race.categoryId, { Name: name, Finish })).set('Idempotency-Key', key);

describe('a request sent again under its key', () => {
  it('gets the first answer and changes nothing', async () => {
    const first = await create('k1');
    expect(first.status).toBe(201);
    const again = await create('k1');
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(await recorded('EventCreated')).toHaveLength(2);
  });

  it('at the same time waits for the first', async () => {
    const answers = await Promise.all([create('k1'), create('k1'), create('k1')]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await recorded('EventCreated')).toHaveLength(2);
  });

  it('is told when it asks for something else', async () => {
    await create('k1');
    const other = await create('k1', 'Another');
    expect(other.body).toEqual({ statusCode: 422, message: ANSWER_TEXTS.keyReused });
    const elsewhere = await race
      .as('planner')
      .put(`/events/publish/${race.eventId}`)
      .set('Idempotency-Key', 'k1');
    expect(elsewhere.status).toBe(422);
  });

  it('gets the first answer also if what it deleted is gone by it', async () => {
    const planner = race.as('planner');
    const made = async (path: string, body: object): Promise<Record<string, number>> =>
      (await planner.post(path, body).expect(201)).body as Record<string, number>;
    const { catId } = await made('/driverCategories', { Name: 'Historic' });
    const { cirId } = await made('/circuits', circuitBody());
    await planner.put(`/events/publish/${race.eventId}`).expect(200);
    const { TimerId } = (
      await race.as('director').post('/timers', { EventId: race.eventId, Title: 'Restart' })
    ).body;
    const invitationId = await race.add('7');
    const { useId } = await made('/users/roles', staffBody('vito@example.org'));
    const requests: [string, () => ReturnType<Requests['delete']>][] = [
      ['category', () => planner.delete(`/driverCategories/${catId}`)],
      ['circuit', () => planner.delete(`/circuits/${cirId}`)],
      ['timer', () => race.as('director').delete(`/timers/${TimerId}`)],
      ['staff', () => planner.delete(`/users/roluser/${useId}`)],
      ['invitation', () => planner.patch('/invitations/deleteSelected', { Invitations: [invitationId] })],
      ['event', () => planner.delete(`/events/${race.eventId}`)],
      ['club', () => race.as('admin').delete(`/clubs/${race.rivalId}`)],
    ];
    for (const [what, ask] of requests) {
      const first = await ask().set('Idempotency-Key', what);
      expect([what, first.status, first.body]).toEqual([what, 200, expect.any(Object)]);
      const again = await ask().set('Idempotency-Key', what);
      expect([what, again.status, again.body]).toEqual([what, 200, first.body]);
      expect((await ask().set('Idempotency-Key', `${what}-anew`)).status).toBe(404);
    }
    const own = `/events/${race.eventId}`;
    const others = harness.as({ userId: 77, roles: ['planner'], clubId: race.clubId });
    expect((await others.delete(own).set('Idempotency-Key', 'event')).status).toBe(404);
    expect((await race.as('viewer').delete(own).set('Idempotency-Key', 'event')).status).toBe(403);
    expect((await planner.delete('/events/999999').set('Idempotency-Key', 'event')).status).toBe(404);
    expect(await recorded('EventDeleted')).toHaveLength(1);
  });

  it('does not open what is missing to another request of its person', async () => {
    const planner = race.as('planner');
    const rival = harness.as({ userId: 77, roles: ['planner'], clubId: race.rivalId });
    await create('k1', 'Ronde', rival);
    const { useId } = (await planner.post('/users/roles', staffBody('vito@example.org'))).body;
    await planner.delete(`/users/roluser/${useId}`).expect(200);
    expect((await rival.get(`/users/${useId}`).set('Idempotency-Key', 'k1')).status).toBe(404);
    const uploaded = await rival
      .upload(`/commonServices/uploadAvatar/${useId}`)
      .set('Idempotency-Key', 'k1')
      .attach('file', PIXEL, 'me.png');
    expect(uploaded.status).toBe(404);
    const car = await race.add('7');
    const withMissing = rival.patch('/invitations/deleteSelected', { Invitations: [car, 999_999] });
    expect((await withMissing.set('Idempotency-Key', 'k1')).status).toBe(403);
    const own = planner.patch('/invitations/deleteSelected', { Invitations: [999_999] });
    expect((await own).status).toBe(404);
  });

  it('is another request for another person, and after a day', async () => {
    await create('k1');
    const colleague = harness.as({ userId: 2, roles: ['planner'], clubId: race.clubId });
    await create('k1', 'Ronde', colleague);
    expect(await recorded('EventCreated')).toHaveLength(3);
    const tomorrow = virtualTime(NOW + IDEMPOTENCY_KEY_TTL_MS + 1);
    const later = await startHarness(
      { ...harness.dependencies, clock: tomorrow, scheduler: tomorrow },
      tomorrow,
    );
    await create('k1', 'Ronde', later.as({ roles: ['planner'], clubId: race.clubId }));
    await later.api.stop();
    expect(await recorded('EventCreated')).toHaveLength(4);
  });

  it('may be mended when it was refused', async () => {
    const add = (changes: object) =>
      race
        .as('planner')
        .post(
          '/invitations/createInvitationDriver',
          competitorBody(race.eventId, race.categoryId, '7', changes),
        )
        .set('Idempotency-Key', 'k1');
    expect((await add({ CatId: 77 })).body.message).toBe(REFUSALS['category.missing']);
    expect((await add({})).status).toBe(201);
  });

  it('needs a key that is printable', async () => {
    const answer = await create('with spaces');
    expect(answer.body.fields).toEqual({ 'Idempotency-Key': expect.any(String) });
  });
});

/** A process that is killed when it is about to keep its answer: the events are there, the answer is not. */
const dyingParts = (dependencies: ApiDependencies): ApiDependencies => ({
  ...dependencies,
  readModels: memoryReadModels(),
  records: {
    ...dependencies.records,
    requestKeys: {
      ...dependencies.records.requestKeys,
      answer: () => Promise.reject(new Error('killed')),
    },
  },
});

/** Each harness has another port, which doors' addresses show. */
const wordsOf = (body: unknown): string => JSON.stringify(body).replaceAll(/127\.0\.0\.1:\d+/g, 'here');

describe('a process killed before it kept its answer', () => {
  const killedThenAgain = async (ask: (as: Requests) => ReturnType<Requests['get']>) => {
    const who = { roles: ['planner' as const], clubId: race.clubId };
    const dying = await startHarness(dyingParts(harness.dependencies));
    const first = await ask(dying.as(who));
    expect(first.status).toBeLessThan(300);
    await dying.api.stop();
    const events = await harness.dependencies.store.readAll(null, 1000);
    const next = await startHarness({ ...harness.dependencies, readModels: memoryReadModels() });
    const answer = await ask(next.as(who));
    await next.api.stop();
    expect(await harness.dependencies.store.readAll(null, 1000)).toEqual(events);
    expect([answer.status, wordsOf(answer.body)]).toEqual([first.status, wordsOf(first.body)]);
    return answer;
  };

  it('leaves a made event to be answered, not made again', async () => {
    const answer = await killedThenAgain((as) => create('k1', 'Ronde', as));
    const made = (await recorded('EventCreated')).at(-1)?.data as { eventId: number };
    expect(answer.body).toEqual({ eveId: made.eventId, eveName: 'Ronde', stsId: 401 });
  });

  it('leaves a competitor, a person and all', async () => {
    const body = competitorBody(race.eventId, race.categoryId, '7');
    const answer = await killedThenAgain((as) =>
      as.post('/invitations/createInvitationDriver', body).set('Idempotency-Key', 'k1'),
    );
    const added = (await recorded('InvitationAdded')).at(-1)?.data as {
      invitationId: number;
      userId: number;
    };
    expect(answer.status).toBe(201);
    expect(answer.body.Invitation.Id).toBe(added.invitationId);
    expect(answer.body.User.Id).toBe(added.userId);
  });

  it('leaves a device with the token of the first time', async () => {
    const car = await race.add('7');
    const { deviceTokens } = harness.dependencies.records;
    const stored = jest.spyOn(deviceTokens, 'set');
    const answer = await killedThenAgain((as) =>
      as.post(`/invitations/${car}/deviceToken`).set('Idempotency-Key', 'k1'),
    );
    const { token } = answer.body as { token: string };
    expect(stored.mock.calls.map(([{ tokenHash: hash }]) => hash)).toEqual([
      tokenHash(token),
      tokenHash(token),
    ]);
  });

  it('leaves an event postponed once', async () => {
    const [Start, Finish] = [NOW + 3_600_000, NOW + 7_200_000].map((time) => new Date(time).toISOString());
    const made = await race.as('planner').post('/events', eventBody(race.categoryId, { Start, Finish }));
    const { eveId } = made.body as EventAnswer;
    const stages = [{ Stages: 1, Name: 'Langhe 1', Km: 12.4, StartDate: Start }];
    await race.as('planner').post('/events/specialstages', { eventId: eveId, stages }).expect(200);
    await killedThenAgain((as) =>
      as.put(`/events/postpone/${eveId}`, postponeBody()).set('Idempotency-Key', 'k1'),
    );
    expect(await recorded('EventPostponed')).toHaveLength(1);
    const saved = (await recorded('StagesSaved')).map(({ data }) => data as { stages: Stage[] });
    expect(saved.map(({ stages: [stage] }) => stage?.startsAt)).toEqual([
      NOW + 3_600_000,
      Date.parse((postponeBody() as PostponeRequest).Start),
    ]);
  });

  it('leaves a published event and points of interest with their first ids', async () => {
    const published = await killedThenAgain((as) =>
      as.put(`/events/publish/${race.eventId}`).set('Idempotency-Key', 'k1'),
    );
    expect(published.body.stsId).toBe(402);
    const pois = await killedThenAgain((as) =>
      as
        .post('/interestpoints', { eventId: race.eventId, pois: [{ lat: 44, lng: 8 }] })
        .set('Idempotency-Key', 'k2'),
    );
    const saved = (await recorded('PoisSaved')).at(-1)?.data as { pois: { poiId: number }[] };
    expect(pois.body.pois).toEqual([expect.objectContaining({ Id: saved.pois[0]!.poiId })]);
  });
});

it('answers with a header where the views have not followed in time', async () => {
  const views = memoryReadModels();
  let release = (): void => undefined;
  let held: Promise<void> = Promise.resolve();
  const slow: ReadModels = {
    ...views,
    saveCheckpoint: async (...checkpoint) => {
      await held;
      await views.saveCheckpoint(...checkpoint);
    },
  };
  const lagging = await startHarness({ ...harness.dependencies, readModels: slow }, harness.time);
  held = new Promise((resolve) => {
    release = resolve;
  });
  const progress = { answered: false };
  const asking = lagging
    .as({ roles: ['planner'], clubId: race.clubId })
    .post('/events', eventBody(race.categoryId))
    .then((answer) => {
      progress.answered = true;
      return answer;
    });
  await until('the second event in the log', async () => (await recorded('EventCreated')).length === 2);
  await until('the late answer', () => progress.answered, {
    advance: () => harness.time.advance(READ_YOUR_WRITES_MS),
  });
  const answer = await asking;
  expect(answer.status).toBe(201);
  const newest = (await recorded('EventCreated')).at(-1);
  expect(answer.headers['x-projection-lag']).toBe(newest?.position);
  release();
  await lagging.api.stop();
});

it('names the request in the events it led to', async () => {
  const answer = await create('k1').set('X-Correlation-Id', 'from-the-truck');
  expect(answer.headers['x-correlation-id']).toBe('from-the-truck');
  const { meta, recordedAt } = (await recorded('EventCreated')).at(-1)!;
  expect(meta).toMatchObject({
    correlationId: 'from-the-truck',
    actorId: race.userId('planner'),
    actorRoles: [2],
    clubId: race.clubId,
    command: { name: 'createEvent', id: meta.causationId },
  });
  expect(recordedAt).toBe(NOW);
});
