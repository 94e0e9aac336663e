import { toPosition } from '../position.js';
import type { EventMeta, RecordedEvent } from '../store.js';

/** One event as the table holds it. */
export interface Row {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  readonly occurred_at: number | null;
  readonly recorded_at: number;
}

export const toEvent = (row: Row): RecordedEvent => ({
  type: row.type,
  data: JSON.parse(row.data) as unknown,
  ...(row.occurred_at === null ? {} : { occurredAt: row.occurred_at }),
  meta: JSON.parse(row.meta) as EventMeta,
  stream: row.stream,
  revision: row.revision,
  position: toPosition(row.position),
  recordedAt: row.recorded_at,
});
