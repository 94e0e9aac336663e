import { toPosition } from '../position.js';
import type { EventMeta, RecordedEvent } from '../store.js';

/** The code of the expected revision `any`. */
export const ANY_REVISION = -2;

/** The columns of one event, in the order of `Row`. */
export const COLUMNS = 'position, stream, revision, type, data, meta, occurred_at, recorded_at';

/** One event as a table row; a tuple, which is faster to read than an object. */
export type Row = readonly [
  position: number,
  stream: string,
  revision: number,
  type: string,
  data: string,
  meta: string,
  occurredAt: number | null,
  recordedAt: number,
];

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

export const toEvent = ([
  position,
  stream,
  revision,
  type,
  data,
  meta,
  occurredAt,
  recordedAt,
]: Row): RecordedEvent => {
  const event: Writable<RecordedEvent> = {
    type,
    data: JSON.parse(data) as unknown,
    meta: JSON.parse(meta) as EventMeta,
    stream,
    revision,
    position: toPosition(position),
    recordedAt,
  };
  if (occurredAt !== null) event.occurredAt = occurredAt;
  return event;
};
