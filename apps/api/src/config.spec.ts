import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { createApi } from './app.js';
import { apiConfig, imageryAttribution } from './config.js';
import type { ApiDependencies } from './dependencies.js';
import { openStores, storesConfig } from './stores.js';
import { memoryDependencies } from './testing/harness.js';

const STRONG = 'Rz7p-Qw2xLk9vBn4mTf6yHd8sJc1gAe3u';

describe('the configuration of an api', () => {
  it.each([
    ['short', 'At least 32 characters'],
    ['a'.repeat(40), 'different characters'],
  ])('refuses the secret %s', (JWT_SECRET, reason) => {
    expect(() => loadConfig(apiConfig, { JWT_SECRET })).toThrow(ConfigError);
    expect(() => loadConfig(apiConfig, { JWT_SECRET })).toThrow(reason);
  });

  it('wants a secret in production of instances that share their work, and makes one up elsewhere', async () => {
    const start = async (
      environment: Record<string, string>,
      topology?: ApiDependencies['topology'],
    ): Promise<void> => {
      const api = await createApi({ ...memoryDependencies(undefined, environment), topology });
      await api.stop();
    };
    await expect(start({ NODE_ENV: 'production' }, 'ownViews')).rejects.toThrow(
      'JWT_SECRET: in production it must be set',
    );
    await start({ NODE_ENV: 'production', JWT_SECRET: STRONG }, 'ownViews');
    await start({ NODE_ENV: 'production' });
    await start({}, 'ownViews');
  });

  it('names the makers of its own imagery, and of another one whom it is told', () => {
    const attribution = (environment: Record<string, string>): string =>
      imageryAttribution(loadConfig(apiConfig, environment));
    const TILE_URL = 'https://tiles.example.org/{z}/{x}/{y}.png';
    const TILE_ATTRIBUTION = 'Example Maps';
    expect(attribution({ TILE_URL: '', TILE_ATTRIBUTION: '' })).toContain('EOX');
    expect(attribution({ TILE_ATTRIBUTION })).toBe(TILE_ATTRIBUTION);
    expect(attribution({ TILE_URL })).toBe('');
    expect(attribution({ TILE_URL, TILE_ATTRIBUTION })).toBe(TILE_ATTRIBUTION);
    expect(attribution({ TILE_URL: 'none' })).toBe('');
  });

  it('keeps a process that shares its stores out of files', async () => {
    const machine = {
      clock: systemClock,
      scheduler: systemScheduler,
      ids: systemIds,
      logger: silentLogger,
    };
    const config = storesConfig.parse({
      TOPICS: 'kafka',
      KAFKA_BROKERS: '127.0.0.1:1',
      READ_MODELS: 'mongo',
    });
    const opening = openStores(config, null, machine);
    await expect(opening).rejects.toBeInstanceOf(ConfigError);
    await expect(opening).rejects.toThrow('EVENT_STORE, RECORDS must name servers');
  });
});
