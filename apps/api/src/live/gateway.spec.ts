import { describe, expect, it } from '@jest/globals';
import { ROLES, SESSION, type LiveFrame, type SnapshotContents } from '@flagpost/contracts';
import { silentLogger } from '@flagpost/platform';
import { countingIds, EMPTY_RACE, liveCar, virtualTime } from '@flagpost/testing';
import { fakeTransport } from '../testing/fake-transport.js';
import { createGateway, type Gateway, type SocketAnswer } from './gateway.js';
import type { Session } from './socket-auth.js';

const CLUB = 1;
const RIVAL = 2;
const OURS = 7;
const THEIRS = 8;
const clubs = new Map([
  [OURS, CLUB],
  [THEIRS, RIVAL],
]);

interface Changes {
  readonly clubOf?: (eventId: number) => Promise<number | null>;
  readonly readSnapshot?: () => Promise<() => SnapshotContents>;
}

const aGateway = (changes: Changes = {}) => {
  const time = virtualTime();
  const fake = fakeTransport();
  const sessions = new Map<string, Session>();
  const ended = new Set<Session>();
  let onFrame: (frame: LiveFrame) => void = () => undefined;
  const gateway = createGateway({
    transport: fake.transport,
    live: {
      onFrame: (listener, watches) => {
        onFrame = (frame) => {
          if (watches(frame.eventId)) listener(frame);
        };
      },
    },
    auth: {
      verify: async (token) => sessions.get(token) ?? null,
      stillHolds: async (session) => !ended.has(session),
    },
    clubOf: changes.clubOf ?? (async (eventId) => clubs.get(eventId) ?? null),
    readSnapshot: changes.readSnapshot ?? (async () => () => EMPTY_RACE),
    pack: () => new Uint8Array(),
    clock: time,
    scheduler: time,
    ids: countingIds(),
    logger: silentLogger,
  });
  const session = (changes: Partial<Session['actor']> = {}): Session => ({
    actor: { userId: 1, roles: [ROLES.viewer], clubId: CLUB, ...changes },
    sessionId: 'one',
    expiresAt: time.now() + SESSION.accessTokenMs,
  });
  const ask = async (verb: 'join' | 'leave' | 'snapshot' | 'renew', viewerId: string, body: unknown) => {
    const answers: SocketAnswer[] = [];
    gateway[verb](viewerId, body, (answer) => answers.push(answer));
    await time.advance(0);
    expect(answers.length).toBeLessThan(2);
    return answers[0];
  };
  return {
    ...fake,
    gateway,
    time,
    sessions,
    ended,
    session,
    ask,
    frame: async (eventId: number) => {
      onFrame({ eventId, serverTime: 1, cars: [liveCar(1)] });
      await time.advance(0);
    },
    typesTo: (viewerId: string) => fake.sentTo(viewerId).map(({ type }) => type),
  };
};

const lapsReset = (gateway: Gateway, eventId: number) =>
  gateway.announce(eventId, {
    type: 'RACE_CONTROL',
    data: { eventId, action: 'lapsReset', lapEpoch: 1, beganAt: '2026-01-01T00:00:00.000Z' },
  });

const ok = { ok: true };
const refusedWith = (statusCode: number) => expect.objectContaining({ ok: false, statusCode });

describe('the gateway', () => {
  it('lets in who has a good token', async () => {
    const { gateway, sessions, session } = aGateway();
    sessions.set('good', session());
    await expect(gateway.authenticate('good', true)).resolves.toEqual(session());
    for (const token of ['bad', '', undefined, 7, { $ne: null }])
      await expect(gateway.authenticate(token, true)).resolves.toBeNull();
  });

  it('answers a join before its snapshot, and then sends frames and messages', async () => {
    const { gateway, session, time, frame, typesTo } = aGateway();
    gateway.connect('a', session());
    const order: string[] = [];
    gateway.join('a', { eventId: OURS }, () => order.push(...typesTo('a'), 'ack'));
    await time.advance(0);
    expect(order).toEqual(['ack']);
    await frame(OURS);
    lapsReset(gateway, OURS);
    expect(typesTo('a')).toEqual(['SNAPSHOT', 'CHANGE_POSITION', 'RACE_CONTROL']);
  });

  it('refuses a foreign event, an unknown one, a driver and nonsense, and sends them nothing', async () => {
    const { gateway, session, ask, frame, sentTo } = aGateway();
    gateway.connect('a', session());
    gateway.connect('driver', session({ userId: 2, roles: [ROLES.driver] }));
    expect(await ask('join', 'a', { eventId: THEIRS })).toEqual(refusedWith(403));
    expect(await ask('join', 'a', { eventId: 99 })).toEqual(refusedWith(404));
    expect(await ask('join', 'driver', { eventId: OURS })).toEqual(refusedWith(403));
    for (const body of [undefined, null, 'x', {}, { eventId: '7' }, { eventId: OURS, positions: 'xml' }])
      expect(await ask('join', 'a', body)).toEqual(refusedWith(400));
    expect(await ask('snapshot', 'a', { eventId: THEIRS })).toEqual(refusedWith(403));
    await frame(THEIRS);
    lapsReset(gateway, THEIRS);
    expect(sentTo('a')).toEqual([]);
    expect(sentTo('driver')).toEqual([]);
  });

  it('lets administrators watch every club', async () => {
    const { gateway, session, ask } = aGateway();
    gateway.connect('admin', session({ roles: [ROLES.admin], clubId: null }));
    expect(await ask('join', 'admin', { eventId: OURS })).toEqual(ok);
    expect(await ask('join', 'admin', { eventId: THEIRS })).toEqual(ok);
  });

  it('answers a join that fails, and takes the next one', async () => {
    let fails = true;
    const { gateway, session, ask } = aGateway({
      clubOf: async () => {
        if (fails) throw new Error('no views');
        return CLUB;
      },
    });
    gateway.connect('a', session());
    expect(await ask('join', 'a', { eventId: OURS })).toEqual(refusedWith(500));
    fails = false;
    expect(await ask('join', 'a', { eventId: OURS })).toEqual(ok);
  });

  it('carries out the requests of one viewer in their order', async () => {
    const { gateway, session, time, frame, typesTo } = aGateway();
    gateway.connect('a', session());
    gateway.join('a', { eventId: OURS }, () => undefined);
    gateway.leave('a', { eventId: OURS }, () => undefined);
    await time.advance(0);
    await frame(OURS);
    expect(typesTo('a')).not.toContain('CHANGE_POSITION');
    expect(gateway.watched(OURS)).toBe(false);
  });

  it('keeps no more requests of one viewer waiting than it may, and takes others again afterwards', async () => {
    let answerClub: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answerClub = resolve));
    const { gateway, session, time, ask } = aGateway({ clubOf: () => asked.then(() => CLUB) });
    gateway.connect('flood', session());
    gateway.connect('well', session());
    const answers: SocketAnswer[] = [];
    for (let request = 0; request < 1_000; request++)
      gateway.join('flood', { eventId: OURS }, (answer) => answers.push(answer));
    expect(answers.length).toBeGreaterThan(900);
    expect(new Set(answers.map((answer) => !answer.ok && answer.statusCode))).toEqual(new Set([429]));
    expect(await ask('leave', 'well', { eventId: OURS })).toEqual(ok);
    answerClub();
    await time.advance(0);
    expect(answers).toHaveLength(1_000);
    expect(await ask('join', 'flood', { eventId: OURS })).toEqual(ok);
  });

  it('gives a snapshot to a viewer that asks, once a second', async () => {
    const { gateway, session, ask, time, typesTo } = aGateway();
    gateway.connect('a', session());
    await ask('join', 'a', { eventId: OURS });
    expect(await ask('snapshot', 'a', { eventId: OURS })).toEqual(ok);
    expect(await ask('snapshot', 'a', { eventId: OURS })).toEqual(refusedWith(429));
    await time.advance(1_000);
    expect(await ask('snapshot', 'a', { eventId: OURS })).toEqual(ok);
    expect(typesTo('a')).toEqual(['SNAPSHOT', 'SNAPSHOT', 'SNAPSHOT']);
  });

  it('drops who waits for a snapshot that cannot be read, and keeps no room for them', async () => {
    const { gateway, session, ask, dropped } = aGateway({
      readSnapshot: async () => () => {
        throw new Error('no views');
      },
    });
    gateway.connect('a', session());
    expect(await ask('join', 'a', { eventId: OURS })).toEqual(ok);
    expect(dropped).toEqual([['a', 'snapshotFailed']]);
    expect(gateway.watched(OURS)).toBe(false);
  });

  it('numbers a room anew once nobody was left in it', async () => {
    const { gateway, session, ask, sentTo } = aGateway();
    gateway.connect('a', session());
    await ask('join', 'a', { eventId: OURS });
    await ask('leave', 'a', { eventId: OURS });
    await ask('join', 'a', { eventId: OURS });
    const [first, second] = sentTo('a').map(({ data }) => data.streamId);
    expect(first).not.toBe(second);
  });

  it('ends a socket within 60 s of its token, unless it was told a new one', async () => {
    const { gateway, session, sessions, ask, time, dropped } = aGateway();
    gateway.connect('a', session());
    gateway.connect('b', session());
    await time.advance(SESSION.accessTokenMs - 1_000);
    sessions.set('next', session());
    expect(await ask('renew', 'a', { accessToken: 'next' })).toEqual(ok);
    await time.advance(1_000);
    expect(dropped).toEqual([]);
    await time.advance(SESSION.socketGraceMs);
    expect(dropped).toEqual([['b', 'sessionEnded']]);
    await time.advance(SESSION.accessTokenMs + SESSION.socketGraceMs);
    expect(dropped).toEqual([
      ['b', 'sessionEnded'],
      ['a', 'sessionEnded'],
    ]);
  });

  it('takes no new token that is bad or of somebody else', async () => {
    const { gateway, session, sessions, ask } = aGateway();
    gateway.connect('a', session());
    sessions.set('other', session({ userId: 2 }));
    expect(await ask('renew', 'a', { accessToken: 'other' })).toEqual(refusedWith(401));
    expect(await ask('renew', 'a', { accessToken: 'bad' })).toEqual(refusedWith(401));
    expect(await ask('renew', 'a', {})).toEqual(refusedWith(400));
  });

  it('takes a viewer out of what its new token does not open', async () => {
    const { gateway, session, sessions, ask, sentTo } = aGateway();
    gateway.connect('a', session());
    await ask('join', 'a', { eventId: OURS });
    sessions.set('moved', session({ clubId: RIVAL }));
    expect(await ask('renew', 'a', { accessToken: 'moved' })).toEqual(ok);
    lapsReset(gateway, OURS);
    expect(sentTo('a').map(({ type }) => type)).toEqual(['SNAPSHOT']);
  });

  it('takes viewers out of an event that went to another club', async () => {
    const owners = new Map(clubs);
    const { gateway, session, ask, time, typesTo, dropped } = aGateway({
      clubOf: async (eventId) => owners.get(eventId) ?? null,
    });
    gateway.connect('a', session());
    await ask('join', 'a', { eventId: OURS });
    owners.set(OURS, RIVAL);
    await time.advance(SESSION.socketGraceMs);
    lapsReset(gateway, OURS);
    expect(typesTo('a')).toEqual(['SNAPSHOT']);
    expect(dropped).toEqual([]);
  });

  it('ends a socket within 60 s of a sign-out or a change of role or club', async () => {
    const { gateway, session, ended, time, dropped } = aGateway();
    const left = session();
    gateway.connect('a', left);
    gateway.connect('b', session());
    ended.add(left);
    await time.advance(SESSION.socketGraceMs);
    expect(dropped).toEqual([['a', 'sessionEnded']]);
  });

  it('drops a viewer that takes nothing for 10 s, or lets too much wait, and no other', async () => {
    const { gateway, session, deliveries, time, dropped } = aGateway();
    for (const viewerId of ['well', 'stalled', 'slow', 'behind']) gateway.connect(viewerId, session());
    deliveries.set('well', { waiting: 0, taken: 5 });
    deliveries.set('stalled', { waiting: 1, taken: 5 });
    deliveries.set('behind', { waiting: 501, taken: 5 });
    for (let second = 0; second < 12; second++) {
      deliveries.set('slow', { waiting: 3, taken: second });
      await time.advance(1_000);
    }
    expect(dropped).toEqual([
      ['behind', 'slow'],
      ['stalled', 'slow'],
    ]);
    expect(gateway.figures()).toEqual({ viewers: 2, rooms: 0 });
  });
});
