import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, SESSION, SOCKET_JOIN } from '@flagpost/contracts';
import { decodeFrame } from '@flagpost/telemetry';
import { liveCar, until } from '@flagpost/testing';
import { EndedSessions } from '../access/ended-sessions.js';
import { NOW } from '../testing/harness.js';
import { startWatched, type Watcher } from '../testing/watched.js';

let rig: Awaited<ReturnType<typeof startWatched>>;

beforeEach(async () => {
  rig = await startWatched();
});
afterEach(() => rig.stop());

const transports = ['polling'];
const framesOf = ({ messages }: Watcher) => messages.filter(({ type }) => type === 'CHANGE_POSITION');
const viewers = async (): Promise<unknown> =>
  (await rig.harness.dependencies.health.read()).parts['sockets']?.details?.['viewers'];

describe('a socket that polls', () => {
  it('gets packed positions and what people decide', async () => {
    const viewer = await rig.watcher('director', { transports });
    await viewer.ask(SOCKET_JOIN, { eventId: rig.race.eventId, positions: 'packed' });
    await viewer.next('SNAPSHOT');
    let serverTime = NOW;
    await until('three frames by polling', async () => {
      await rig.frame(++serverTime, liveCar(rig.car));
      await rig.framesGoOut();
      return framesOf(viewer).length >= 3;
    });
    const { packed } = (await viewer.next('CHANGE_POSITION')) as { packed: ArrayBuffer };
    expect(decodeFrame(new Uint8Array(packed)).cars).toEqual([liveCar(rig.car)]);
    await rig.flag(806);
    expect(await viewer.next('RACE_CONTROL')).toMatchObject({ action: 'flagSent' });
    expect(viewer.socket.io.engine.transport.name).toBe('polling');
  });

  it('is refused without a good token, another club’s race, and once its session has ended', async () => {
    const bad = rig.open('bad', { transports });
    const error = await new Promise((resolve) => bad.on('connect_error', resolve));
    expect(error).toMatchObject({ data: { statusCode: 401, message: ANSWER_TEXTS.notAuthorized } });
    const foreign = await rig.watcher('director', { clubId: rig.race.rivalId, transports });
    const eventId = rig.race.eventId;
    expect(await foreign.ask(SOCKET_JOIN, { eventId })).toMatchObject({ ok: false, statusCode: 403 });

    const viewer = await rig.watching('viewer', { transports, sessionId: 'ends' });
    rig.harness.api.app.get(EndedSessions).next('ends');
    await until('the end of the socket', () => viewer.ends[0]);
    expect(await viewers()).toBe(1);
  });

  it('ends with its token', async () => {
    const viewer = await rig.watching('viewer', { transports });
    await rig.harness.time.advance(SESSION.accessTokenMs + SESSION.socketGraceMs);
    await until('the end of the socket', () => viewer.ends[0]);
    expect(await viewers()).toBe(0);
  });
});
