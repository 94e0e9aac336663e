import { createServer } from 'node:http';
import { join } from 'node:path';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { createHealth, tokenHash } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { sqliteRecords } from '@flagpost/records/sqlite';
import {
  createDeviceNotes,
  createDoors,
  inboundConfig,
  prependRequestHandler,
  startIngest,
} from '@flagpost/telemetry-ingest';
import { onFreePort, serve } from '../frame/serve.ts';
import { machine, prepare } from './pipeline.ts';
import { invitationOf, type RaceSize } from './race-load.ts';

/**
 * The program under test of the bench `door`: the doors alone, the doors with the pipeline behind them, or a server that
 * answers 200 and does nothing. Words: which, how many cars, the folder.
 */
const [which = '', cars = '', folder = ''] = process.argv.slice(2);

const EVENT = 1;
/** The token of each car is its number. */
const race: RaceSize = { events: EVENT, cars: Number(cars), seconds: 0, startsAt: Date.now() };

const openDoors = async () => {
  const topics = sqliteTopics({ ...machine, path: join(folder, 'topics.db') });
  const records = sqliteRecords({ path: join(folder, 'records.db') });
  await prepare(topics, race);
  for (let car = 0; car < race.cars; car++) {
    const invitationId = invitationOf(EVENT, car);
    await records.deviceTokens.set({
      tokenHash: tokenHash(String(car)),
      eventId: EVENT,
      invitationId,
      issuedAt: 0,
    });
  }
  const close = async (): Promise<void> => {
    await topics.close();
    await records.close();
  };
  return { ...machine, topics, records, health: createHealth(), close };
};

const alone = async (): Promise<void> => {
  const parts = await openDoors();
  const server = createServer();
  const { deviceTokens } = parts.records;
  const devices = createDeviceNotes({ ...parts, deviceTokens });
  prependRequestHandler(server, createDoors({ ...parts, deviceTokens, devices }));
  serve(await onFreePort(server), async () => {
    await devices.stop();
    await parts.close();
  });
};

const withPipeline = async (): Promise<void> => {
  const parts = await openDoors();
  const ingest = await startIngest({ ...parts, ids: systemIds, config: inboundConfig.parse({}) });
  const server = createServer();
  prependRequestHandler(server, ingest.doors);
  serve(await onFreePort(server), async () => {
    await ingest.stop();
    await parts.close();
  });
};

const bare = async (): Promise<void> => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 0 });
    response.end();
  });
  serve(await onFreePort(server), async () => undefined);
};

await (which === 'bare' ? bare : which === 'whole' ? withPipeline : alone)();
