import { describe } from '@jest/globals';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { describeOver } from '@flagpost/testing/servers';
import { Kafka, logLevel } from 'kafkajs';
import { topicsContract } from '../contract-suite.js';
import { openTopics, topicsConfig } from '../open.js';

const environment = (address: string) => {
  const prefix = `test.${systemIds.uuid()}.`;
  const config = topicsConfig.parse({ TOPICS: 'kafka', KAFKA_BROKERS: address, KAFKA_PREFIX: prefix });
  const parts = {
    path: '',
    clock: systemClock,
    scheduler: systemScheduler,
    ids: systemIds,
    logger: silentLogger,
  };
  return {
    open: () => openTopics(config, parts),
    async dispose() {
      const admin = new Kafka({ brokers: address.split(','), logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
      if (topics.length > 0) await admin.deleteTopics({ topics });
      await admin.disconnect();
    },
  };
};

describeOver(describe, 'a real broker', ['kafka'], ({ kafka }) => {
  topicsContract('Kafka', async () => environment(kafka.address));
});
