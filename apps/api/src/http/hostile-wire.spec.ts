import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SOCKET_JOIN, SOCKET_LEAVE, SOCKET_TOKEN, TRACK_LIMITS, type SocketAck } from '@flagpost/contracts';
import { io } from 'socket.io-client';
import { NOW } from '../testing/harness.js';
import { competitorBody, eventBody } from '../testing/race-fixture.js';
import { openStage, type Stage } from '../testing/hostile/stage.js';
import { HOSTILE_VALUES } from '@flagpost/testing/hostile-values';

let stage: Stage;
let token: string;
let head: string | null;
beforeAll(async () => {
  stage = await openStage();
  token = stage.people[1]?.bearer ?? '';
});
beforeEach(async () => {
  head = await stage.scene.harness.dependencies.store.head();
});
afterAll(() => stage.stop());

const nothingWasStored = async (): Promise<void> =>
  expect(await stage.scene.harness.dependencies.store.head()).toBe(head);

/** A good event. */
const event = (): object => eventBody(stage.scene.race.categoryId);
const send = async (headers: Record<string, string>, body: string | Buffer, path = '/api/events') => {
  const { heard, complaints } = await stage.fire({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });
  expect(complaints).toEqual([]);
  return heard.status;
};
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body', () => {
  it.each([
    ['text', 'text/plain'],
    ['XML', 'application/xml'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['no type', ''],
    ['a type that is none', ';;;,'],
    ['a multipart without a boundary', 'multipart/form-data'],
    ['a multipart with another boundary', 'multipart/form-data; boundary=x'],
    ['bytes', 'application/octet-stream'],
  ])('that says it is %s is not read', async (_, type) => {
    expect(await send({ 'content-type': type }, JSON.stringify(event()))).toBe(400);
    await nothingWasStored();
  });

  it.each([
    ['cut', '{"Name":"Ral', 400],
    ['a list', '[]', 400],
    ['a text', '"event"', 400],
    ['a number too large for a number', '{"CouId":1e999}', 400],
    ['nested without end', `{"Name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
    ['a thousand times over', `{${'"Name":"x",'.repeat(20_000)}"Name":"x"}`, 400],
    ['NUL bytes', '\u0000\u0000{}', 400],
    ['with a mark of its byte order', '\ufeff{}', 400],
    ['too large', `{"Name":"${'x'.repeat(300_000)}"}`, 413],
  ])('that is %s is refused', async (_, body, status) => {
    expect(await send(JSON_TYPE, body)).toBe(status);
    await nothingWasStored();
  });

  it('is read in the letters and the packing that it names, and in no others', async () => {
    const body = JSON.stringify(event());
    const packed = (coding: string, bytes: string | Buffer) =>
      send({ ...JSON_TYPE, 'content-encoding': coding }, bytes);
    const lettered = (charset: string, bytes: string | Buffer) =>
      send({ 'content-type': `application/json; charset=${charset}` }, bytes);
    expect(await packed('gzip', 'no gzip')).toBe(400);
    expect(await packed('gzip', gzipSync(body).subarray(0, 40))).toBe(400);
    expect(await packed('gzip', gzipSync(Buffer.alloc(50_000_000, ' ')))).toBe(413);
    expect(await packed('zip', body)).toBe(415);
    expect(await lettered('latin9', body)).toBe(415);
    expect(await lettered('utf-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))).toBe(400);
    await nothingWasStored();
    expect(await packed('gzip', gzipSync(body))).toBe(201);
    expect(await lettered('utf-8', body)).toBe(201);
  });

  it('keeps nobody waiting with a long list of faults', async () => {
    const { race } = stage.scene;
    const Categories = Array.from({ length: 100_000 }, () => 0);
    expect(await send(JSON_TYPE, JSON.stringify({ ...event(), Categories }))).toBe(400);
    const line = { Positions: Array.from({ length: 20_000 }, () => 0) };
    const pointsTrack = Array.from({ length: 50 }, () => line);
    const route = JSON.stringify({ eventId: race.eventId, pointsTrack });
    expect(await send(JSON_TYPE, route, '/api/circuitRoutes')).toBe(400);
    await nothingWasStored();
  });

  it('that nests deeper than any call needs is refused unread, brackets of its texts apart', async () => {
    const nested = (depth: number): string =>
      JSON.stringify(event()).replace('{', `{"More":${'[{"x":'.repeat(depth)}1${'}]'.repeat(depth)},`);
    expect(await send(JSON_TYPE, nested(16))).toBe(400);
    const wide = Buffer.from(nested(16), 'utf16le');
    expect(await send({ 'content-type': 'application/json; charset=utf-16le' }, wide)).toBe(400);
    await nothingWasStored();
    expect(await send(JSON_TYPE, nested(15))).toBe(201);
    const Name = `\\"${'[{'.repeat(18)}`;
    expect(await send(JSON_TYPE, JSON.stringify({ ...event(), Name }))).toBe(201);
  });

  it('of a large route is not read before it is known who sends it', async () => {
    const cut = `{"pointsTrack":[${' '.repeat(300_000)}`;
    const path = '/api/circuitRoutes';
    expect(await send(JSON_TYPE, cut, path)).toBe(400);
    expect(await send({ ...JSON_TYPE, authorization: 'Bearer x' }, cut, path)).toBe(401);
    const packed = { ...JSON_TYPE, 'content-encoding': 'gzip' };
    expect(await send(packed, gzipSync(cut), path)).toBe(400);
    expect(await send({ ...packed, authorization: 'Bearer x' }, gzipSync(cut), path)).toBe(401);
    await nothingWasStored();
  });

  const line = Array.from({ length: TRACK_LIMITS.points }, (_, index) => ({
    lat: 44.7 + index / 1e6,
    lng: 8.03,
  }));
  const pointsTrack = [{ Positions: line }];
  it.each([
    ['circuitRoutes', 200, { pointsTrack }],
    ['events/map', 200, { pointsTrack }],
    ['tracks', 201, { trackName: 'Langhe', pointsTrack }],
    [
      'events/specialstages',
      200,
      {
        stages: [
          { Stages: 1, Name: 'Diano', Km: 20, StartDate: new Date(NOW).toISOString(), Positions: line },
        ],
      },
    ],
  ])('of %s may be as large as routes may be', async (path, status, body) => {
    const { eventId } = stage.scene.race;
    expect(
      await send(JSON_TYPE, JSON.stringify({ eventId, trackId: eventId, ...body }), `/api/${path}`),
    ).toBe(status);
  });

  it.each([
    ['a line end', 'Ada\r\nBcc: all@example.org'],
    ['a control character', 'Ada\u001b[2J'],
    ['a NUL', 'Ada\u0000'],
    ['a turned direction', 'Ada\u202egpj.exe'],
    ['half a character', 'Ada\ud800'],
    ['nothing to see', '\u200b\u200d'],
  ])('whose name has %s is refused, so that no mail, log or screen gets it', async (_, name) => {
    const { race } = stage.scene;
    const body = competitorBody(race.eventId, race.categoryId, '99');
    const path = '/api/invitations/createInvitationDriver';
    const named = { ...body, User: { ...body.User, Name: name } };
    expect(await send(JSON_TYPE, JSON.stringify(named), path)).toBe(400);
    await nothingWasStored();
  });
});

describe('an upload', () => {
  const upload = (type: string, body: string | Buffer) =>
    send(
      { 'content-type': type },
      body,
      `/api/commonServices/uploadAvatar/${stage.people[1]?.about.userId ?? 0}`,
    );
  const part = (content: string, name = 'file', filename = 'me.png'): string =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
  const FORM = 'multipart/form-data; boundary=cut';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

  it.each([
    ['no form', 'application/json', '{}'],
    ['a form without a boundary', 'multipart/form-data', part('x')],
    ['a form of another boundary', 'multipart/form-data; boundary=other', `${part('x')}--cut--`],
    ['a form that never ends', FORM, part('x')],
    ['an empty form', FORM, '--cut--'],
    ['a field of another name', FORM, `${part('x', '__proto__')}--cut--`],
    ['two files', FORM, `${part('x')}${part('y')}--cut--`],
    ['a drawing with a script', FORM, `${part(svg, 'file', 'me.svg')}--cut--`],
    ['a page', FORM, `${part('<html><script>alert(1)</script>', 'file', '../../index.html')}--cut--`],
    [
      'a GIF',
      FORM,
      `${part('GIF89a\u0001\u0000\u0001\u0000\u0000\u0000\u0000;', 'file', 'me\u0000.png')}--cut--`,
    ],
    ['an archive', FORM, `${part('PK\u0003\u0004', 'file', 'x'.repeat(5_000))}--cut--`],
    ['more than an image may have', FORM, `${part('x'.repeat(6_000_000))}--cut--`],
    ['a thousand fields', FORM, `${part('x', 'other').repeat(1_000)}--cut--`],
  ])('of %s is refused', async (_, type, body) => {
    expect(await upload(type, body)).toBe(400);
    await nothingWasStored();
  });
});

describe('a path', () => {
  it.each([
    '/api/avatars/..%2f..%2f..%2fetc%2fpasswd',
    '/api/avatars/%2e%2e%2fpackage.json',
    '/api/avatars/%00.webp',
    '/api/avatars/..%5c..%5cwindows',
    '/api/docs/..%2f..%2fpackage.json',
    '/api/docs/%2e%2e/%2e%2e/package.json',
    '/api/docs/%00',
    '/api/../../../../etc/passwd',
    '/api/%E0%A4%A',
    '/api/mapTiles/1/..%2f..%2f/1',
    '/api/events/%0d%0aSet-Cookie:a=b',
  ])('such as %s leads out of nowhere', async (path) => {
    const { heard, complaints } = await stage.fire({ method: 'GET', path, headers: {} });
    expect(complaints).toEqual([]);
    expect([400, 401, 404]).toContain(heard.status);
    expect(heard.text).not.toMatch(/root:|flagpost/i);
  });
});

describe('half a request', () => {
  const login = (length: string, body: string): string =>
    `POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`;

  it.each([
    ['another version', 'GET /api/health HTTP/9.9\r\n\r\n'],
    ['no request', '\u0016\u0003\u0001\u0002\u0000garbage'],
    ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
    ['a header that is cut', 'GET /api/health HTTP/1.1\r\nHost: x\r\nAuthor'],
    ['headers without end', `GET /api/health HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(50_000)}\r\n\r\n`],
    ['a line end in a header', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX: a\nb\u0000\r\n\r\n'],
    ['less than its length', login('Content-Length: 500', '{"email":')],
    ['two lengths', login('Content-Length: 2\r\nContent-Length: 9', '{}')],
    ['a length below nothing', login('Content-Length: -1', '{}')],
    ['a length and chunks', login('Content-Length: 2\r\nTransfer-Encoding: chunked', '{}')],
    ['a chunk that is cut', login('Transfer-Encoding: chunked', 'ff\r\n{"email"')],
    ['a chunk of no size', login('Transfer-Encoding: chunked', 'zz\r\n{}\r\n')],
  ])('with %s is refused, and its connection closed', async (_, bytes) => {
    expect(await stage.wire.say(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  it.each([
    ['before its end', login('Content-Length: 500', '{"email":')],
    [
      'within an upload',
      'POST /api/commonServices/uploadAvatar/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n--cut',
    ],
    ['within a chunk', login('Transfer-Encoding: chunked', 'ff\r\n{"email"')],
    ['before its answer', login('Content-Length: 2', '{}')],
    [
      'within an upgrade',
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n',
    ],
  ])('that breaks off %s harms nobody', async (_, bytes) => {
    await stage.wire.say(bytes, 'break');
    expect((await stage.wire.ask('GET', '/api/health')).status).toBe(200);
    await nothingWasStored();
  });

  it.each([
    ['GET', '/socket.io/?EIO=4&transport=__proto__'],
    ['GET', '/socket.io/?EIO=2&transport=polling'],
    ['POST', '/socket.io/?EIO=4&transport=polling&sid=constructor'],
    ['GET', '/socket.io/?EIO=4&transport=polling&sid=../../x'],
  ])('to the socket, %s %s, is refused', async (method, path) => {
    expect((await stage.wire.ask(method, path, {}, '42["join"')).status).toBe(400);
  });

  it('is no way to other methods', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'OPTIONS', 'HEAD'])
      expect((await stage.wire.ask(method, '/api/auth/login')).status).toBe(405);
    expect(await stage.wire.say('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
  });
});

describe('a message over the socket', () => {
  const connected = (accessToken: unknown) =>
    io(stage.wire.url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { accessToken },
    });

  it('is refused where it says something else than it should, and the next one is heard', async () => {
    const socket = connected(token);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const ask = (verb: string, body: unknown): Promise<SocketAck> =>
      socket.emitWithAck(verb, body) as Promise<SocketAck>;
    const taken: unknown[] = [];
    for (const verb of [SOCKET_JOIN, SOCKET_LEAVE, SOCKET_TOKEN])
      for (const value of HOSTILE_VALUES)
        for (const body of [value, { eventId: value }, { accessToken: value }])
          if ((await ask(verb, body)).ok) taken.push([verb, body]);
    expect(taken).toEqual([]);
    socket.emit('constructor', {});
    socket.emit('__proto__', {});
    socket.emit(SOCKET_JOIN);
    expect(await ask(SOCKET_JOIN, { eventId: stage.scene.race.eventId })).toEqual({ ok: true });
    socket.disconnect();
    await nothingWasStored();
  });

  it('of somebody without a good token opens nothing', async () => {
    for (const value of HOSTILE_VALUES.slice(0, 12)) {
      const socket = connected(value);
      const error = await new Promise<Error>((resolve) => socket.once('connect_error', resolve));
      expect(error.message).not.toMatch(/\n|at /);
      socket.disconnect();
    }
  });
});
