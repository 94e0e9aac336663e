import { expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '@flagpost/platform';
import { assertShared, ingestConfig } from './config.js';

it('takes servers that several processes share', () => {
  const config = loadConfig(ingestConfig, { TOPICS: 'kafka', RECORDS: 'mongo', PORT: '3001' });
  expect(() => assertShared(config)).not.toThrow();
});

it.each([
  [{}, 'TOPICS and RECORDS'],
  [{ TOPICS: 'kafka' }, 'RECORDS'],
  [{ RECORDS: 'mongo' }, 'TOPICS'],
])('refuses %j by a sentence that says what would lie in a file', (environment, named) => {
  const config = loadConfig(ingestConfig, environment);
  expect(() => assertShared(config)).toThrow(ConfigError);
  expect(() => assertShared(config)).toThrow(`${named} must be set to servers`);
});

it('says which value is wrong', () => {
  expect(() => loadConfig(ingestConfig, { PORT: '70000' })).toThrow(/PORT/);
});
