import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, flag, loadConfig, port } from './config.js';
import { createHealth } from './health.js';
import { jsonLogger } from './logging.js';

describe('configuration', () => {
  const schema = z.object({ PORT: port.default(3000), DEMO: flag.default(true), SECRET: z.string().min(8) });

  it('reads variables and counts empty ones as unset', () => {
    expect(loadConfig(schema, { PORT: '', DEMO: '0', SECRET: 'long enough' })).toEqual({
      PORT: 3000,
      DEMO: false,
      SECRET: 'long enough',
    });
  });

  it('names every wrong variable in one sentence and repeats no value', () => {
    const load = () => loadConfig(schema, { PORT: '70000', SECRET: 'short' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: .*SECRET: /);
    expect(load).not.toThrow(/short/);
  });
});

describe('health', () => {
  it('is well when every part is, and says which part is not', async () => {
    const health = createHealth();
    health.register('store', () => ({ ok: true, details: { events: 3 } }));
    expect(await health.read()).toEqual({ ok: true, parts: { store: { ok: true, details: { events: 3 } } } });
    health.register('topics', () => Promise.reject(new Error('no answer')));
    expect(await health.read()).toMatchObject({
      ok: false,
      parts: { topics: { ok: false, details: { error: 'no answer' } } },
    });
  });
});

describe('the log', () => {
  it('writes one JSON object a line with the fields of its context', () => {
    const lines: string[] = [];
    const log = jsonLogger({ now: () => 0 }, (line) => lines.push(line), { app: 'api' });
    log.warn('slow', { ms: 12 });
    log.error('broken', { error: new Error('why') });
    expect(JSON.parse(lines[0]!)).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      message: 'slow',
      app: 'api',
      ms: 12,
    });
    expect(JSON.parse(lines[1]!)).toMatchObject({ level: 'error', error: { name: 'Error', message: 'why' } });
  });
});
