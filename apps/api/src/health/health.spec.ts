import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, TOPICS, type HealthAnswer } from '@flagpost/contracts';
import { rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { liveCar, until } from '@flagpost/testing';
import { projections } from '../projections.js';
import { lapFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { aRace } from '../testing/race-fixture.js';
import { upcast } from '../upcast.js';

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.stop());

const admin = () => harness.as({ roles: ['admin'], clubId: null });
const details = async (): Promise<HealthAnswer> => (await admin().get('/health')).body as HealthAnswer;

describe('health', () => {
  it('tells everybody its status and nothing else', async () => {
    const planner = harness.as({ roles: ['planner'], clubId: 1 });
    for (const somebody of [harness.with(null), planner]) {
      const answer = await somebody.get('/health');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ status: 'ok' });
    }
    const forged = await harness.with('nonsense').get('/health');
    expect(forged.body).toEqual({ statusCode: 401, message: ANSWER_TEXTS.notAuthorized });
  });

  it('tells nothing to an administrator whose session has ended', async () => {
    const ended = harness.as({ roles: ['admin'], clubId: null, sessionId: 'ended' });
    const answer = await ended.get('/health');
    expect(answer.body).toEqual({
      statusCode: 401,
      message: ANSWER_TEXTS.tokenExpired,
      code: 'tokenExpired',
    });
  });

  it('tells administrators the age of the newest position, and what waits', async () => {
    expect((await details()).parts?.['live']?.details?.['newestPositionAgeMs']).toBeNull();
    const value = JSON.stringify({
      eventId: 1,
      serverTime: NOW,
      cars: [liveCar(1, { receivedAt: NOW - 300 })],
    });
    await harness.dependencies.topics.publish(TOPICS.live, [{ key: '1', value }]);
    const parts = await until('the age of the newest position in health', async () => {
      const found = (await details()).parts;
      return found?.['live']?.details?.['newestPositionAgeMs'] === 300 ? found : undefined;
    });
    expect(parts).toMatchObject({
      views: { ok: true },
      live: { ok: true, details: { failure: null, undecodableFrames: 0 } },
      sockets: { ok: true, details: { failure: null, viewers: 0, rooms: 0 } },
      'race setup': { ok: true, details: { failure: null } },
      'race facts': { ok: true, details: { failure: null, lagMessages: 0, skipped: 0 } },
    });
  });

  it('tells administrators the lag of every projection, and digests that a rebuild gives again', async () => {
    const race = await aRace(harness);
    const { eventId } = race;
    const invitationId = await race.add('1');
    await race.as('planner').patch('/invitations/authorized', { Invitations: [invitationId], Authorized: 1 });
    await race.as('planner').put(`/events/publish/${eventId}`);
    const send = (StateId: number) =>
      race
        .as('director')
        .post('/flagRecords', { StateId, EventId: eventId, InvitationsSelected: [invitationId] });
    await send(803);
    await send(806);
    const stated = { eventId, invitationId, receivedAt: NOW - 1_000 };
    await stateFacts(harness, sosFact(stated), lapFact(stated, 1));
    await race.as('director').delete(`/flagRecords/event/${eventId}`);
    await race.as('director').put(`/events/resetLaps/${eventId}`);

    const { projections: told = {} } = await details();
    expect(Object.keys(told).sort()).toEqual(projections.map(({ name }) => name).sort());
    for (const each of Object.values(told)) expect(each).toMatchObject({ lagEvents: 0, halted: null });
    const digests = Object.assign({}, ...Object.values(told).map(({ views }) => views)) as object;
    expect(digests).toMatchObject({
      flags: { count: 2 },
      alerts: { count: 1 },
      laps: { count: 1 },
      races: { count: 1 },
      raceCars: { count: 1 },
    });
    const { store } = harness.dependencies;
    expect(await rebuild({ store, readModels: memoryReadModels(), projections, upcast })).toEqual(digests);
  });

  it('is well while the mail server is away, which administrators are told', async () => {
    await harness.stop();
    const sendMail = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    harness = await startHarness({ sendMail });
    const race = await aRace(harness);
    await race.add('7');
    await race.as('planner').put(`/events/publish/${race.eventId}`).expect(200);
    const reactions = await until('the failure of the mails', async () => {
      const found = (await details()).parts?.['reactions'];
      return found?.ok === false ? found : undefined;
    });
    expect(reactions.details?.['mails']).toContain('the mail server takes no mail');
    const answer = await harness.with(null).get('/health');
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
  });

  it('fails where a projection stands still', async () => {
    const meta = {
      id: harness.dependencies.ids.uuid(),
      actorId: null,
      actorRoles: [],
      clubId: null,
      correlationId: 'spec',
      causationId: null,
      schemaVersion: 1,
    };
    await harness.dependencies.store.append('event-1', [{ type: 'EventCreated', data: null, meta }], 'any');
    const answer = await until('health that answers 503', async () => {
      const found = await harness.with(null).get('/health');
      return found.status === 503 ? found : undefined;
    });
    expect(answer.body).toEqual({ status: 'failing' });
    const { projections: told = {} } = await details();
    expect(told['events']?.halted).toMatch(/^EventCreated/);
    expect(told['flags']?.halted).toBeNull();
  });
});
