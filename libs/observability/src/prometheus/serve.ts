import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { ConfigError } from '@flagpost/platform';

/** Where Prometheus looks when nobody tells it otherwise. */
export const METRICS_PATH = '/metrics';

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * Serves `GET /metrics` on a port of its own.
 *
 * @throws {ConfigError} where it cannot be opened.
 */
export const serveMetrics = async (
  registry: Registry,
  { port, host }: MetricsAddress,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== METRICS_PATH) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(`METRICS_PORT: port ${port} of ${host} cannot be opened (${code ?? 'no reason'}).`),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: opened } = server.address() as AddressInfo;
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${opened}${METRICS_PATH}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
