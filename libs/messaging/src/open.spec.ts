import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, silentLogger } from '@flagpost/platform';
import { virtualTime } from '@flagpost/testing';
import { openTopics, topicsConfig } from './open.js';

const time = virtualTime();
const parts = {
  path: ':memory:',
  clock: time,
  scheduler: time,
  ids: { uuid: () => 'id', token: () => 'token' },
  logger: silentLogger,
};
const open = async (environment: Record<string, string>) =>
  openTopics(loadConfig(topicsConfig, environment), parts);

describe('the configured topics', () => {
  it('are embedded where nothing is said', async () => {
    const topics = await open({});
    expect(await topics.health()).toEqual({ ok: true, details: { adapter: 'sqlite' } });
    await topics.close();
  });

  it.each([
    [{ TOPICS: 'nats' }, 'TOPICS'],
    [{ TOPICS: 'kafka' }, 'KAFKA_BROKERS'],
    [{ TOPICS: 'kafka', KAFKA_BROKERS: 'broker' }, 'KAFKA_BROKERS'],
    [{ TOPICS: 'kafka', KAFKA_BROKERS: 'broker:9092', KAFKA_PREFIX: 'a b' }, 'KAFKA_PREFIX'],
    [{ TOPICS: 'kafka', KAFKA_BROKERS: 'broker:9092', KAFKA_SASL: 'plain' }, 'KAFKA_USERNAME'],
    [{ TOPICS: 'kafka', KAFKA_BROKERS: 'broker:9092', KAFKA_TLS: 'perhaps' }, 'KAFKA_TLS'],
  ])('are refused by a sentence: %j', async (environment, variable) => {
    await expect(open(environment)).rejects.toThrow(ConfigError);
    await expect(open(environment)).rejects.toThrow(variable);
  });

  it('know brokers by commas', () => {
    const { KAFKA_BROKERS } = topicsConfig.parse({ KAFKA_BROKERS: 'one:9092, two:9092' });
    expect(KAFKA_BROKERS).toEqual(['one:9092', 'two:9092']);
  });
});
