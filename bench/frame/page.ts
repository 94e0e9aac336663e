import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { CDPSession } from '@playwright/test';
import { build } from 'vite';
import { inFolder } from './folder.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Bundles the page in folder `root` as a build for production, and serves it while `use` runs. */
export const withPage = (root: string, use: (url: string) => Promise<void>): Promise<void> =>
  inFolder(async (folder) => {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: ['@flagpost/source', 'module', 'browser', 'production'] },
      worker: { format: 'es' },
      build: { outDir: folder, target: 'esnext', chunkSizeWarningLimit: 10_000 },
    });
    const server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://page').pathname;
      readFile(join(folder, path === '/' ? 'index.html' : path)).then(
        (body) =>
          response.setHeader('content-type', TYPES[extname(path || '.html')] ?? 'text/html').end(body),
        () => response.writeHead(404).end(),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    } finally {
      server.close().closeAllConnections();
    }
  });

/** CPU seconds of the main thread so far, without waits for the GPU: of scripts, and in total. */
export const mainThread = async (session: CDPSession): Promise<{ script: number; all: number }> => {
  const { metrics } = await session.send('Performance.getMetrics');
  const named = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? NaN;
  return { script: named('ScriptDuration'), all: named('TaskDuration') };
};
