import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until, virtualTime } from '@flagpost/testing';
import { apiConfig } from '../config.js';
import { NOW, startHarness, type Harness } from '../testing/harness.js';
import { IMAGERY } from './imagery.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nand the rest', 'latin1');

const answers: RequestListener = (_, response) => void response.end(PNG);
const hangs: RequestListener = () => undefined;
const hangsHalfWay: RequestListener = (_, response) => void response.writeHead(200).write(PNG);
const knowsNone: RequestListener = (_, response) => void response.writeHead(404).end('no such tile');
const showsPage: RequestListener = (_, response) => void response.end('<!doctype html><p>Log in');
const fails: RequestListener = (_, response) => void response.writeHead(503).end();
const sendsTooMuch: RequestListener = (_, response) =>
  void response.end(Buffer.concat([PNG, Buffer.alloc(IMAGERY.maxBytes)]));
const sendsElsewhere: RequestListener = (_, response) =>
  void response.writeHead(302, { location: '/elsewhere' }).end();

let origin: Server;
let behaves: RequestListener;
let asked: string[];
let harness: Harness;

const time = () => harness.time;
const tile = (path = '3/4/5') => harness.with(null).get(`/mapTiles/${path}`);
/** Asks, and lets time go by once the imagery's server has been asked. */
const tileInVain = async () => {
  const before = asked.length;
  const answer = tile().then((given) => given);
  await until('a request for the tile', () => asked.length > before);
  await time().advance(IMAGERY.withinMs);
  return answer;
};

beforeEach(async () => {
  asked = [];
  behaves = answers;
  origin = createServer((request, response) => {
    asked.push(request.url ?? '');
    behaves(request, response);
  }).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const { port } = origin.address() as AddressInfo;
  const virtual = virtualTime(NOW);
  const config = apiConfig.parse({ TILE_URL: `http://127.0.0.1:${port}/g/{z}/{y}/{x}.png` });
  harness = await startHarness({ config, clock: virtual, scheduler: virtual }, virtual);
});
afterEach(async () => {
  await harness.stop();
  origin.closeAllConnections();
  origin.close();
});

describe('imagery', () => {
  it('comes through this server, to anybody, with a day to keep it', async () => {
    const answer = await tile();
    expect(asked).toEqual(['/g/3/5/4.png']);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    });
    expect(answer.body).toEqual(PNG);
  });

  it.each([
    ['is unknown there', knowsNone],
    ['is a page', showsPage],
    ['fails', fails],
    ['is larger than any tile', sendsTooMuch],
    ['has moved', sendsElsewhere],
  ])('that %s is empty, and asked for again later', async (_, behaviour) => {
    behaves = behaviour;
    const answer = await tile();
    expect(answer.status).toBe(204);
    expect(answer.headers['cache-control']).toBe('public, max-age=30');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['does not come', hangs],
    ['stops on its way', hangsHalfWay],
  ])('that %s is empty after two seconds', async (_, behaviour) => {
    behaves = behaviour;
    expect((await tileInVain()).status).toBe(204);
  });

  it('of a server that is down is empty', async () => {
    origin.closeAllConnections();
    origin.close();
    await once(origin, 'close');
    expect((await tile()).status).toBe(204);
  });

  it('is not asked for after five failures in a row, then tried with one tile', async () => {
    behaves = hangs;
    for (let i = 0; i < IMAGERY.failuresInARow; i++) await tileInVain();
    expect((await tile()).status).toBe(204);
    expect(asked).toHaveLength(IMAGERY.failuresInARow);

    await time().advance(IMAGERY.restMs);
    await tileInVain();
    await tile();
    expect(asked).toHaveLength(IMAGERY.failuresInARow + 1);

    behaves = answers;
    await time().advance(IMAGERY.restMs);
    expect((await tile()).status).toBe(200);
    expect((await tile()).status).toBe(200);
  });

  it('that is not there at many places is no failure', async () => {
    behaves = knowsNone;
    for (let i = 0; i <= IMAGERY.failuresInARow; i++) await tile();
    expect(asked).toHaveLength(IMAGERY.failuresInARow + 1);
  });

  it('is asked for a few tiles at a time', async () => {
    const held: (() => void)[] = [];
    behaves = (request, response) => void held.push(() => answers(request, response));
    const all = Promise.all(Array.from({ length: IMAGERY.atOnce + 2 }, () => tile()));
    await until('as many requests as may be under way', () => held.length >= IMAGERY.atOnce);
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    expect(held).toHaveLength(IMAGERY.atOnce);
    behaves = answers;
    for (const release of held) release();
    expect((await all).map(({ status }) => status)).toEqual(Array(IMAGERY.atOnce + 2).fill(200));
  });

  it.each(['3/8/0', '3/0/8', '15/0/0'])('is nowhere outside the world: %s', async (path) => {
    expect((await tile(path)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it.each(['3/-1/0', '3/1.5/0', '3/1e2/0', 'a/0/0', '3/0/%2e%2e', '3/0/0%3Fx=1', '03x/0/0'])(
    'is not fetched for %s',
    async (path) => {
      expect([400, 404]).toContain((await tile(path)).status);
      expect(asked).toEqual([]);
    },
  );
});
