import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { carKey, TOPIC_DEFINITIONS, TOPICS } from '@flagpost/contracts';
import type { Message, Topics } from '@flagpost/messaging';
import { openTopics, topicsConfig } from '@flagpost/messaging/open';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { until } from '@flagpost/testing';
import {
  describeOver,
  kafkaTools,
  makeEncryption,
  startAuthorizingKafka,
  type Encryption,
  type KafkaTools,
  type RunningServer,
} from '@flagpost/testing/servers';

/** The users of docs/operations.md, and one to whom nothing was granted. */
const [FLAGPOST, PRODUCER, STRANGER] = ['flagpost', 'team-12', 'team-13'] as const;
const PREFIX = 'flagpost.';
const INBOUND = PREFIX + TOPICS.inbound;
const POSITIONS = PREFIX + TOPICS.positions;
const REFUSED = /AuthorizationException/;
const machine = { clock: systemClock, scheduler: systemScheduler, ids: systemIds, logger: silentLogger };

/** The options of the `kafka-acls.sh` that operations.md tells for a user, with the address and the account of the test. */
const documentedAcls = (user: string): readonly string[] => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/operations.md', import.meta.url)), 'utf8');
  const commands = [...page.matchAll(/kafka-acls\.sh((?:[^\n]*\\\n)*[^\n]*)/g)].map(([, options = '']) =>
    options.split(/[\s\\]+/).filter((word) => word !== ''),
  );
  const found = commands.filter((options) => options.includes(`User:${user}`));
  expect(found).toHaveLength(1);
  const options = found[0] ?? [];
  const own = options.indexOf('--add');
  expect(options.slice(0, own)).toEqual([
    '--bootstrap-server',
    'broker:9093',
    '--command-config',
    'admin.properties',
  ]);
  return options.slice(own).map((word) => (word === TOPICS.inbound ? INBOUND : word));
};

describeOver(describe, "Rights of others' producers", ['kafka'], () => {
  let encryption: Encryption;
  let broker: RunningServer;
  let topics: Topics;
  const received: Message[] = [];
  const passwords = Object.fromEntries(
    [FLAGPOST, PRODUCER, STRANGER].map((user) => [user, randomBytes(12).toString('hex')]),
  );

  const environmentOf = (user: string): Readonly<Record<string, string>> => ({
    ...broker.environment,
    KAFKA_USERNAME: user,
    KAFKA_PASSWORD: passwords[user] ?? '',
  });
  const toolsOver = async (environment: Readonly<Record<string, string>>): Promise<KafkaTools> => {
    const tools = await kafkaTools(environment);
    if (tools === null) throw new Error("Kafka's own programs need Java and Maven.");
    return tools;
  };
  const toolsOf = (user: string): Promise<KafkaTools> => toolsOver(environmentOf(user));
  /** By topic, over all partitions: how many messages there are. */
  const stored = async (topic: string): Promise<number> =>
    (await topics.heads(topic)).reduce((sum, head) => sum + head, 0);

  beforeAll(async () => {
    encryption = { ...(await makeEncryption()), username: 'admin' };
    const started = await startAuthorizingKafka(encryption, passwords);
    if ('why' in started) throw new Error(`This needs a broker of its own: ${started.why}`);
    broker = started;
    const admin = await toolsOver(broker.environment);
    await admin.acls(documentedAcls(FLAGPOST));
    await admin.acls(documentedAcls(PRODUCER));
    const environment = { ...environmentOf(FLAGPOST), TOPICS: 'kafka', KAFKA_PREFIX: PREFIX };
    topics = await openTopics(topicsConfig.parse(environment), { ...machine, path: '' });
    await topics.define(TOPIC_DEFINITIONS);
    topics.consume({
      topic: TOPICS.inbound,
      group: 'reader',
      onBatch: async ({ messages }) => {
        for (const { key, value } of messages) received.push({ key, value });
      },
    });
  }, 120_000);
  afterAll(async () => {
    await topics.close();
    await broker.end();
    await encryption.end();
  }, 60_000);

  it('let the producer write to positions.inbound, where Flagpost reads it', async () => {
    const producer = await toolsOf(PRODUCER);
    await producer.send(INBOUND, [[carKey(7, 70), '{"lat":44.6,"lng":8.2}']]);
    await until('the value', () => received.length > 0);
    expect(received).toEqual([{ key: '7:70', value: '{"lat":44.6,"lng":8.2}' }]);
  }, 60_000);

  it('let it write to no other topic', async () => {
    const producer = await toolsOf(PRODUCER);
    const others = TOPIC_DEFINITIONS.map(({ name }) => name).filter((name) => name !== TOPICS.inbound);
    expect(others).toContain(TOPICS.positions);
    for (const topic of others) {
      const before = await stored(topic);
      await expect(producer.send(PREFIX + topic, [[carKey(7, 70), '{}']])).rejects.toThrow(REFUSED);
      expect(await stored(topic)).toBe(before);
    }
  }, 120_000);

  it('let it read nothing, not even what it wrote', async () => {
    const [producer, flagpost] = await Promise.all([toolsOf(PRODUCER), toolsOf(FLAGPOST)]);
    const partition = (await topics.heads(TOPICS.inbound)).findIndex((head) => head > 0);
    expect(await flagpost.read(INBOUND, partition, 1)).toEqual(['{"lat":44.6,"lng":8.2}']);
    await topics.publish(TOPICS.positions, [{ key: carKey(7, 70), value: '{}' }]);
    const own = (await topics.heads(TOPICS.positions)).findIndex((head) => head > 0);
    expect(await flagpost.read(POSITIONS, own, 1)).toEqual(['{}']);
    await expect(producer.read(INBOUND, partition, 1)).rejects.toThrow(REFUSED);
    await expect(producer.read(POSITIONS, own, 1)).rejects.toThrow(REFUSED);
  }, 120_000);

  it('let another user write nothing', async () => {
    const stranger = await toolsOf(STRANGER);
    const before = await stored(TOPICS.inbound);
    await expect(stranger.send(INBOUND, [[carKey(7, 70), '{}']])).rejects.toThrow(REFUSED);
    expect(await stored(TOPICS.inbound)).toBe(before);
  }, 60_000);
});
