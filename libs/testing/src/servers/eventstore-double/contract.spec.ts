import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { eventStoreContract } from '@flagpost/event-sourcing/contract-suite';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { startEventStoreDouble, type EventStoreDouble } from './index.js';

let folder: string;
let double: EventStoreDouble;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-double-'));
  double = await startEventStoreDouble({ path: join(folder, 'events.db') });
});
afterAll(async () => {
  await double.stop();
  await rm(folder, { recursive: true });
});

eventStoreContract('EventStoreDB, over its double', async () => {
  const settings = { EVENTSTORE_URL: double.address, EVENTSTORE_PREFIX: `${randomUUID()}-` };
  const parts = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };
  return { open: () => eventStoreDb(settings, parts), dispose: async () => undefined };
});
