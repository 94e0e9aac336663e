import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigResourceTypes } from 'kafkajs';
import { until } from '@flagpost/testing';
import { describeOver } from '@flagpost/testing/servers';
import { topicsContract } from '../testing/contract-suite.js';
import type { Topics } from '../port.js';
import { gate, inbox, numbered } from '../testing/inbox.js';
import { ownTopics, type OwnTopics } from '../testing/kafka.js';

const DAY_MS = 24 * 3_600_000;

describeOver(describe, 'On a real broker', ['kafka'], ({ kafka }) => {
  topicsContract('Kafka', async () => ownTopics(kafka.environment));

  describe('topics in Kafka', () => {
    let own: OwnTopics;
    let topics: Topics;
    beforeAll(async () => {
      own = ownTopics(kafka.environment);
      topics = await own.open();
    });
    afterAll(async () => {
      await topics.close();
      await own.dispose();
    });

    it.each([
      [
        { kind: 'log', retainMs: 3 * DAY_MS },
        { 'cleanup.policy': 'delete', 'retention.ms': String(3 * DAY_MS) },
      ],
      [{ kind: 'compacted' }, { 'cleanup.policy': 'compact', 'delete.retention.ms': String(DAY_MS) }],
      [
        { kind: 'volatile', retainMs: 300_000 },
        { 'cleanup.policy': 'delete', 'retention.ms': '300000' },
      ],
    ] as const)('are kept as %j says', async (how, settings) => {
      const name = `kept.${how.kind}`;
      await topics.define([{ name, partitions: 2, ...how }]);
      const { resources } = await own.asAdmin((admin) =>
        admin.describeConfigs({
          includeSynonyms: false,
          resources: [{ type: ConfigResourceTypes.TOPIC, name: own.prefix + name }],
        }),
      );
      const entries = resources[0]?.configEntries.map(({ configName, configValue }) => [
        configName,
        configValue,
      ]);
      expect(Object.fromEntries(entries ?? [])).toMatchObject({
        ...settings,
        'message.timestamp.type': 'LogAppendTime',
      });
    });

    it('are read outside of groups without leaving anything behind', async () => {
      await topics.define([{ name: 'followed', partitions: 2, kind: 'log' }]);
      await topics.publish('followed', numbered('a', 3));
      const [box, ready] = [inbox(), gate()];
      const follower = topics.follow({
        topic: 'followed',
        from: 'beginning',
        onBatch: box.onBatch,
        onCaughtUp: ready.open,
      });
      const groups = async (): Promise<string[]> =>
        (await own.asAdmin((admin) => admin.listGroups())).groups
          .map(({ groupId }) => groupId)
          .filter((groupId) => groupId.startsWith(`${own.prefix}followed`));
      await ready.opened;
      expect(await groups()).toHaveLength(1);
      await follower.stop();
      expect(await groups()).toEqual([]);
    });

    it('take more at once than one request may hold', async () => {
      await topics.define([{ name: 'large', partitions: 1, kind: 'log' }]);
      const value = 'x'.repeat(500);
      const many = Array.from({ length: 8_000 }, (_, index) => ({ key: 'a', value: `${index} ${value}` }));
      await topics.publish('large', many);
      expect(await topics.heads('large')).toEqual([many.length]);
    });

    it('commit a backlog with few requests, and its end at once', async () => {
      await topics.define([{ name: 'backlog', partitions: 1, kind: 'log' }]);
      const value = 'x'.repeat(500);
      const many = Array.from({ length: 12_500 }, (_, index) => ({ key: 'a', value: `${index} ${value}` }));
      await topics.publish('backlog', many);
      const lags: number[] = [];
      const box = inbox();
      const consumer = topics.consume({
        topic: 'backlog',
        group: 'g',
        onBatch: async (batch) => {
          lags.push((await topics.lag('backlog', 'g')).messages);
          await box.onBatch(batch);
        },
      });
      await box.until(() => box.messages.length === many.length);
      await until('the end to be committed', async () => (await topics.lag('backlog', 'g')).messages === 0);
      await consumer.stop();
      // Before the first batch, and after each commit in between.
      expect(new Set(lags).size).toBe(2);
      expect(Math.max(...lags)).toBe(many.length);
      expect(Math.min(...lags)).toBeLessThanOrEqual(many.length - 10_000);
    });
  });
});
