import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import {
  ANSWER_TEXTS,
  ROLES,
  SESSION,
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  SOCKET_LEAVE,
  SOCKET_SNAPSHOT,
  SOCKET_TOKEN,
  TOPICS,
  type LiveCar,
  type RoleName,
  type Snapshot,
  type SocketAck,
  type SocketMessage,
  type TimerRow,
} from '@flagpost/contracts';
import { decodeFrame } from '@flagpost/telemetry';
import { confirmedFact, lapFact, sosClearedFact, sosFact, stateFacts } from '../testing/facts.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import type { Handle } from '@flagpost/event-sourcing';
import { userDecider, userStream } from '@flagpost/domain';
import { HANDLE } from '../dispatch/submit.handler.js';
import { SessionChanges } from '../identity/session-changes.js';
import { liveCarOf } from '../testing/live-cars.js';
import { aRace, type Race } from '../testing/race.js';
import { until } from '../testing/until.js';

let harness: Harness;
let race: Race;
let car: number;
let url: string;
const clients: Socket[] = [];

beforeEach(async () => {
  harness = await startHarness();
  race = await aRace(harness);
  car = await race.add('12');
  await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
  await race.as('planner').put(`/events/publish/${race.eventId}`);
  await harness.api.app.listen(0, '127.0.0.1');
  const { port } = harness.api.app.getHttpServer().address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect();
  await harness.stop();
});

interface Watcher {
  readonly socket: Socket;
  readonly userId: number;
  readonly messages: SocketMessage[];
  /** Why the server or the network ended the connection. */
  readonly ends: string[];
  ask(verb: string, body: unknown): Promise<SocketAck>;
  /** The newest message of this type that fits, once it has come. */
  next<T extends SocketMessage['type']>(
    type: T,
    fits?: (data: Extract<SocketMessage, { type: T }>['data']) => boolean,
  ): Promise<Extract<SocketMessage, { type: T }>['data']>;
}

/** An account, as the socket looks at what it may do now. */
const account = (role: RoleName, clubId: number): Promise<number> =>
  harness.api.accounts.ensure({
    email: `${role}${clubId}@example.org`,
    password: 'Flagpost1',
    name: 'Ada',
    surname: 'Rossi',
    roles: [ROLES[role]],
    clubId: role === 'admin' ? null : clubId,
  });
const open = (accessToken: unknown, options: object = {}): Socket => {
  const socket = io(url, {
    auth: { accessToken },
    transports: ['websocket'],
    reconnection: false,
    ...options,
  });
  clients.push(socket);
  return socket;
};
const watcher = async (role: RoleName = 'viewer', clubId = race.clubId): Promise<Watcher> => {
  const userId = await account(role, clubId);
  const socket = open(harness.token({ userId, roles: [role], clubId: role === 'admin' ? null : clubId }));
  const messages: SocketMessage[] = [];
  const ends: string[] = [];
  socket.on(SOCKET_CHANNEL, (message: SocketMessage) => messages.push(message));
  socket.on('disconnect', (reason) => ends.push(reason));
  await until(() => (socket.connected ? true : undefined));
  return {
    socket,
    userId,
    messages,
    ends,
    ask: (verb, body) => socket.emitWithAck(verb, body) as Promise<SocketAck>,
    next: (type, fits = () => true) =>
      until(() => {
        const found = messages.findLast((message) => message.type === type && fits(message.data as never));
        return found?.data as never;
      }),
  };
};
const watching = async (...as: Parameters<typeof watcher>): Promise<Watcher> => {
  const viewer = await watcher(...as);
  expect(await viewer.ask(SOCKET_JOIN, { eventId: race.eventId })).toEqual({ ok: true });
  await viewer.next('SNAPSHOT');
  return viewer;
};

const frame = (serverTime: number, ...cars: LiveCar[]) =>
  harness.parts.topics.publish(TOPICS.live, [
    { key: String(race.eventId), value: JSON.stringify({ eventId: race.eventId, serverTime, cars }) },
  ]);
/** Frames go out by the clock of the harness. */
const framesGoOut = () => harness.time.advance(100);
const flag = (StateId: number, InvitationsSelected: number[] = []) =>
  race.as('director').post('/flagRecords', { StateId, EventId: race.eventId, InvitationsSelected });
const at = (receivedAt: number) => ({ eventId: race.eventId, invitationId: car, receivedAt });
const iso = (epochMs: number): string => new Date(epochMs).toISOString();

describe('a socket', () => {
  it('is refused without a good token, and reads none from its address', async () => {
    const good = harness.token({
      userId: await account('viewer', race.clubId),
      roles: ['viewer'],
      clubId: race.clubId,
    });
    const attempts = [open('bad'), open(undefined), open(undefined, { query: { accessToken: good } })];
    const refusals = await Promise.all(
      attempts.map(
        (socket) =>
          new Promise((resolve) =>
            socket.on('connect_error', (error) => resolve((error as { data?: unknown }).data)),
          ),
      ),
    );
    expect(refusals).toEqual(Array(3).fill({ statusCode: 401, message: ANSWER_TEXTS.notAuthorized }));
  });

  it('gets a snapshot of all that is known, then every message in order', async () => {
    await flag(806);
    await frame(NOW + 5, liveCarOf(car, { counter: 3 }));
    await until(() =>
      race
        .as('viewer')
        .get(`/positionRecords/event/${race.eventId}/999`)
        .then(({ body }) => (body[0].Lat === null ? undefined : true)),
    );
    const viewer = await watching();
    const snapshot = await viewer.next('SNAPSHOT');
    expect(snapshot).toEqual({
      eventId: race.eventId,
      streamId: expect.any(String),
      seq: 0,
      frame: 0,
      serverTime: NOW + 5,
      lapEpoch: 0,
      cars: [
        {
          live: liveCarOf(car, { counter: 3 }),
          CarNumber: '12',
          Name: 'Carla',
          Surname: 'Bianchi 12',
          UserId: expect.any(Number),
          CategoryId: race.categoryId,
          Category: 'WRC',
          TrackFlag: 806,
          DriverFlag: null,
          LastFlagStatus: 806,
        },
      ],
      alerts: [],
      flags: [expect.objectContaining({ StateId: 806 })],
      laps: [],
      timersAt: iso(NOW),
      timers: [],
    } satisfies Record<keyof Snapshot, unknown>);

    await flag(803, [car]);
    await stateFacts(harness, sosFact(at(NOW + 1_000)), lapFact(at(NOW + 2_000), 1));
    await viewer.next('UPDATE_COUNTER');
    await viewer.next('DRIVER_ALERT');
    const numbers = viewer.messages.map(({ data }) => ('seq' in data ? data.seq : 0));
    expect(numbers).toEqual([0, 1, 2, 3]);
    expect(new Set(viewer.messages.map(({ data }) => data.streamId)).size).toBe(1);
  });

  it('is told of flags, their confirmation and their end', async () => {
    const viewer = await watching();
    const FlagId = ((await flag(801)).body as { FlagId: number }).FlagId;
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({
      eventId: race.eventId,
      seq: 1,
      action: 'flagSent',
      flag: { FlagId, StateId: 801, InvitationsSelected: [], ClearedAt: null },
    });
    await stateFacts(harness, confirmedFact(at(NOW + 1_000), FlagId));
    expect(await viewer.next('FLAG_CONFIRMED')).toEqual({
      eventId: race.eventId,
      streamId: expect.any(String),
      seq: 2,
      FlagId,
      InvitationId: car,
      ConfirmedAt: iso(NOW + 800),
    });
    await stateFacts(harness, sosFact(at(NOW + 2_000)));
    const { alert } = await viewer.next('DRIVER_ALERT');
    await race.as('director').delete(`/flagRecords/event/${race.eventId}`);
    const cleared = await viewer.next('RACE_CONTROL', (data) => data.action === 'flagsCleared');
    expect(cleared).toMatchObject({ seq: 4, clearedAt: iso(NOW), alertIds: [alert.AlertId], by: { Id: 1 } });
    await flag(808);
    // The SOS ended with the flags: it is not told a second time.
    expect(await viewer.next('RACE_CONTROL', (data) => data.action === 'flagSent')).toMatchObject({ seq: 5 });
  });

  it('is told of an SOS, who acknowledges it and that it is over', async () => {
    const viewer = await watching();
    await stateFacts(harness, sosFact(at(NOW + 1_000)));
    const { alert, ...numbered } = await viewer.next('DRIVER_ALERT');
    expect(numbered).toMatchObject({ eventId: race.eventId, seq: 1 });
    expect(alert).toMatchObject({
      AlertType: 5,
      InvitationId: car,
      CarNumber: '12',
      Pilot: 'Carla Bianchi 12',
    });
    await race.as('director').post(`/alerts/${alert.AlertId}/acknowledge`);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({
      seq: 2,
      action: 'alertAcknowledged',
      alert: { AlertId: alert.AlertId, AcknowledgedAt: iso(NOW), AcknowledgedBy: { Id: 1 } },
    });
    await stateFacts(harness, sosClearedFact(at(NOW + 2_000)));
    expect(await viewer.next('RACE_CONTROL', ({ action }) => action === 'alertCleared')).toMatchObject({
      seq: 3,
      alert: { AlertId: alert.AlertId, ClearedAt: iso(NOW + 1_800) },
    });
  });

  it('is told of laps and their reset', async () => {
    const viewer = await watching();
    await stateFacts(harness, lapFact(at(NOW + 91_000), 1, { lapTimeMs: 90_123 }));
    expect(await viewer.next('UPDATE_COUNTER')).toEqual({
      eventId: race.eventId,
      streamId: expect.any(String),
      seq: 1,
      InvitationId: car,
      CarNumber: '12',
      LapEpoch: 0,
      Lap: 1,
      lapTimeMs: 90_123,
      crossedAt: iso(NOW + 90_500),
      Counter: 1,
    });
    await race.as('director').put(`/events/resetLaps/${race.eventId}`);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({
      seq: 2,
      action: 'lapsReset',
      lapEpoch: 1,
      beganAt: iso(NOW),
    });
  });

  it('is told of timers, and finds them where it comes again', async () => {
    const viewer = await watching();
    const director = race.as('director');
    const { TimerId } = (await director.post('/timers', { EventId: race.eventId, Title: 'Stage 2' }))
      .body as TimerRow;
    const stands = { TimerId, Title: 'Stage 2', RunningSince: null, ElapsedMs: 0 };
    const told = { eventId: race.eventId, streamId: expect.any(String), action: 'timersChanged' };
    expect(await viewer.next('RACE_CONTROL')).toEqual({
      ...told,
      seq: 1,
      timersAt: iso(NOW),
      timers: [stands],
    });
    await director.put(`/timers/${TimerId}/start`);
    await viewer.next('RACE_CONTROL', ({ seq }) => seq === 2);
    await harness.time.advance(4_000);

    const running = { ...stands, RunningSince: iso(NOW) };
    const newcomer = await watching('director');
    expect(await newcomer.next('SNAPSHOT')).toMatchObject({
      seq: 2,
      timersAt: iso(NOW + 4_000),
      timers: [running],
    });
    await director.put(`/timers/${TimerId}/pause`);
    for (const screen of [viewer, newcomer])
      expect(await screen.next('RACE_CONTROL', ({ seq }) => seq === 3)).toEqual({
        ...told,
        seq: 3,
        timersAt: iso(NOW + 4_000),
        timers: [{ ...stands, ElapsedMs: 4_000 }],
      });
    await director.delete(`/timers/${TimerId}`);
    expect(await viewer.next('RACE_CONTROL', ({ seq }) => seq === 4)).toMatchObject({ timers: [] });
  });

  it('is told that competitors, route or event changed', async () => {
    const viewer = await watching();
    await race.add('13');
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ seq: 1, action: 'eventChanged' });
  });

  it('gets frames as JSON, or packed where it asks', async () => {
    const plain = await watching();
    const packed = await watcher('planner');
    await packed.ask(SOCKET_JOIN, { eventId: race.eventId, positions: 'packed' });
    await packed.next('SNAPSHOT');
    await frame(NOW + 50, liveCarOf(car));
    await until(async () => {
      await framesGoOut();
      return plain.messages.some(({ type }) => type === 'CHANGE_POSITION') ? true : undefined;
    });
    const { streamId } = await plain.next('SNAPSHOT');
    const numbered = { eventId: race.eventId, streamId, frame: 1, serverTime: NOW + 50 };
    expect(await plain.next('CHANGE_POSITION')).toEqual({ ...numbered, cars: [liveCarOf(car)] });
    const { packed: bytes, ...rest } = (await packed.next('CHANGE_POSITION')) as { packed: Uint8Array };
    expect(rest).toEqual(numbered);
    expect(decodeFrame(new Uint8Array(bytes))).toEqual({
      eventId: race.eventId,
      serverTime: NOW + 50,
      cars: [liveCarOf(car)],
    });
  });

  it('that missed something asks for a snapshot and is in order again', async () => {
    const viewer = await watching();
    await flag(806);
    await viewer.next('RACE_CONTROL');
    viewer.messages.length = 0;
    expect(await viewer.ask(SOCKET_SNAPSHOT, { eventId: race.eventId })).toEqual({ ok: true });
    const snapshot = await viewer.next('SNAPSHOT');
    expect(snapshot.seq).toBe(1);
    expect(snapshot.flags).toHaveLength(1);
    await flag(808);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ seq: 2, streamId: snapshot.streamId });
  });

  it('that was cut off joins again and finds what happened meanwhile', async () => {
    const viewer = await watching();
    viewer.socket.io.engine.close();
    await until(() => viewer.ends[0]);
    await flag(801);
    const again = await watching();
    expect((await again.next('SNAPSHOT')).flags).toEqual([expect.objectContaining({ StateId: 801 })]);
  });

  it('gets nothing more of an event that it left', async () => {
    const viewer = await watching();
    const witness = await watching('director');
    expect(await viewer.ask(SOCKET_LEAVE, { eventId: race.eventId })).toEqual({ ok: true });
    await flag(801);
    await witness.next('RACE_CONTROL');
    expect(viewer.messages.map(({ type }) => type)).toEqual(['SNAPSHOT']);
  });
});

describe('rights on the socket', () => {
  it('close events of another club, and nothing of them is sent', async () => {
    const foreign = await watcher('director', race.rivalId);
    const witness = await watching('director');
    expect(await foreign.ask(SOCKET_JOIN, { eventId: race.eventId })).toEqual({
      ok: false,
      statusCode: 403,
      message: ANSWER_TEXTS.forbidden,
    });
    await flag(801);
    await frame(NOW, liveCarOf(car));
    await framesGoOut();
    await witness.next('RACE_CONTROL');
    expect(foreign.messages).toEqual([]);
  });

  it('end with the token, unless the socket is told a new one', async () => {
    const [told, untold] = [await watching('director'), await watching()];
    await harness.time.advance(SESSION.accessTokenMs - 1_000);
    const accessToken = harness.token({ userId: told.userId, roles: ['director'], clubId: race.clubId });
    expect(await told.ask(SOCKET_TOKEN, { accessToken })).toEqual({ ok: true });
    await harness.time.advance(1_000 + SESSION.socketGraceMs);
    expect(await until(() => untold.ends[0])).toBe('io server disconnect');
    await flag(808);
    await told.next('RACE_CONTROL');
    expect(told.ends).toEqual([]);
    expect(untold.messages.map(({ type }) => type)).toEqual(['SNAPSHOT']);
  });

  it('end within a minute of a change of role', async () => {
    const viewer = await watching();
    await harness.api.app.get<Handle>(HANDLE)(
      userStream(viewer.userId),
      userDecider,
      { type: 'changeRoles', userId: viewer.userId, roles: [ROLES.driver], clubId: race.clubId },
      { actorId: 1, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'change' },
    );
    await harness.time.advance(SESSION.socketGraceMs);
    expect(await until(() => viewer.ends[0])).toBe('io server disconnect');
    const refused = open(harness.token({ userId: viewer.userId, roles: ['viewer'], clubId: race.clubId }));
    const error = await new Promise((resolve) => refused.on('connect_error', resolve));
    expect(error).toMatchObject({ data: { statusCode: 401 } });
  });

  it('end with the sessions of a person', async () => {
    const viewer = await watching();
    harness.api.app.get(SessionChanges).next({ userId: viewer.userId, kind: 'ended' });
    expect(await until(() => viewer.ends[0])).toBe('io server disconnect');
  });
});

describe('a slow viewer', () => {
  it('loses frames, then its connection, and holds up nobody', async () => {
    const slow = await watching();
    const well = await watching('director');
    const wire = (slow.socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } }).ws;
    wire.pause();
    const cars = Array.from({ length: 1_000 }, (_, index) => liveCarOf(index + 1));
    let serverTime = NOW;
    await until(async () => {
      await frame(++serverTime, ...cars);
      await harness.time.advance(1_000);
      const { parts } = await harness.parts.health.read();
      return parts['sockets']?.details?.['viewers'] === 1 ? true : undefined;
    }, 15_000);
    await frame(++serverTime, liveCarOf(car));
    await until(async () => {
      await framesGoOut();
      return well.messages.some(({ data }) => 'frame' in data && data.serverTime === serverTime)
        ? true
        : undefined;
    });
    expect(well.ends).toEqual([]);
    wire.resume();
    expect(await until(() => slow.ends[0])).toBe('transport close');
    const framesOf = ({ messages }: Watcher) =>
      messages.filter(({ type }) => type === 'CHANGE_POSITION').length;
    expect(framesOf(slow)).toBeLessThan(framesOf(well));
  }, 30_000);
});
