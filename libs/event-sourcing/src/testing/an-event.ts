import { randomUUID } from 'node:crypto';
import type { NewEvent } from '../store.js';

/** An event for tests, with an id of its own. */
export const anEvent = (data: unknown = {}, more: Partial<NewEvent> = {}): NewEvent => ({
  type: 'Happened',
  data,
  meta: {
    id: randomUUID(),
    actorId: 7,
    actorRoles: [1, 2],
    clubId: 3,
    correlationId: 'correlation',
    causationId: null,
    schemaVersion: 1,
  },
  ...more,
});
