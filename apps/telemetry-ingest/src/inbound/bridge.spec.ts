import { silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { bridgeSuite } from '../testing/bridge-suite.js';

bridgeSuite('SQLite', async () => ({
  topics: sqliteTopics({
    path: ':memory:',
    clock: systemClock,
    scheduler: systemScheduler,
    logger: silentLogger,
  }),
  dispose: async () => undefined,
}));
