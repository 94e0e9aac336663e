import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HealthAnswer } from '@flagpost/contracts';
import { isFromThisMachine, type Health } from '@flagpost/platform';

/** The same as in the api. */
export const HEALTH_PATH = '/api/health';

/** The status for everybody (503 if a part is down); details for requests from this machine only. A plain middleware. */
export const healthDoor =
  (health: Health) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (request.url?.split('?', 1)[0] !== HEALTH_PATH) {
      next();
      return;
    }
    void health.read().then(({ ok, parts }) => {
      const status = ok ? 'ok' : 'failing';
      const answer: HealthAnswer = isFromThisMachine(request) ? { status, parts } : { status };
      response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(answer));
    });
  };
