import { createServer, type Server } from 'node:http';
import { ANSWER_TEXTS } from '@flagpost/contracts';
import type { Health } from '@flagpost/platform';
import { refuse, type DoorHandler } from './doors/doors.js';
import { healthDoor } from './health.js';

/** The HTTP server of a separate telemetry-ingest: doors and health, and 404 for every other path. */
export const ingestServer = (doors: DoorHandler, health: Health): Server => {
  const serveHealth = healthDoor(health);
  return createServer((request, response) =>
    doors(request, response, () =>
      serveHealth(request, response, () => refuse(response, 404, ANSWER_TEXTS.notFound)),
    ),
  );
};
