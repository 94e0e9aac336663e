/**
 * The port to an event store. It knows streams, revisions and positions, and nothing of motorsport.
 *
 * Revisions count from 0 within a stream. A `Position` orders all events of a store; it has gaps, and its text order is
 * its order on every adapter, so that a view can be guarded by a plain comparison of strings.
 */
export type Position = string & { readonly __position: unique symbol };

export interface EventMeta {
  /** UUID of the event. */
  readonly id: string;
  /** Null where nobody acted: recorded from the race's own facts, or by the system. */
  readonly actorId: number | null;
  readonly actorRoles: readonly number[];
  readonly clubId: number | null;
  readonly correlationId: string;
  /** The command or event that caused this one. */
  readonly causationId: string | null;
  /** What was ordered: the name of the command and its id. Left out if nobody ordered it, and by former releases. */
  readonly command?: { readonly name: string; readonly id: string };
  readonly schemaVersion: number;
  /** W3C trace context of what recorded it, where traces are kept: who goes on from the event goes on with its trace. */
  readonly traceparent?: string;
}

export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
  /** Epoch ms, where the race gave the time. */
  readonly occurredAt?: number;
  /** Epoch ms, UTC, of an event that is copied from another store; the clock of this one where it is not given. */
  readonly recordedAt?: number;
  readonly meta: EventMeta;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  /** Epoch ms, UTC, of the store's clock. */
  readonly recordedAt: number;
}

/** The stream must not exist, must end at this revision, or may be anything. */
export type ExpectedRevision = 'noStream' | 'any' | number;

/** Another writer was first. `actual` is the stream's last revision, -1 where it does not exist. */
export class RevisionConflict extends Error {
  override readonly name = 'RevisionConflict';
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: number,
  ) {
    super(`Stream ${stream} is at revision ${actual}, expected ${expected}.`);
  }
}

export interface Subscription {
  /** Stops delivery; resolves when a handler under way has returned. */
  stop(): Promise<void>;
  /** Resolves when the subscription has stopped, rejects with the error that ended it. */
  readonly closed: Promise<void>;
}

export interface SubscribeOptions {
  /** Deliver what comes after this position; from the first event where it is null. */
  readonly after: Position | null;
  /** At most this many events a batch (default 500). */
  readonly batchSize?: number;
  /** Awaited before the next batch: a slow subscriber slows itself only. A rejection ends the subscription. */
  readonly onEvents: (events: readonly RecordedEvent[]) => Promise<void>;
}

export interface EventStore {
  /**
   * Appends all events or none; they are durable when it resolves. Appends that one process makes to one stream are
   * recorded in the order of their calls.
   *
   * @throws {RevisionConflict}
   * @throws {ServiceUnavailableError} where the store is a server that does not answer. The events may be recorded all the same:
   * whoever repeats asks the stream first, as `createCommandHandler` does.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<readonly RecordedEvent[]>;

  /** In order of revision, from `fromRevision` (inclusive, default 0); empty where the stream does not exist. */
  readStream(stream: string, fromRevision?: number): Promise<readonly RecordedEvent[]>;

  /** At most `limit` events of all streams, in order of position, after `after` (exclusive; null: from the first). */
  readAll(after: Position | null, limit: number): Promise<readonly RecordedEvent[]>;

  /** Position of the newest event, null in an empty store. */
  head(): Promise<Position | null>;

  /** Catches up, then follows, without gap or repeat, also over times in which a server does not answer. */
  subscribeAll(options: SubscribeOptions): Subscription;

  close(): Promise<void>;
}
