import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FIELD_TEXTS, FLAGS, LANGUAGE_HEADER, type PushAnswer } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { aSubscription, startPushService } from '@flagpost/testing/push-service';
import { virtualTime } from '@flagpost/testing/virtual-time';
import { PUSHED_TIMES, REACTION_NAMES, SECRET_NAMES } from '../stored-names.js';
import { accountsOf, type Member } from '../testing/accounts.js';
import { sosFact, stateFacts } from '../testing/facts.js';
import { memoryDependencies, NOW, startHarness, type Harness } from '../testing/harness.js';
import { startEventTimes } from './event-times.js';
import { aPublishedRace, eventBody, type Race } from '../testing/race-fixture.js';

const PATH = '/subscriptions/eventviewer';
const MINUTE_MS = 60_000;

let service: Awaited<ReturnType<typeof startPushService>>;
let harness: Harness;
let race: Race;
let viewer: Member;
beforeEach(async () => {
  service = await startPushService();
  const time = virtualTime(NOW);
  harness = await startHarness(memoryDependencies(time, { PUSH_SERVICES: service.origin }), time);
  race = await aPublishedRace(harness);
  viewer = await accountsOf(harness).member('viewer@alba.example', 'viewer', race.clubId);
});
afterEach(async () => {
  await harness.stop();
  await service.stop();
  expect(service.failures).toEqual([]);
});

const subscribed = async (who: Pick<Member, 'as'>, path: string, language = 'en'): Promise<void> => {
  const answer = await who.as.post(PATH, service.subscription(path)).set(LANGUAGE_HEADER, language);
  expect(answer.status).toBe(204);
};
const isSubscribed = async ({ as }: Member): Promise<boolean> =>
  ((await as.get(PATH)).body as PushAnswer).isSubscribed;
const send = async (changes: object = {}): Promise<void> => {
  const order = { StateId: FLAGS.red, EventId: race.eventId, InvitationsSelected: [], ...changes };
  const { status } = await race.as('director').post('/flagRecords', order);
  expect(status).toBe(201);
};
const receivedBy = (path: string): readonly string[] =>
  service.received.filter((each) => each.path === path).map(({ message }) => message.body);
/** Until the reaction has passed all that is in the log. */
const reacted = async (): Promise<void> => {
  const { store, records } = harness.dependencies;
  const last = (await store.readAll(null, 10_000)).findLast(({ type }) =>
    ['FlagSent', 'SosRaised'].includes(type),
  );
  await until(
    'the reaction',
    async () => (await records.checkpoints.load(REACTION_NAMES.push)) === last?.position,
    { deadlineMs: 5_000 },
  );
};

it('makes its keys at the first start, and keeps them with the secrets', async () => {
  const fresh = (): string => 'made now';
  const kept = await harness.dependencies.records.credentials.secret(SECRET_NAMES.pushKeys, fresh);
  const { publicKey } = (await viewer.as.get(PATH)).body as PushAnswer;
  expect(JSON.parse(kept)).toEqual({ publicKey, privateKey: expect.stringMatching(/^[\w-]{43}$/) });
});

describe('a subscription', () => {
  it('is that of the session, with the key of this installation', async () => {
    expect(await isSubscribed(viewer)).toBe(false);
    await subscribed(viewer, '/a');
    expect(await isSubscribed(viewer)).toBe(true);
    const other = harness.with((await accountsOf(harness).logIn(viewer.email)).body.accessToken as string);
    expect((await other.get(PATH)).body).toEqual({
      publicKey: ((await viewer.as.get(PATH)).body as PushAnswer).publicKey,
      isSubscribed: false,
    });
    expect((await viewer.as.delete(PATH)).status).toBe(204);
    expect(await isSubscribed(viewer)).toBe(false);
  });

  it('ends with its session', async () => {
    await subscribed(viewer, '/a');
    await viewer.as.post('/auth/logout');
    await send();
    await reacted();
    expect(service.received).toEqual([]);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.example.org/send',
    'http://127.0.0.1:1/',
    'https://fcm.googleapis.com/fcm/send/x',
    'file:///etc/passwd',
    'not an address',
  ])('at %s is refused, as it is of no push service that is configured', async (endpoint) => {
    const { status, body } = await viewer.as.post(PATH, aSubscription(endpoint));
    expect([status, body.fields]).toEqual([400, { endpoint: FIELD_TEXTS.pushService }]);
  });

  it.each([
    ['no keys', { keys: undefined }],
    ['a key that is no point of the curve', { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }],
    ['a secret that is too short', { keys: { ...aSubscription('').keys, auth: 'A'.repeat(10) } }],
    ['too long an address', { endpoint: `http://127.0.0.1/${'x'.repeat(1_000)}` }],
  ])('with %s is refused', async (_, changes) => {
    const { status } = await viewer.as.post(PATH, { ...service.subscription('/a'), ...changes });
    expect(status).toBe(400);
    expect(await isSubscribed(viewer)).toBe(false);
  });

  it('is changed so often, and then refused', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 31; sent += 1)
      statuses.push((await viewer.as.post(PATH, service.subscription(`/${sent}`))).status);
    expect([statuses.slice(0, 30).every((status) => status === 204), statuses[30]]).toEqual([true, 429]);
  });
});

describe('a push message', () => {
  it('says red and SOS in the language of the session, signed and for a few minutes, and names nobody', async () => {
    const invitationId = await race.add('12');
    await subscribed(viewer, '/a', 'it');
    await send();
    await stateFacts(harness, sosFact({ eventId: race.eventId, invitationId, receivedAt: NOW }));
    await reacted();
    const { publicKey } = (await viewer.as.get(PATH)).body as PushAnswer;
    expect(receivedBy('/a')).toEqual(['Bandiera rossa', 'SOS da una vettura']);
    for (const { message, claims, key, ttl, urgency } of service.received) {
      expect(message).toEqual({
        title: 'Rally Alba',
        body: message.body,
        kind: expect.any(String),
        eventId: race.eventId,
        at: NOW,
      });
      expect([key, claims.aud, ttl, urgency]).toEqual([publicKey, service.origin, 300, 'high']);
      expect(claims.sub).toBe('mailto:flagpost@localhost');
    }
    expect(service.received.map(({ topic }) => topic)).toEqual([
      `${race.eventId}-red`,
      `${race.eventId}-sos`,
    ]);
  });

  it('reaches nobody of another club', async () => {
    const rival = await accountsOf(harness).member('viewer@rival.example', 'viewer', race.rivalId);
    await subscribed(rival, '/rival');
    await subscribed(viewer, '/a');
    await send();
    await reacted();
    expect([receivedBy('/rival'), receivedBy('/a')]).toEqual([[], ['Red flag']]);
  });

  it('is not of other flags, nor of red for some cars', async () => {
    const invitationId = await race.add('12');
    await race.as('planner').patch('/invitations/authorized', { Invitations: [invitationId], Authorized: 1 });
    await subscribed(viewer, '/a');
    await send({ StateId: FLAGS.green });
    await send({ InvitationsSelected: [invitationId] });
    // A push of these would be before its own.
    await send();
    await reacted();
    expect(receivedBy('/a')).toEqual(['Red flag']);
  });

  /** As after the secrets of the installation were lost. */
  const madeFor = async (publicKey: string | null): Promise<void> => {
    const { credentials } = harness.dependencies.records;
    const [known] = await credentials.pushSubscriptions(NOW);
    if (known !== undefined) await credentials.setPushSubscription({ ...known, publicKey });
  };

  it('is not sent to a subscription that was made for another key, until its browser has renewed it', async () => {
    const invitationId = await race.add('12');
    await subscribed(viewer, '/a');
    await madeFor('B'.repeat(87));
    await send();
    await reacted();
    expect([service.received, await isSubscribed(viewer)]).toEqual([[], true]);
    await subscribed(viewer, '/a');
    await stateFacts(harness, sosFact({ eventId: race.eventId, invitationId, receivedAt: NOW }));
    await reacted();
    expect(receivedBy('/a')).toEqual(['SOS from a car']);
  });

  it('is sent to a subscription of a former release, which did not keep the key', async () => {
    await subscribed(viewer, '/a');
    await madeFor(null);
    await send();
    await reacted();
    expect(receivedBy('/a')).toEqual(['Red flag']);
  });

  it.each([404, 410])('ends a subscription that is gone (%i)', async (status) => {
    await subscribed(viewer, '/a');
    service.answer(status);
    await send();
    await reacted();
    expect(await isSubscribed(viewer)).toBe(false);
  });

  it('is tried again where the service takes it later, but not when it is old', async () => {
    await subscribed(viewer, '/a');
    service.answer(503, 429);
    await send();
    await reacted();
    expect(receivedBy('/a')).toEqual([]);
    await until('the message', () => receivedBy('/a').length === 1, {
      advance: () => harness.time.advance(500),
    });
    expect(await isSubscribed(viewer)).toBe(true);
  });

  it('follows no redirect, and does not end the subscription for it', async () => {
    await subscribed(viewer, '/a');
    service.answer(301);
    await send();
    await reacted();
    expect(await isSubscribed(viewer)).toBe(true);
  });
});

describe('start and finish of an event', () => {
  const made = async (startsIn: number, finishesIn: number): Promise<void> => {
    const times = {
      Name: 'Rally Langhe',
      Start: new Date(NOW + startsIn).toISOString(),
      Finish: new Date(NOW + finishesIn).toISOString(),
    };
    const answer = await race.as('planner').post('/events', eventBody(race.categoryId, times));
    const published = await race.as('planner').put(`/events/publish/${answer.body.eveId as number}`);
    expect(published.status).toBeLessThan(300);
  };
  const advance = () => harness.time.advance(10_000);

  it('are pushed once each, in their turn', async () => {
    await subscribed(viewer, '/a');
    await made(2 * MINUTE_MS, 6 * MINUTE_MS);
    await until('both', () => receivedBy('/a').length === 2, { advance });
    expect(receivedBy('/a')).toEqual(['The event has started', 'The event has finished']);
    expect(service.received.map(({ message }) => message.title)).toEqual(['Rally Langhe', 'Rally Langhe']);
  });

  it('are made up for after a stop, unless they are old', async () => {
    await made(-2 * MINUTE_MS, 60 * MINUTE_MS);
    const { checkpoints } = harness.dependencies.records;
    // It stopped two hours ago; the race of the fixture started an hour ago.
    await checkpoints.save(PUSHED_TIMES, String(NOW - 120 * MINUTE_MS));
    const pushed: string[] = [];
    const times = startEventTimes(harness.dependencies, {
      push: async ({ kind, event }) => void pushed.push(`${kind} of ${event.name}`),
    });
    await until('the kept time', async () => (await checkpoints.load(PUSHED_TIMES)) === String(NOW));
    await times.stop();
    expect(pushed).toEqual(['start of Rally Langhe']);
  });
});
