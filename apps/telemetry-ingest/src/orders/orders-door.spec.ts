import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  FLAG_TEST,
  NO_ORDERS,
  ORDERS_DOOR,
  racePresence,
  TOPICS,
  type CarOrders,
  type RacePresence,
} from '@flagpost/contracts';
import { createDeadLetters } from '@flagpost/messaging';
import { createHealth, silentLogger } from '@flagpost/platform';
import { countingIds, until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { serveHandler } from '../testing/serve.js';
import { giveToken, openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { followOrders, type OrdersFollower } from './known-orders.js';
import { createOrdersDoor, type OrdersDoor } from './orders-door.js';
import { createPresence, type Presence } from './presence.js';

const NOW = Date.UTC(2026, 5, 1, 12);
const TOKEN = 'a-token_of-22-letters0';
const OTHER = 'b-token_of-22-letters0';
const RED: CarOrders = {
  track: 801,
  driver: null,
  sectors: [],
  sos: null,
  question: null,
  unconfirmed: [{ id: 31, type: 'flag', code: 801, message: null, sector: null, sentAt: NOW }],
};
const GREEN: CarOrders = { ...NO_ORDERS, track: 808 };

describe('the door of orders', () => {
  let time: VirtualTime;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let stores: Stores;
  let orders: OrdersFollower;
  let door: OrdersDoor;
  let presence: Presence;
  let served: Awaited<ReturnType<typeof serveHandler>>;
  const health = createHealth();

  beforeEach(async () => {
    time = virtualTime(NOW);
    folder = await temporaryFolder();
    stores = await openStores(folder.path, time);
    await giveToken(stores.records, TOKEN, 7, 70);
    await giveToken(stores.records, OTHER, 7, 71);
    const { topics } = stores;
    const parts = { topics, clock: time, scheduler: time, logger: silentLogger };
    orders = followOrders({
      ...parts,
      deadLetters: createDeadLetters({ ...parts, topic: TOPICS.deadLetters }),
    });
    const { deviceTokens } = stores.records;
    presence = createPresence({ ...parts, ids: countingIds() });
    door = createOrdersDoor({ ...parts, orders, presence, deviceTokens, health });
    served = await serveHandler(door.handle);
  });
  afterEach(async () => {
    door.hangUp();
    presence.stop();
    await served.close();
    await orders.stop();
    await stores.close();
    await folder.remove();
  });

  const publish = (invitationId: number, value: CarOrders | null) =>
    stores.topics.publish(TOPICS.orders, [
      { key: carKey(7, invitationId), value: value === null ? null : JSON.stringify(value) },
    ]);
  const knows = (invitationId: number, track: number | null) =>
    until('the orders to be known', () => {
      const found = orders.of(carKey(7, invitationId));
      return found !== null && (JSON.parse(found.json) as CarOrders).track === track ? found : undefined;
    });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${served.base}/ingest/orders/${path}`, { headers });
    return { status: response.status, body: (await response.json()) as CarOrders & { id: string } };
  };
  /** The text of a stream, as far as it was received. */
  const listen = async (token: string, lastEventId?: string) => {
    const ending = new AbortController();
    const headers = {
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    };
    const response = await fetch(`${served.base}/ingest/orders/${token}`, { headers, signal: ending.signal });
    const state = { text: '', ended: false };
    const read = async (): Promise<void> => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) state.text += decoder.decode(chunk);
    };
    const closed = read()
      .catch(() => undefined)
      .finally(() => (state.ended = true));
    const events = () =>
      [...state.text.matchAll(/^id: (\S+)\nevent: orders\ndata: (.*)$/gm)].map(([, id, data = '']) => ({
        ...(JSON.parse(data) as CarOrders),
        id,
      }));
    return { response, state, events, closed, stop: () => ending.abort() };
  };
  /** A device that opens its stream again whenever it ends. */
  const stay = async (token: string) => {
    const stopping = new AbortController();
    const device = { streams: 0, events: [] as CarOrders[] };
    const open = async (lastId?: string) => {
      const stream = await listen(token, lastId);
      device.streams += 1;
      stopping.signal.addEventListener('abort', stream.stop);
      return stream;
    };
    const run = async (first: Awaited<ReturnType<typeof listen>>): Promise<void> => {
      for (let stream = first, lastId: string | undefined; ; stream = await open(lastId)) {
        await stream.closed;
        device.events.push(...stream.events());
        if (stopping.signal.aborted) return;
        lastId = stream.events().at(-1)?.id ?? lastId;
      }
    };
    const closed = run(await open()).catch(() => undefined); // the server is closed
    return Object.assign(device, { closed, stop: () => stopping.abort() });
  };
  /** A stream of which the end is taken, and closes it, or not. */
  const openStream = (token: string, isEndTaken = true) => {
    const state = { endedAt: null as number | null, isCut: false };
    const response = Object.assign(new EventEmitter(), {
      writableEnded: false,
      writableLength: 0,
      writeHead: () => undefined,
      write() {
        if (response.writableEnded) throw new Error('It has ended.');
      },
      end() {
        response.writableEnded = true;
        state.endedAt = time.now();
        if (isEndTaken) response.emit('close');
      },
      destroy() {
        state.isCut = true;
        response.emit('close');
      },
    });
    const headers = { accept: 'text/event-stream' };
    const request = { method: 'GET', url: `/ingest/orders/${token}`, headers };
    door.handle(
      request as unknown as IncomingMessage,
      response as unknown as ServerResponse,
      () => undefined,
    );
    return state;
  };
  /** What is said of the cars that are present. */
  const followPresence = async (): Promise<readonly RacePresence[]> => {
    const said: RacePresence[] = [];
    stores.topics.follow({
      topic: TOPICS.presence,
      from: 'now',
      async onBatch({ messages }) {
        for (const { value } of messages) said.push(racePresence.parse(JSON.parse(value ?? '')));
      },
    });
    await time.advance(0);
    return said;
  };
  const connected = (count: number) =>
    until(`${count} devices`, async () => {
      const { orders: part } = (await health.read()).parts;
      return part?.details?.['devices'] === count;
    });

  it('sends what a car has at once, and each change after it', async () => {
    await publish(70, RED);
    await knows(70, 801);
    const device = await listen(TOKEN);
    await until('the red', () => device.events().length === 1);
    expect(device.response.headers.get('content-type')).toBe('text/event-stream');
    expect(device.events()[0]).toMatchObject(RED);
    await publish(71, GREEN);
    await publish(70, GREEN);
    await until('the green', () => device.events().length === 2);
    await publish(70, null);
    await until('nothing', () => device.events().length === 3);
    expect(device.events().map(({ track }) => track)).toEqual([801, 808, null]);
    device.stop();
  });

  it('sends nothing to who has the newest, and no change that is none', async () => {
    await publish(70, RED);
    await knows(70, 801);
    const { body } = await get(TOKEN);
    const device = await listen(TOKEN, body.id);
    await publish(70, RED);
    await publish(70, GREEN);
    await until('the green', () => device.events().length > 0);
    expect(device.events().map(({ track }) => track)).toEqual([808]);
    device.stop();
  });

  it('has a test until it is over by the clock of the server, and tells who is connected', async () => {
    const test = { id: 3, sentAt: NOW - FLAG_TEST.lastsMs + 10_000 };
    await publish(70, { ...GREEN, test });
    await knows(70, 808);
    const device = await listen(TOKEN);
    await until('the test', () => device.events().length === 1);
    expect(device.events()[0]?.test).toEqual(test);
    await time.advance(10_000 + ORDERS_DOOR.heartbeatMs);
    await until('its end', () => device.events().length === 2);
    expect(device.events()[1]).toEqual({ ...GREEN, id: device.events()[1]?.id });
    expect((await get(TOKEN)).body.test).toBeUndefined();
    await publish(70, { ...GREEN, test: { id: 4, sentAt: time.now() } });
    await until('the next test', () => device.events().length === 3);
    expect(device.events()[2]?.test?.id).toBe(4);
    device.stop();
  });

  it('says that it is alive, and ends the stream of a token that ended', async () => {
    const device = await listen(TOKEN);
    await until('the first orders', () => device.events().length === 1);
    await time.advance(ORDERS_DOOR.heartbeatMs);
    await until('the heartbeat', () => device.state.text.endsWith('\n:\n\n'));
    await giveToken(stores.records, 'another', 7, 70);
    await time.advance(ORDERS_DOOR.heartbeatMs);
    await until('the end', () => device.state.ended);
    expect((await get(TOKEN)).status).toBe(404);
  });

  it('answers a request without a stream at once, or at the next change', async () => {
    const first = await get(TOKEN);
    expect(first).toMatchObject({ status: 200, body: NO_ORDERS });
    const waiting = get(`${TOKEN}?after=${first.body.id}`);
    await connected(1);
    await publish(70, RED);
    expect((await waiting).body).toMatchObject(RED);
    expect((await get(`${TOKEN}?after=${first.body.id}`)).body).toMatchObject(RED);
  });

  it('answers with the same orders once the wait is over', async () => {
    const { body } = await get(TOKEN);
    let answered: CarOrders | null = null;
    const waiting = get(`${TOKEN}?after=${body.id}&wait=5`).then((answer) => (answered = answer.body));
    await until('the wait to be over', async () => {
      await time.advance(5_000);
      return answered !== null;
    });
    expect(await waiting).toEqual(body);
  });

  it('ends the oldest of more connections than a car may have, and all when it hangs up', async () => {
    const devices: Awaited<ReturnType<typeof listen>>[] = [];
    for (let count = 0; count <= ORDERS_DOOR.perCar; count += 1) devices.push(await listen(TOKEN));
    await until('the oldest to end', () => devices[0]?.state.ended === true);
    expect(devices.slice(1).some(({ state }) => state.ended)).toBe(false);
    door.hangUp();
    await until('all to end', () => devices.every(({ state }) => state.ended));
    expect((await get(TOKEN)).status).toBe(503);
  });

  it('makes a car present while it streams or polls, and for a while after, and no other', async () => {
    const said = await followPresence();
    const cars = (): number[] | undefined => said.at(-1)?.cars.map(([car]) => car);
    const isSaid = (...expected: number[]) =>
      until(`${expected.join()} to be said`, async () => {
        await time.advance(1_000);
        return JSON.stringify(cars()) === JSON.stringify(expected);
      });
    const device = await stay(TOKEN);
    await isSaid(70);
    expect(said[0]).toMatchObject({ eventId: 7, cars: [[70, NOW]] });
    await get(OTHER);
    await isSaid(70, 71);
    await isSaid(70);
    device.stop();
    await device.closed;
    const again = await listen(TOKEN);
    const before = said.length;
    await time.advance(ORDERS_DOOR.reconnectsWithinMs + ORDERS_DOOR.presenceEveryMs);
    await until('it to be said again', () => said.length > before);
    expect(said.slice(before).every((one) => one.cars[0]?.[1] === NOW)).toBe(true);
    again.stop();
    await isSaid();
    const last = said.length;
    await time.advance(3 * ORDERS_DOOR.presenceEveryMs);
    expect(said).toHaveLength(last);
  });

  it('ends streams that were opened at once one after the other', async () => {
    const tokens = Array.from({ length: ORDERS_DOOR.perCar }, () => [TOKEN, OTHER]).flat();
    const streams = tokens.map((token) => openStream(token));
    await connected(streams.length);
    await time.advance(ORDERS_DOOR.streamMs + ORDERS_DOOR.streamSpreadMs);
    const ends = streams.map(({ endedAt }) => (endedAt ?? NaN) - NOW);
    expect(new Set(ends).size).toBe(streams.length);
    expect(ends.every((ms) => ms >= ORDERS_DOOR.streamMs)).toBe(true);
  });

  it('has a device present all the time that opens its stream again, and tells it nothing twice', async () => {
    const said = await followPresence();
    const device = await stay(TOKEN);
    for (const streams of [1, 2, 3])
      await until('the next stream', async () => {
        await time.advance(1_000);
        // No time passes while it connects.
        await connected(1);
        return device.streams > streams;
      });
    device.stop();
    await device.closed;
    expect(device.events).toHaveLength(1);
    expect(new Set(said.map(({ cars }) => JSON.stringify(cars)))).toEqual(new Set([`[[70,${NOW}]]`]));
  });

  it('misses a device that vanished without closing its connection', async () => {
    const said = await followPresence();
    const { hostname, port } = new URL(served.base);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /ingest/orders/${TOKEN} HTTP/1.1\r\nHost: door\r\nAccept: text/event-stream\r\n\r\n`);
    await once(socket, 'readable');
    await connected(1);
    await time.advance(ORDERS_DOOR.presenceEveryMs);
    await until('the car to be present', () => said.at(-1)?.cars.length === 1);
    await time.advance(ORDERS_DOOR.streamMs + ORDERS_DOOR.streamSpreadMs);
    await connected(0);
    await time.advance(ORDERS_DOOR.reconnectsWithinMs);
    await until('the car to be missed', () => said.at(-1)?.cars.length === 0);
    socket.destroy();
  });

  it('cuts a stream whose end was not taken by the next heartbeat', async () => {
    const stream = openStream(TOKEN, false);
    await connected(1);
    await time.advance(ORDERS_DOOR.streamMs + ORDERS_DOOR.streamSpreadMs + ORDERS_DOOR.heartbeatMs);
    await until('it to be cut', () => stream.isCut);
    expect(stream.endedAt).not.toBeNull();
  });

  it('refuses a car that asks all the time for a while, and no other', async () => {
    const asks = (count: number) =>
      Promise.all(Array.from({ length: count }, () => get(`${TOKEN}?wait=0`).then(({ status }) => status)));
    expect(new Set(await asks(ORDERS_DOOR.requestsAtOnce))).toEqual(new Set([200]));
    const refused = await fetch(`${served.base}/ingest/orders/${TOKEN}?wait=0`);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '1',
      { statusCode: 429, message: 'This device sends too much. Wait a moment and send it again.' },
    ]);
    const streamed = await listen(TOKEN);
    expect(streamed.response.status).toBe(429);
    expect((await get(`${OTHER}?wait=0`)).status).toBe(200);
    expect((await health.read()).parts.orders?.details?.['tooMany']).toBe(2);
    await time.advance(1_000);
    expect(new Set(await asks(ORDERS_DOOR.requestsPerS))).toEqual(new Set([200]));
    expect((await get(`${TOKEN}?wait=0`)).status).toBe(429);
  });

  it('tells nothing to who has no token, and takes no other method', async () => {
    expect((await get('unknown')).status).toBe(404);
    const posted = await fetch(`${served.base}/ingest/orders/${TOKEN}`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('keeps what a car had where a value cannot be read', async () => {
    await publish(70, RED);
    await knows(70, 801);
    await stores.topics.publish(TOPICS.orders, [{ key: carKey(7, 70), value: '{"track":"red"}' }]);
    await publish(71, GREEN);
    await knows(71, 808);
    expect((await get(TOKEN)).body).toMatchObject(RED);
  });
});
