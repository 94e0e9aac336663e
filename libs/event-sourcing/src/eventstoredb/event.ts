import { jsonEvent } from '@eventstore/db-client';
import type { AllStreamRecordedEvent, EventData, JSONType } from '@eventstore/db-client';
import type { EventMeta, NewEvent, Position, RecordedEvent } from '../store.js';

export type Stored = AllStreamRecordedEvent;
type StorePosition = Stored['position'];

/** An event's metadata in the store, except its id, type and data. */
interface Metadata extends Omit<EventMeta, 'id'> {
  readonly occurredAt?: number;
  /** Set on events that were copied from another store; otherwise the store's own `created` applies. */
  readonly recordedAt?: number;
}

/** An event as the store takes it; data and metadata are JSON in UTF-8. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly data: Buffer;
  readonly metadata: Buffer;
}

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

/** Copies a value as JSON, so that later changes by the caller have no effect. @throws {TypeError} if it is not JSON. */
export const toStore = ({
  type,
  data,
  occurredAt,
  recordedAt,
  meta: { id, ...meta },
}: NewEvent): Proposed => {
  const metadata: Metadata = {
    ...meta,
    ...(occurredAt === undefined ? {} : { occurredAt }),
    ...(recordedAt === undefined ? {} : { recordedAt }),
  };
  return { id, type, data: json(data ?? null), metadata: json(metadata) };
};

/** The same for the client, which writes the JSON itself. */
export const toClient = ({ id, type, data, metadata }: Proposed): EventData =>
  jsonEvent({
    id,
    type,
    data: JSON.parse(data.toString()) as JSONType,
    metadata: JSON.parse(metadata.toString()) as JSONType,
  });

/** Bytes that events have together, without the few that frame each of them. */
export const sizeOf = (events: readonly Proposed[]): number =>
  events.reduce((bytes, { data, metadata }) => bytes + data.length + metadata.length, 0);

/**
 * Maps stream names to a database that other programs use as well: each name gets `prefix`. No prefix may be the
 * beginning of another one.
 */
export const createNaming = (prefix: string) => ({
  inStore: (stream: string): string => `${prefix}${stream}`,
  /** Null for events of the store itself and of other programs. */
  isOurs: ({ streamId, type, metadata }: Stored): boolean =>
    streamId.startsWith(prefix) &&
    !streamId.startsWith('$') &&
    !type.startsWith('$') &&
    (metadata as Partial<Metadata> | undefined)?.schemaVersion !== undefined,
  fromStore: (stored: Stored): RecordedEvent => {
    const { occurredAt, recordedAt, ...meta } = stored.metadata as unknown as Metadata;
    return {
      type: stored.type,
      data: stored.data,
      ...(occurredAt === undefined ? {} : { occurredAt }),
      meta: { id: stored.id, ...meta },
      stream: stored.streamId.slice(prefix.length),
      revision: Number(stored.revision),
      position: toPosition(stored.position),
      recordedAt: recordedAt ?? stored.created.getTime(),
    };
  },
});
export type Naming = ReturnType<typeof createNaming>;

/** Digits of the largest unsigned 64-bit number. */
const DIGITS = 20;
const padded = (part: bigint): string => String(part).padStart(DIGITS, '0');

/** Commit and prepare position, of fixed width each, so that the order of texts is the order of the log. */
const toPosition = ({ commit, prepare }: StorePosition): Position =>
  `${padded(commit)}-${padded(prepare)}` as Position;

/** @throws {Error} if the position belongs to another kind of store. */
export const storePosition = (position: Position): StorePosition => {
  const [commit, prepare] = position.split('-');
  if (commit === undefined || prepare === undefined)
    throw new Error(
      `${position} is not a position of EventStoreDB: views of another event store must be rebuilt.`,
    );
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
};
