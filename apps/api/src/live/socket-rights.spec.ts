import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, ROLES, SESSION, SOCKET_JOIN, SOCKET_LEAVE, SOCKET_TOKEN } from '@flagpost/contracts';
import { userDecider, userStream } from '@flagpost/domain';
import type { Handle } from '@flagpost/event-sourcing';
import { METRICS } from '@flagpost/observability';
import { liveCar, until } from '@flagpost/testing';
import { HANDLE } from '../dispatch/command.handler.js';
import { EndedSessions } from '../access/ended-sessions.js';
import { NOW } from '../testing/harness.js';
import { startWatched, type Watcher } from '../testing/watched.js';

let rig: Awaited<ReturnType<typeof startWatched>>;

beforeEach(async () => {
  rig = await startWatched();
});
afterEach(() => rig.stop());

describe('rights on the socket', () => {
  it('close events of another club, and nothing of them is sent', async () => {
    const foreign = await rig.watcher('director', { clubId: rig.race.rivalId });
    const witness = await rig.watching('director');
    expect(await foreign.ask(SOCKET_JOIN, { eventId: rig.race.eventId })).toEqual({
      ok: false,
      statusCode: 403,
      message: ANSWER_TEXTS.forbidden,
    });
    await rig.flag(801);
    await rig.frame(NOW, liveCar(rig.car));
    await rig.framesGoOut();
    await witness.next('RACE_CONTROL');
    expect(foreign.messages).toEqual([]);
  });

  it('end with the token, unless the socket is told a new one', async () => {
    const [told, untold] = [await rig.watching('director'), await rig.watching()];
    await rig.harness.time.advance(SESSION.accessTokenMs - 1_000);
    const accessToken = rig.harness.token({
      userId: told.userId,
      roles: ['director'],
      clubId: rig.race.clubId,
    });
    expect(await told.ask(SOCKET_TOKEN, { accessToken })).toEqual({ ok: true });
    await rig.harness.time.advance(1_000 + SESSION.socketGraceMs);
    expect(await until('the end of the socket without the new token', () => untold.ends[0])).toBe(
      'io server disconnect',
    );
    await rig.flag(808);
    await told.next('RACE_CONTROL');
    expect(told.ends).toEqual([]);
    expect(new Set(untold.messages.map(({ type }) => type))).toEqual(new Set(['SNAPSHOT']));
  });

  it('end within a minute of a change of role', async () => {
    const viewer = await rig.watching();
    await rig.harness.api.app.get<Handle>(HANDLE)(
      userStream(viewer.userId),
      userDecider,
      { type: 'changeRoles', userId: viewer.userId, roles: [ROLES.driver], clubId: rig.race.clubId },
      { actorId: 1, actorRoles: [], clubId: null, correlationId: 'spec', commandId: 'change' },
    );
    await rig.harness.time.advance(SESSION.socketGraceMs);
    expect(await until('the end of the socket', () => viewer.ends[0])).toBe('io server disconnect');
    const refused = rig.open(
      rig.harness.token({ userId: viewer.userId, roles: ['viewer'], clubId: rig.race.clubId }),
    );
    const error = await new Promise((resolve) => refused.on('connect_error', resolve));
    expect(error).toMatchObject({ data: { statusCode: 401 } });
  });

  it('end with the session, not with another of the same person', async () => {
    const [viewer, elsewhere] = [await rig.watching(), await rig.watching('viewer', { sessionId: 'other' })];
    rig.harness.api.app.get(EndedSessions).next('session');
    expect(await until('the end of the socket', () => viewer.ends[0])).toBe('io server disconnect');
    expect(await elsewhere.ask(SOCKET_LEAVE, { eventId: rig.race.eventId })).toEqual({ ok: true });
  });

  it('end within a minute of the end of their session on another api', async () => {
    const viewer = await rig.watching('viewer', { sessionId: 'ended elsewhere' });
    const elsewhere = await rig.watching('viewer', { sessionId: 'other' });
    await rig.harness.dependencies.records.credentials.endFamily('ended elsewhere');
    await rig.harness.time.advance(SESSION.socketGraceMs);
    expect(await until('the end of the socket', () => viewer.ends[0])).toBe('io server disconnect');
    expect(elsewhere.ends).toEqual([]);
  });
});

/** Number of open connections to the api, of any kind. */
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = rig.harness.api.app.getHttpServer();
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
/** Stops reading, without closing the connection. */
const stall = ({ socket }: Watcher): { resume(): void } => {
  const { ws } = socket.io.engine.transport as unknown as { ws: { pause(): void; resume(): void } };
  ws.pause();
  return ws;
};

describe('a slow viewer', () => {
  it('loses frames, then its connection, and holds up nobody', async () => {
    const slow = await rig.watching();
    const well = await rig.watching('director');
    const before = await connections();
    const wire = stall(slow);
    const cars = Array.from({ length: 1_000 }, (_, index) => liveCar(index + 1));
    let serverTime = NOW;
    await until(
      'the slow viewer to be dropped',
      async () => {
        await rig.frame(++serverTime, ...cars);
        await rig.harness.time.advance(1_000);
        const { parts } = await rig.harness.dependencies.health.read();
        return parts['sockets']?.details?.['viewers'] === 1;
      },
      { deadlineMs: 15_000 },
    );
    await rig.frame(++serverTime, liveCar(rig.car));
    await until('the newest frame at the viewer who reads', async () => {
      await rig.framesGoOut();
      return well.messages.some(({ data }) => 'frame' in data && data.serverTime === serverTime);
    });
    expect(well.ends).toEqual([]);
    expect(await rig.told(METRICS.droppedViewers)).toEqual([{ slow: 1 }]);
    // Its connection is closed and its queue discarded, though the client never closes its end.
    await until('the end of the slow connection', async () => (await connections()) < before);
    wire.resume();
    expect(await until('the end of the slow socket', () => slow.ends[0])).toBe('transport close');
    const framesOf = ({ messages }: Watcher) =>
      messages.filter(({ type }) => type === 'CHANGE_POSITION').length;
    expect(framesOf(slow)).toBeLessThan(framesOf(well));
  }, 30_000);

  it('that reads nothing any more holds up nobody who stops the api', async () => {
    await rig.watching();
    stall(await rig.watching('director'));
    await rig.harness.api.app.close();
    expect(await connections()).toBe(0);
  });
});
