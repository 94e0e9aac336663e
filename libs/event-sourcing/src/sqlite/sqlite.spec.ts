import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventStoreContract } from '../contract-suite.js';
import { sqliteEventStore } from './index.js';

eventStoreContract('sqlite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'flagpost-events-'));
  return {
    open: async () =>
      sqliteEventStore({ path: join(folder, 'events.sqlite'), clock: { now: () => 1_700_000_000_000 } }),
    dispose: () => rm(folder, { recursive: true }),
  };
});
