import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projections, upcast } from '@flagpost/api';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { loadConfig } from '@flagpost/platform';
import { systemClock } from '@flagpost/platform/system';
import { rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { standaloneConfig } from './config.js';

/** Folds the log anew, beside a running process or without one, and prints what came out: one line a view. */
const { DATA_DIR } = loadConfig(standaloneConfig, process.env);
const path = join(DATA_DIR, 'events.db');
if (!existsSync(path)) {
  console.error(`There is no event log in ${DATA_DIR}: name its folder by DATA_DIR.`);
  process.exit(1);
}
const store = sqliteEventStore({ path, clock: systemClock, readOnly: true });
const views = await rebuild({ store, readModels: memoryReadModels(), projections, upcast });
for (const [view, { count, sha256 }] of Object.entries(views)) {
  console.log(`${view.padEnd(24)} ${String(count).padStart(8)}  ${sha256}`);
}
await store.close();
