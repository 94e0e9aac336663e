import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { startEventStoreDouble } from '@flagpost/testing/eventstore-double';
import { killAtEachStep } from '../testing/killed-commands.js';

describe('a process killed at any step of a command, over the double of EventStoreDB', () => {
  killAtEachStep(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'flagpost-killed-'));
    const double = await startEventStoreDouble({ path: join(folder, 'events.db') });
    const machine = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };
    const store = await eventStoreDb({ EVENTSTORE_URL: double.address, EVENTSTORE_PREFIX: '' }, machine);
    const records = sqliteRecords({ path: ':memory:' });
    return {
      store,
      records,
      async close() {
        await store.close();
        await double.stop();
        await records.close();
        await rm(folder, { recursive: true });
      },
    };
  });
});
