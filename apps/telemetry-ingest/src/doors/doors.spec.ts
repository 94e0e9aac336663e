import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ANSWER_TEXTS, ANSWER_TIMES, BODY_TIMES, DOOR } from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import { createHealth, jsonLogger, ServiceUnavailableError, type Health } from '@flagpost/platform';
import type { DeviceTokenStore } from '@flagpost/records';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { machineClock } from '@flagpost/testing/machine-clock';
import { giveToken, openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { readInputs, serveDoors } from '../testing/serve.js';
import { GATHER_MS, MANY, PATIENT_FROM_MS } from './gathering.js';

const TOKEN = 'a-token_of-22-letters0';
const OTHER_TOKEN = 'another-token_of-letters';
const NOW = Date.UTC(2026, 5, 1, 12);

describe('the doors', () => {
  let time: VirtualTime;
  let stores: Stores;
  let health: Health;
  let server: Server;
  let base: string;
  let close: () => Promise<void>;
  let log: string[];
  let publish: Topics['publish'];
  let clock: () => number;
  let findToken: DeviceTokenStore['find'];
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    time = virtualTime(NOW);
    clock = () => time.now();
    folder = await temporaryFolder();
    stores = await openStores(folder.path, time);
    await giveToken(stores.records, TOKEN, 7, 70);
    health = createHealth();
    log = [];
    publish = (topic, messages) => stores.topics.publish(topic, messages);
    findToken = (hash) => stores.records.deviceTokens.find(hash);
    const served = await serveDoors({
      topics: { ...stores.topics, publish: (topic, messages) => publish(topic, messages) },
      deviceTokens: { ...stores.records.deviceTokens, find: (hash) => findToken(hash) },
      clock: { now: () => clock() },
      scheduler: time,
      logger: jsonLogger(time, (line) => log.push(line)),
      health,
    });
    ({ server, base, close } = served);
  });

  afterEach(async () => {
    await close();
    await stores.close();
    await folder.remove();
  });

  const stored = () => readInputs(stores.topics);
  const post = (path: string, body: string): Promise<Response> =>
    fetch(base + path, { method: 'POST', body });
  const counted = async () => (await health.read()).parts.doors?.details;
  /** By their tokens, one fix each. */
  const send = (tokens: readonly string[]): Promise<Response[]> =>
    Promise.all(tokens.map((token) => fetch(`${base}/ingest/osmand/${token}?lat=1&lon=2`)));
  /** So many other cars send a fix each; their tokens. */
  const many = async (cars: number): Promise<string[]> => {
    const tokens = Array.from({ length: cars }, (_, car) => `a-token_of-22-letters-${car}`);
    for (const [car, token] of tokens.entries()) await giveToken(stores.records, token, 7, 100 + car);
    await send(tokens);
    return tokens;
  };

  it('rounds the numbers of a device before anything computes on them', async () => {
    const line = { t: NOW - 120.4, lat: 44.599_012_34, lng: 8.157, speedKph: 187.449, headingDeg: 359.6 };
    await post(`/ingest/positions/${TOKEN}`, JSON.stringify({ ...line, accuracyM: 4.16, battery: 78.6 }));
    const input = { t: NOW - 120, lat: 44.599_012_3, lng: 8.157, speedKph: 187.4, headingDeg: 0 };
    expect(await stored()).toEqual([
      { key: '7:70', input: { receivedAt: NOW, ...input, accuracyM: 4.2, battery: 79 } },
    ]);
  });

  it('stores a GET of OsmAnd under its car, stamped with its own time', async () => {
    const answer = await fetch(`${base}/ingest/osmand/${TOKEN}?id=x&lat=44.6&lon=8.1&timestamp=1780315199`);
    expect([answer.status, await answer.text()]).toEqual([200, '']);
    expect(await stored()).toEqual([
      { key: '7:70', input: { receivedAt: NOW, t: 1_780_315_199_000, lat: 44.6, lng: 8.1 } },
    ]);
  });

  it('handles many requests together, stamped as they came, and at once when a driver presses something', async () => {
    const tokens = await many(2 * MANY);
    const [some, others] = [tokens.slice(0, MANY), tokens.slice(MANY)];
    let reached = 0;
    server.on('request', () => (reached += 1));
    await time.advance(PATIENT_FROM_MS);
    await send(some);
    await time.advance(GATHER_MS);
    reached = 0;
    const waiting = send(others);
    await until('the requests', () => reached === others.length);
    await time.advance(GATHER_MS - 1);
    expect(await stored()).toHaveLength(tokens.length + some.length);

    await post(`/ingest/signals/${others[0]}`, '{"type":"ok"}');
    expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set([200]));
    const came = NOW + PATIENT_FROM_MS + GATHER_MS;
    const last = (await stored()).filter(({ input }) => input.receivedAt >= came);
    expect(last).toHaveLength(others.length + 1);
    expect(last.filter(({ key }) => key === `7:${100 + MANY}`).map(({ input }) => input)).toEqual([
      { receivedAt: came, lat: 1, lng: 2 },
      { receivedAt: came + GATHER_MS - 1, signal: { type: 'ok' } },
    ]);
  });

  it('takes what came whole from who has gone meanwhile, and drops what did not', async () => {
    await many(MANY);
    await time.advance(GATHER_MS);

    const { port } = new URL(base);
    const sendAndGo = async (token: string, body: string): Promise<void> => {
      const reached = once(server, 'request') as Promise<[IncomingMessage]>;
      const client = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      client.write(
        `POST /ingest/positions/${token} HTTP/1.1\r\nHost: x\r\nContent-Length: 17\r\n\r\n${body}`,
      );
      const [{ socket }] = await reached;
      client.resetAndDestroy();
      await until('the end of the connection', () => socket.destroyed);
    };
    await giveToken(stores.records, OTHER_TOKEN, 7, 71);
    await sendAndGo(OTHER_TOKEN, '{"lat":1');
    await sendAndGo(TOKEN, '{"lat":3,"lng":4}');
    expect(await stored()).toHaveLength(MANY);
    await time.advance(GATHER_MS);
    await until('the input', async () => (await stored()).length > MANY);
    expect((await stored()).filter(({ key }) => ['7:70', '7:71'].includes(key))).toEqual([
      { key: '7:70', input: { receivedAt: NOW + GATHER_MS, lat: 3, lng: 4 } },
    ]);
    expect([log, await counted()]).toMatchObject([[], { refused: 0 }]);
  });

  it('takes the rest of a body whose beginning has waited, stamped as it came', async () => {
    await many(MANY);
    await time.advance(GATHER_MS);

    const reached = once(server, 'request');
    const request = httpRequest(`${base}/ingest/positions/${TOKEN}`, { method: 'POST' });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.write('{"lat":3,');
    await reached;
    await time.advance(GATHER_MS + 5);
    request.end('"lng":4}');
    const [answer] = await answered;
    expect(answer.resume().statusCode).toBe(200);
    expect((await stored()).filter(({ key }) => key === '7:70')).toEqual([
      { key: '7:70', input: { receivedAt: time.now(), lat: 3, lng: 4 } },
    ]);
  });

  it('takes a POST of OsmAnd with a query, a form or JSON', async () => {
    const path = `/ingest/osmand/${TOKEN}`;
    await post(`${path}/?lat=1&lon=1`, '');
    await post(path, 'lat=2&lon=2');
    await post(path, JSON.stringify({ location: { coords: { latitude: 3, longitude: 3 } }, device_id: 'x' }));
    expect((await stored()).map(({ input }) => input.lat)).toEqual([1, 2, 3]);
  });

  it('ends a body that does not come with 408, and stores nothing of it', async () => {
    const reached = once(server, 'request');
    const request = httpRequest(`${base}/ingest/positions/${TOKEN}`, {
      method: 'POST',
      headers: { 'content-length': 1_000 },
    });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.write('{"lat":44.6,"lng":8.1}\n');
    await reached;
    await time.advance(BODY_TIMES.idleMs + 2_000);
    const [answer] = await answered;
    expect([answer.statusCode, answer.headers.connection]).toEqual([408, 'close']);
    const body = (await answer.toArray()).join('');
    expect(JSON.parse(body)).toEqual({ statusCode: 408, message: ANSWER_TEXTS.tooSlow });
    expect([await stored(), log]).toEqual([[], []]);
  });

  it('cuts off who was answered and does not send the rest', async () => {
    const request = httpRequest(`${base}/ingest/nowhere/${TOKEN}`, {
      method: 'POST',
      headers: { 'content-length': 1_000 },
    });
    request.on('error', () => undefined);
    const closed = once(request, 'close');
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    request.write('{');
    const [answer] = await answered;
    expect(answer.resume().statusCode).toBe(404);
    await time.advance(BODY_TIMES.idleMs + 2_000);
    await closed;
  });

  it('cuts off who does not read an answer', async () => {
    const reached = once(server, 'connection') as Promise<[Socket]>;
    const client = connect(Number(new URL(base).port), '127.0.0.1');
    const closed = once(client, 'close');
    const [there] = await reached;
    // As while the buffers of the system are full.
    there._write = there._writev = () => undefined;
    client.write('GET /ingest/nowhere/x HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('the answer', () => there.writableLength > 0);
    await time.advance(ANSWER_TIMES.idleMs - 2_000);
    expect(there.destroyed).toBe(false);
    await time.advance(4_000);
    await closed;
  });

  it('answers OwnTracks with an empty list', async () => {
    const answer = await post(
      `/ingest/owntracks/${TOKEN}`,
      '{"_type":"location","lat":1,"lon":2,"tst":1780315199}',
    );
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await stored()).toHaveLength(1);
  });

  it('stamps a later time on what comes later, also where the clock of the machine is set back', async () => {
    const path = `/ingest/signals/${TOKEN}`;
    const machine = machineClock(time);
    clock = () => machine.clock.now();
    await post(path, '{"type":"sos"}');
    machine.set(-600_000);
    await time.advance(100);
    await post(path, '{"type":"sosCleared"}');
    await time.advance(100);
    await post(path, '{"type":"sos"}');
    expect((await stored()).map(({ input }) => input.receivedAt)).toEqual([NOW, NOW + 99, NOW + 198]);
  });

  it('tells the sender of a batch what became of it, in the order it was sent', async () => {
    const lines = [
      { t: NOW, lat: 44.6, lng: 8.1 },
      { t: NOW + 1, lat: 91, lng: 8.1 },
      { t: NOW + 60_001, lat: 44.6, lng: 8.1 },
      { lat: 'x' },
      { t: NOW + 2, lat: 44.7, lng: 8.1 },
    ].map((line) => JSON.stringify(line));
    const answer = await post(`/ingest/positions/${TOKEN}`, `${lines.join('\n')}\n`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { accepted: 2, dropped: { invalidCoordinates: 1, clockAhead: 1, undecodable: 1 } },
    ]);
    expect((await stored()).map(({ input }) => input.lat)).toEqual([44.6, 91, 44.6, 44.7]);
  });

  it('takes answers to a test, each with the time of its first receipt, and publishes none', async () => {
    const path = `/ingest/signals/${TOKEN}`;
    const answer = async (body: object) => {
      const response = await post(path, JSON.stringify(body));
      return [response.status, (await response.json()) as unknown];
    };
    const taken = [200, { accepted: 1, dropped: {} }];
    expect(await answer({ type: 'testShown', testId: 3 })).toEqual(taken);
    await time.advance(2_000);
    expect(await answer({ type: 'testConfirmed', testId: 3 })).toEqual(taken);
    expect(await answer({ type: 'testShown', testId: 3 })).toEqual(taken);
    expect((await stores.records.deviceTokens.status(70))?.test).toEqual({
      testId: 3,
      shownAt: NOW,
      confirmedAt: NOW + 2_000,
    });
    const undecodable = [200, { accepted: 0, dropped: { undecodable: 1 } }];
    for (const testId of [0, -1, 1.5, '3', null, 2 ** 60])
      expect(await answer({ type: 'testConfirmed', testId })).toEqual(undecodable);
    expect(await stored()).toEqual([]);
  });

  it('takes signals', async () => {
    for (const signal of [
      { type: 'sos', t: NOW },
      { type: 'flagConfirmed', flagId: 3 },
      { type: 'sosCleared' },
    ]) {
      const answer = await post(`/ingest/signals/${TOKEN}`, JSON.stringify(signal));
      expect([answer.status, await answer.json()]).toEqual([200, { accepted: 1, dropped: {} }]);
    }
    expect((await stored()).map(({ input }) => input.signal?.type)).toEqual([
      'sos',
      'flagConfirmed',
      'sosCleared',
    ]);
  });

  it('answers 200 to what it cannot use, and counts it by reason', async () => {
    const answers = [
      await post(`/ingest/positions/${TOKEN}`, 'nonsense\n'),
      await post(`/ingest/signals/${TOKEN}`, '{"type":"party"}'),
      await post(`/ingest/owntracks/${TOKEN}`, '{"_type":"lwt"}'),
      await fetch(`${base}/ingest/osmand/${TOKEN}?cell=257,02,16,2224`),
      await post(`/ingest/osmand/${TOKEN}`, '$GPRMC,15,04,H,#'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await stored()).toEqual([]);
    expect(await counted()).toEqual({
      accepted: 0,
      dropped: { undecodable: 2, unsupported: 3 },
      waiting: 0,
      refused: 0,
      tooMany: 0,
    });
  });

  it.each(['osmand', 'owntracks', 'positions', 'signals'])(
    'answers 404 to an unknown token at %s',
    async (door) => {
      const answer = await post(`/ingest/${door}/not-the-token`, '{"type":"sos"}');
      expect([answer.status, await answer.json()]).toEqual([404, { statusCode: 404, message: 'Not found.' }]);
      expect(await stored()).toEqual([]);
    },
  );

  it('refuses a token as soon as another one replaced it', async () => {
    const path = `/ingest/osmand/${TOKEN}?lat=1&lon=1`;
    expect((await fetch(base + path)).status).toBe(200);
    await giveToken(stores.records, 'another-token', 7, 70);
    expect((await fetch(base + path)).status).toBe(404);
  });

  it.each([
    ['osmand', DOOR.messageBytes],
    ['owntracks', DOOR.messageBytes],
    ['positions', DOOR.batchBytes],
    ['signals', DOOR.messageBytes],
  ])('answers 413 to more than %s takes', async (door, limit) => {
    expect((await post(`/ingest/${door}/${TOKEN}`, ' '.repeat(limit))).status).toBe(200);
    const answer = await post(`/ingest/${door}/${TOKEN}`, ' '.repeat(limit + 1));
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { statusCode: 413, message: 'The message is too large.' },
    ]);
  });

  it('answers 503 with Retry-After when it cannot store, and works again afterwards', async () => {
    publish = () => Promise.reject(new Error('disk full'));
    const path = `/ingest/positions/${TOKEN}`;
    const refused = await post(path, '{"lat":1,"lng":1}');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, String(DOOR.retryAfterS)]);
    publish = (topic, messages) => stores.topics.publish(topic, messages);
    expect((await post(path, '{"lat":2,"lng":2}')).status).toBe(200);
    expect((await stored()).map(({ input }) => input.lat)).toEqual([2]);
  });

  it('is well again a while after a failure also if a proxy sends it nothing more', async () => {
    const isWell = async (): Promise<boolean | undefined> => (await health.read()).parts.doors?.ok;
    publish = () => Promise.reject(new Error('disk full'));
    expect((await post(`/ingest/positions/${TOKEN}`, '{"lat":1,"lng":1}')).status).toBe(503);
    expect(await isWell()).toBe(false);
    await time.advance(30_000);
    expect(await isWell()).toBe(true);
  });

  it('answers 503 to what is not stored in time', async () => {
    publish = () => new Promise(() => undefined);
    const path = `/ingest/osmand/${TOKEN}?lat=1&lon=1`;
    let answered = false;
    const late = fetch(base + path).finally(() => (answered = true));
    const isUnwell = async (): Promise<boolean> => (await health.read()).parts.doors?.ok === false;
    const advance = async (): Promise<void> => {
      expect(answered).toBe(false);
      await time.advance(100);
    };
    await until('doors that are unwell', isUnwell, { advance, everyMs: 0 });
    expect(time.now() - NOW).toBeGreaterThanOrEqual(DOOR.storeWithinMs);
    const { status, headers } = await late;
    expect([status, headers.get('retry-after')]).toEqual([503, String(DOOR.retryAfterS)]);
  });

  describe('where one device sends too much', () => {
    const path = `/ingest/osmand/${TOKEN}?lat=1&lon=1`;
    const backlog = Array.from({ length: DOOR.inputsAtOnce }, () => '{"lat":1,"lng":1}').join('\n');
    beforeEach(async () => {
      expect((await post(`/ingest/positions/${TOKEN}`, backlog)).status).toBe(200);
    });

    it('answers it 429 with Retry-After, stores nothing of it, and lets it in again by then', async () => {
      const answer = await fetch(base + path);
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
        429,
        '1',
        { statusCode: 429, message: 'This device sends too much. Wait a moment and send it again.' },
      ]);
      expect(await counted()).toMatchObject({ accepted: DOOR.inputsAtOnce, tooMany: 1 });
      await time.advance(1_000);
      const allowed = Array.from({ length: DOOR.inputsPerS }, () => fetch(base + path));
      expect(new Set((await Promise.all(allowed)).map(({ status }) => status))).toEqual(new Set([200]));
      expect((await fetch(base + path)).status).toBe(429);
    });

    it('takes a whole backlog of who has anything left, and its price afterwards', async () => {
      await time.advance(1_000);
      expect((await post(`/ingest/positions/${TOKEN}`, backlog)).status).toBe(200);
      const waitS = (DOOR.inputsAtOnce - DOOR.inputsPerS + 1) / DOOR.inputsPerS;
      expect((await fetch(base + path)).headers.get('retry-after')).toBe(String(Math.ceil(waitS)));
    });

    it('lets every other device in', async () => {
      await giveToken(stores.records, 'another-car', 7, 71);
      expect((await fetch(`${base}/ingest/osmand/another-car?lat=1&lon=1`)).status).toBe(200);
    });

    it('takes its signals, and what comes with them', async () => {
      expect((await post(`/ingest/signals/${TOKEN}`, '{"type":"sos"}')).status).toBe(200);
      const sos = await fetch(`${base}${path}&alarm=sos`);
      expect(sos.status).toBe(200);
      const last = (await stored()).slice(-2).map(({ input }) => input);
      expect(last).toMatchObject([{ signal: { type: 'sos' } }, { lat: 1, signal: { type: 'sos' } }]);
    });
  });

  it('knows whom it let in while the records are away, and nobody else', async () => {
    const path = `/ingest/osmand/${TOKEN}?lat=1&lon=1`;
    expect((await fetch(base + path)).status).toBe(200);
    findToken = () => Promise.reject(new ServiceUnavailableError('MongoDB does not answer now.'));
    expect((await fetch(base + path)).status).toBe(200);
    const stranger = await fetch(`${base}/ingest/osmand/never-seen?lat=1&lon=1`);
    expect([stranger.status, stranger.headers.get('retry-after')]).toEqual([503, String(DOOR.retryAfterS)]);
    findToken = (hash) => stores.records.deviceTokens.find(hash);
    await giveToken(stores.records, 'another-token', 7, 70);
    expect((await fetch(base + path)).status).toBe(404);
    findToken = () => Promise.reject(new ServiceUnavailableError('MongoDB does not answer now.'));
    expect((await fetch(base + path)).status).toBe(503);
    expect(await stored()).toHaveLength(2);
  });

  it('answers only when the topic has stored', async () => {
    let store: () => void = () => undefined;
    const commit = new Promise<void>((resolve) => (store = resolve));
    publish = () => commit;
    let answered = 0;
    const sending = [1, 2, 3].map((lat) =>
      fetch(`${base}/ingest/osmand/${TOKEN}?lat=${lat}&lon=1`).then(({ status }) => {
        answered += 1;
        return status;
      }),
    );
    await until('three that wait', async () => (await counted())?.waiting === 3);
    expect(answered).toBe(0);
    store();
    expect(await Promise.all(sending)).toEqual([200, 200, 200]);
    expect((await counted())?.waiting).toBe(0);
  });

  it('answers 503 with Retry-After while too much waits to be stored', async () => {
    publish = () => Promise.reject(new ServiceUnavailableError('Too much waits.'));
    const refused = await fetch(`${base}/ingest/osmand/${TOKEN}?lat=1&lon=1`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, String(DOOR.retryAfterS)]);
  });

  it('leaves every other path to who comes next, and keeps its own', async () => {
    expect((await fetch(`${base}/api/health`)).status).toBe(418);
    expect((await fetch(`${base}/ingest/backdoor/${TOKEN}`)).status).toBe(404);
    expect((await fetch(`${base}/ingest/osmand/`)).status).toBe(404);
    expect((await fetch(`${base}/ingest/constructor/${TOKEN}`)).status).toBe(404);
    const refused = await fetch(`${base}/ingest/signals/${TOKEN}`);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('survives senders that go away', async () => {
    const sender = httpRequest(`${base}/ingest/positions/${TOKEN}`, { method: 'POST' });
    sender.on('error', () => undefined);
    sender.write('{"lat":1');
    await new Promise((resolve) => server.once('request', resolve));
    sender.destroy();
    expect((await post(`/ingest/positions/${TOKEN}`, '{"lat":2,"lng":2}')).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it('writes no token into the log', async () => {
    publish = () => Promise.reject(new Error('disk full'));
    await post(`/ingest/positions/${TOKEN}`, '{"lat":1,"lng":1}');
    await post(`/ingest/positions/not-the-token`, '{"lat":1,"lng":1}');
    expect(log).toHaveLength(1);
    expect(log.join()).not.toMatch(/token/);
  });
});
