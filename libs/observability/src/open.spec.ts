import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { loadConfig, silentLogger } from '@flagpost/platform';
import { systemScheduler } from '@flagpost/platform/system';
import { metricsConfig, tracingConfig } from './config.js';
import { openObservability, type Observability } from './open.js';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const open = async (environment: Record<string, string>): Promise<Observability> => {
  const config = loadConfig(metricsConfig.extend(tracingConfig.shape), environment);
  const parts = { service: 'flagpost-test', scheduler: systemScheduler, logger: silentLogger };
  const opened = await openObservability(config, parts);
  closing.push(() => opened.close());
  return opened;
};

describe('metrics', () => {
  it('are told to nobody unless a port is named', async () => {
    expect(await open({})).toMatchObject({ metricsUrl: null });
    expect((await open({})).metrics).toBeUndefined();
  });

  it('are told at their own port, on this machine alone, and nothing else is', async () => {
    const { metricsUrl } = await open({ METRICS_PORT: '0' });
    const url = String(metricsUrl);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  });

  it('say in one sentence that their port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    closing.push(async () => {
      other.close();
    });
    const { port } = other.address() as AddressInfo;
    const opening = open({ METRICS_PORT: String(port) });
    await expect(opening).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`);
    await expect(opening).rejects.toThrow('choose another METRICS_PORT');
  });
});

describe('traces', () => {
  it('are made for nobody unless a collector is named', async () => {
    expect((await open({})).tracing).toBeUndefined();
  });

  it('reach the collector', async () => {
    const paths: (string | undefined)[] = [];
    const collector = createServer((request, response) => {
      paths.push(request.url);
      request.resume().on('end', () => response.writeHead(200).end());
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    closing.push(async () => {
      collector.close().closeAllConnections();
    });
    const { port } = collector.address() as AddressInfo;
    const { tracing, close } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/` });
    expect(await tracing?.span('work', {}, async () => 7)).toBe(7);
    await close();
    expect(paths).toEqual(['/v1/traces']);
  });
});
