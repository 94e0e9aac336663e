import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { TOPIC_DEFINITIONS } from '@flagpost/contracts';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { createHealth, tokenHash } from '@flagpost/platform';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { createDoors, IngestModule } from '@flagpost/telemetry-ingest';
import { serve } from '../frame/program.ts';
import { machine, prepare } from './pipeline.ts';
import { invitationOf, type RaceSize } from './race.ts';

/**
 * The program under test of the bench `door`: the doors alone, the doors with the pipeline behind them, or a server that
 * answers 200 and does nothing. Words: which, how many cars, the folder.
 */
const [which = '', cars = '', folder = ''] = process.argv.slice(2);

const EVENT = 1;
/** The token of each car is its number. */
const race: RaceSize = { events: EVENT, cars: Number(cars), seconds: 0, startsAt: Date.now() };

class Empty {}

const doors = async (withPipeline: boolean): Promise<void> => {
  const topics = sqliteTopics({ ...machine, path: join(folder, 'topics.db') });
  const records = sqliteRecords({ path: join(folder, 'records.db') });
  await prepare(topics, race);
  await topics.define(TOPIC_DEFINITIONS);
  for (let car = 0; car < race.cars; car++) {
    const invitationId = invitationOf(EVENT, car);
    await records.deviceTokens.set({ tokenHash: tokenHash(String(car)), eventId: EVENT, invitationId });
  }
  const parts = { ...machine, topics, records, health: createHealth() };
  const app = await NestFactory.create<NestExpressApplication>(
    withPipeline ? IngestModule.register(parts) : { module: Empty },
    { logger: false, bodyParser: false },
  );
  if (!withPipeline) app.use(createDoors({ ...parts, deviceTokens: records.deviceTokens }));
  await app.listen(0, '127.0.0.1');
  serve(urlOf(app.getHttpServer().address() as AddressInfo), async () => {
    await app.close();
    await topics.close();
    await records.close();
  });
};

const bare = (): void => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 0 });
    response.end();
  });
  server.listen(0, '127.0.0.1', () =>
    serve(urlOf(server.address() as AddressInfo), async () => void server.close().closeAllConnections()),
  );
};

const urlOf = ({ port }: AddressInfo): string => `http://127.0.0.1:${port}`;

if (which === 'bare') bare();
else await doors(which === 'whole');
