import { expect } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import {
  ROLES,
  SOCKET_CHANNEL,
  SOCKET_JOIN,
  TOPICS,
  type LiveCar,
  type RoleName,
  type SocketAck,
  type SocketMessage,
} from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import { startHarness } from './harness.js';
import { measured } from './measured.js';
import { aRace } from './race-fixture.js';

/** Somebody whose browser is connected. */
export interface Watcher {
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

/** A published event with one authorised car, and real sockets to watch it with. */
export const startWatched = async () => {
  const { metrics, told } = measured();
  const harness = await startHarness({ metrics });
  const race = await aRace(harness);
  const car = await race.add('12');
  await race.as('planner').patch('/invitations/authorized', { Invitations: [car], Authorized: 1 });
  await race.as('planner').put(`/events/publish/${race.eventId}`);
  const { url } = harness;
  const clients: Socket[] = [];

  /** An account, for the rights that the socket checks. */
  const account = (role: RoleName, clubId: number): Promise<number> =>
    harness.api.accounts.ensure({
      email: `${role}${clubId}@example.org`,
      password: 'Flagpost1',
      name: 'Ada',
      surname: 'Rossi',
      roles: [ROLES[role]],
      clubId: role === 'admin' ? null : clubId,
    });
  /** A session that tokens of the harness can name. */
  const signedIn = async (userId: number, familyId: string): Promise<void> => {
    await harness.dependencies.records.credentials.addRefreshToken({
      tokenHash: harness.dependencies.ids.uuid(),
      userId,
      familyId,
      expiresAt: Number.MAX_SAFE_INTEGER,
      replacedAt: null,
      successor: null,
      markHash: null,
      browser: null,
    });
  };
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
  const watcher = async (
    role: RoleName = 'viewer',
    {
      clubId = race.clubId,
      sessionId = 'session',
      transports = ['websocket'],
    }: { clubId?: number; sessionId?: string; transports?: string[] } = {},
  ): Promise<Watcher> => {
    const userId = await account(role, clubId);
    await signedIn(userId, sessionId);
    const who = { userId, roles: [role], clubId: role === 'admin' ? null : clubId, sessionId };
    const socket = open(harness.token(who), { transports });
    const messages: SocketMessage[] = [];
    const ends: string[] = [];
    socket.on(SOCKET_CHANNEL, (message: SocketMessage) => messages.push(message));
    socket.on('disconnect', (reason) => ends.push(reason));
    await until('the socket to connect', () => socket.connected);
    return {
      socket,
      userId,
      messages,
      ends,
      ask: (verb, body) => socket.emitWithAck(verb, body) as Promise<SocketAck>,
      next: (type, fits = () => true) =>
        until(`a message ${type}`, () => {
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
    harness.dependencies.topics.publish(TOPICS.live, [
      { key: String(race.eventId), value: JSON.stringify({ eventId: race.eventId, serverTime, cars }) },
    ]);
  /** Frames go out by the clock of the harness. */
  const framesGoOut = () => harness.time.advance(100);
  const flag = (StateId: number, InvitationsSelected: number[] = []) =>
    race.as('director').post('/flagRecords', { StateId, EventId: race.eventId, InvitationsSelected });
  const at = (receivedAt: number) => ({ eventId: race.eventId, invitationId: car, receivedAt });

  return {
    harness,
    told,
    race,
    car,
    account,
    signedIn,
    open,
    watcher,
    watching,
    frame,
    framesGoOut,
    flag,
    at,
    async stop(): Promise<void> {
      for (const client of clients.splice(0)) client.disconnect();
      await harness.stop();
    },
  };
};
