import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Body, Controller, Logger, Module, Post, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createHealth, silentLogger, type Health } from '@flagpost/platform';
import { raceSetup, until, virtualTime } from '@flagpost/testing';
import { IngestModule } from './ingest.module.js';
import { publishSetup } from './testing/race.js';
import { giveToken, openStores, temporaryFolder, type Stores } from './testing/stores.js';

const START = Date.UTC(2026, 5, 1, 12);

@Controller('echo')
class EchoController {
  @Post()
  echo(@Body() body: unknown): unknown {
    return body;
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let stores: Stores;
let health: Health;
let app: INestApplication;

beforeEach(async () => {
  const time = virtualTime(START);
  folder = await temporaryFolder();
  stores = await openStores(folder.path, time);
  await giveToken(stores.records, 'token', 7, 70);
  await publishSetup(stores.topics, raceSetup(7, START, [70]));
  health = createHealth();
  const parts = { ...stores, clock: time, scheduler: time, logger: silentLogger, health };

  @Module({ imports: [IngestModule.register(parts)], controllers: [EchoController] })
  class Host {}
  Logger.overrideLogger(false);
  app = await NestFactory.create(Host);
  await app.listen(0, '127.0.0.1');
});
afterEach(async () => {
  await app.close();
  await stores.close();
  await folder.remove();
});

it('serves doors and an application from one port, and hands what came in to the pipeline', async () => {
  const post = async (path: string, body: string): Promise<[number, unknown]> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${await app.getUrl()}${path}`, { method: 'POST', body, headers });
    return [answer.status, await answer.json()];
  };
  expect(await post('/echo', '{"a":1}')).toEqual([201, { a: 1 }]);
  expect(await post('/ingest/positions/token', '{"lat":44.6,"lng":8.1}\n{"lat":44.6,"lng":8.1}')).toEqual([
    200,
    { accepted: 2, dropped: {} },
  ]);
  const read = async () => (await health.read()).parts.ingest?.details?.read;
  await until('both inputs in the pipeline', async () => (await read()) === 2);
});

it('saves what it has when the application closes', async () => {
  await fetch(`${await app.getUrl()}/ingest/osmand/token?lat=44.6&lon=8.1`);
  await app.close();
  const minute = START / 60_000;
  expect(await stores.records.history.read(7, minute, minute, 10)).toHaveLength(1);
});
