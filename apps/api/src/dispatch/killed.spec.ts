import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { systemClock } from '@flagpost/platform/system';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { killAtEachStep } from '../testing/killed-commands.js';

describe('a process killed at any step of a command', () => {
  describe('over events in memory', () => {
    killAtEachStep(async () => {
      const records = sqliteRecords({ path: ':memory:' });
      return { store: memoryEventStore({ clock: systemClock }), records, close: () => records.close() };
    });
  });

  describe('over files of SQLite', () => {
    killAtEachStep(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'flagpost-killed-'));
      const store = sqliteEventStore({ path: join(folder, 'events.db'), clock: systemClock });
      const records = sqliteRecords({ path: join(folder, 'records.db') });
      return {
        store,
        records,
        async close() {
          await Promise.all([store.close(), records.close()]);
          await rm(folder, { recursive: true });
        },
      };
    });
  });
});
