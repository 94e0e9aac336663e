import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { MongoConfig } from '@flagpost/platform';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { eventIndexContract } from '../../testing/event-index-suite.js';
import { migrateMongoEventIndex, mongoEventIndex } from './index.js';

describeOver(describe, 'MongoDB', ['mongo'], ({ mongo }) => {
  const config: MongoConfig = {
    MONGO_URL: mongo.address,
    MONGO_DATABASE: `flagpost_test_${randomUUID()}`,
  };
  beforeAll(() => migrateMongoEventIndex(config));
  afterAll(() => dropMongoDatabase(mongo.address, config.MONGO_DATABASE));

  eventIndexContract('MongoDB', async () => {
    const index = await mongoEventIndex(config);
    await index.clear();
    return { index, dispose: async () => undefined };
  });
});
