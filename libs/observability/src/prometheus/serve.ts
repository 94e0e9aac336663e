import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { listen, type Logger } from '@flagpost/platform';

/** The default path of Prometheus. */
const METRICS_PATH = '/metrics';

export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

/**
 * Serves `GET /metrics` on a port of its own.
 *
 * @throws {AddressRefused} if it cannot be opened.
 */
export const serveMetrics = async (
  registry: Registry,
  { port, host }: MetricsAddress,
  logger: Logger,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== METRICS_PATH) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        logger.error('metrics cannot be served', { error });
        response.writeHead(500).end();
      },
    );
  });
  const url = await listen(server, { port, host, setting: 'METRICS_PORT' });
  return {
    url: url + METRICS_PATH,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
