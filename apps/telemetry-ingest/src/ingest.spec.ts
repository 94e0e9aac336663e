import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { TOPICS } from '@flagpost/contracts';
import {
  closeServer,
  createHealth,
  silentLogger,
  trackConnections,
  type Connections,
  type Health,
} from '@flagpost/platform';
import { systemScheduler } from '@flagpost/platform/system';
import { countingIds, raceSetup, until, virtualTime } from '@flagpost/testing';
import { prependRequestHandler } from './doors/prepend-request-handler.js';
import { inboundConfig } from './config.js';
import { startIngest, type Ingest } from './ingest.js';
import { ingestServer } from './server.js';
import { publishSetup } from './testing/topics.js';
import { giveToken, openStores, temporaryFolder, type Stores } from './testing/stores.js';

const config = inboundConfig.parse({});
const START = Date.UTC(2026, 5, 1, 12);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let stores: Stores;
let health: Health;
let ingest: Ingest;
let server: Server | null = null;
let connections: Connections;

beforeEach(async () => {
  const time = virtualTime(START);
  folder = await temporaryFolder();
  stores = await openStores(folder.path, time);
  await giveToken(stores.records, 'token', 7, 70);
  await publishSetup(stores.topics, raceSetup(7, START, [70]));
  health = createHealth();
  ingest = await startIngest({
    ...stores,
    clock: time,
    scheduler: time,
    logger: silentLogger,
    health,
    config,
    ids: countingIds(),
  });
});
const stop = async (): Promise<void> => {
  if (server === null) return;
  await closeServer(server, connections);
  server = null;
  await ingest.stop();
};
afterEach(async () => {
  await stop();
  await stores.close();
  await folder.remove();
});

const serve = async (served: Server): Promise<string> => {
  server = served;
  connections = trackConnections(served, systemScheduler);
  await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
};
const post = async (url: string, body: string): Promise<[number, unknown]> => {
  const answer = await fetch(url, { method: 'POST', body });
  return [answer.status, await answer.json()];
};

it('serves doors in front of an application, and hands what came in to the pipeline', async () => {
  const application = createServer((request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' });
    request.pipe(response);
  });
  prependRequestHandler(application, ingest.doors);
  const url = await serve(application);
  expect(await post(`${url}/echo`, '{"a":1}')).toEqual([201, { a: 1 }]);
  expect(
    await post(`${url}/ingest/positions/token`, '{"lat":44.6,"lng":8.1}\n{"lat":44.6,"lng":8.1}'),
  ).toEqual([200, { accepted: 2, dropped: {} }]);
  const read = async () => (await health.read()).parts.ingest?.details?.read;
  await until('both inputs in the pipeline', async () => (await read()) === 2);
});

it("hands what others' producers send to the pipeline, and lets in who is entered alone", async () => {
  const values = ['7:70', 'token', '7:71', '8:70'].map((key, t) => ({
    key,
    value: JSON.stringify({ t: START + t, lat: 44.6, lng: 8.1 }),
  }));
  await stores.topics.publish(TOPICS.setup, [{ key: '8', value: null }]);
  await until('the setups', async () => (await health.read()).parts.ingest?.ok === true);
  await stores.topics.publish(TOPICS.inbound, values);
  const parts = async () => (await health.read()).parts;
  await until('both inputs in the pipeline', async () => (await parts()).ingest?.details?.read === 2);
  await until('all values to be judged', async () => (await parts()).inbound?.details?.lag === 0);
  expect((await parts()).inbound).toEqual({
    ok: true,
    details: {
      accepted: 2,
      dropped: { unauthorized: 1, unknownEvent: 1 },
      lag: 0,
      deadLetters: {},
      failure: null,
    },
  });
  await ingest.stop();
});

it('serves doors and health from a server of its own, and has nothing at other paths', async () => {
  const url = await serve(ingestServer(ingest.doors, health));
  expect(await post(`${url}/ingest/positions/token`, '{"lat":44.6,"lng":8.1}')).toEqual([
    200,
    { accepted: 1, dropped: {} },
  ]);
  const answer = await fetch(`${url}/api/health`);
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok', parts: { doors: {} } }]);
  expect(await post(`${url}/api/events`, '{}')).toEqual([404, { statusCode: 404, message: 'Not found.' }]);
});

it('saves what it has when it stops, and answers first what is under way', async () => {
  const url = await serve(ingestServer(ingest.doors, health));
  const answer = fetch(`${url}/ingest/osmand/token?lat=44.6&lon=8.1`);
  await new Promise<void>((resolve) => server?.once('request', () => resolve()));
  await stop();
  expect((await answer).status).toBe(200);
  const minute = START / 60_000;
  expect(await stores.records.history.read(7, minute, minute, 10)).toHaveLength(1);
});
