import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startFlagpost } from '@flagpost/race-testing/flagpost';

/** Notes every package of metrics and traces that a program loads. */
const NOTING = `
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  resolve(name, context, next) {
    if (/^(prom-client|@opentelemetry\\/)/.test(name)) appendFileSync(process.env.LOADED, name + '\\n');
    return next(name, context);
  },
});
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flagpost-loads-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const loadedWith = async (environment: Record<string, string>): Promise<Set<string>> => {
  const [noting, LOADED] = [join(folder, 'noting.mjs'), join(folder, 'loaded')];
  await writeFile(noting, NOTING);
  await writeFile(LOADED, '');
  const NODE_OPTIONS = `--import ${pathToFileURL(noting).href}`;
  const flagpost = await startFlagpost({ DEMO: '0', NODE_OPTIONS, LOADED, ...environment });
  await flagpost.remove();
  return new Set((await readFile(LOADED, 'utf8')).split('\n').filter((name) => name !== ''));
};

it('loads nothing of metrics or traces unless it is asked to', async () => {
  expect(await loadedWith({})).toEqual(new Set());
}, 60_000);

it('loads metrics without the makers of traces', async () => {
  const loaded = await loadedWith({ METRICS_PORT: '0' });
  expect(loaded).toContain('prom-client');
  expect(loaded).not.toContain('@opentelemetry/sdk-trace');
}, 60_000);

it('loads the makers of traces where a collector is named', async () => {
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(loaded).toContain('@opentelemetry/sdk-trace');
  expect(loaded).not.toContain('prom-client');
}, 60_000);
