/**
 * The port to an event store: streams, revisions and positions, and nothing of motorsport.
 *
 * Revisions count from 0 within a stream. A `Position` orders all events of a store. It has gaps, and its text order is
 * its order on every adapter, so that views can be guarded by a plain comparison of strings.
 */
import type { PartHealth } from '@flagpost/platform';

export type Position = string & { readonly __position: unique symbol };

export interface EventMeta {
  /** UUID of the event. */
  readonly id: string;
  /** Null without an actor: recorded from facts of the race, or by the system. */
  readonly actorId: number | null;
  readonly actorRoles: readonly number[];
  readonly clubId: number | null;
  readonly correlationId: string;
  /** The command or event that caused this one. */
  readonly causationId: string | null;
  /**
   * Name and id of the command that recorded this; `request` tells a repeated request from another one under its key, see
   * `RequestIdentity`. Left out if there was none, and by former releases.
   */
  readonly command?: { readonly name: string; readonly id: string; readonly request?: string };
  readonly schemaVersion: number;
  /** W3C trace context in which this was recorded, if traces are on; whatever handles the event continues this trace. */
  readonly traceparent?: string;
}

export interface NewEvent {
  readonly type: string;
  readonly data: unknown;
  /** Epoch ms, if the event has a time of its own in the race. */
  readonly occurredAt?: number;
  /** Epoch ms, UTC, of an event that is copied from another store; this store's clock if left out. */
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

/** Another writer appended first. `actual` is the stream's last revision, -1 if it does not exist. */
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
  /** Deliver events after this position; from the first event if null. */
  readonly after: Position | null;
  /** At most this many events a batch (default 500). */
  readonly batchSize?: number;
  /** Awaited before the next batch: a slow subscriber delays only itself. A rejection ends the subscription. */
  readonly onEvents: (events: readonly RecordedEvent[]) => Promise<void>;
}

export interface EventStore {
  /**
   * Appends all events or none; they are durable when it resolves. Appends of one process to one stream are recorded in
   * the order of the calls.
   *
   * @throws {RevisionConflict}
   * @throws {ServiceUnavailableError} if the store is a server that does not answer. The events may have been recorded
   * all the same: before a repetition, read the stream, as `createCommandHandler` does.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<readonly RecordedEvent[]>;

  /**
   * In order of revision, from `fromRevision` (inclusive, default 0), at most `limit` events (default: all); empty if the
   * stream does not exist.
   */
  readStream(stream: string, fromRevision?: number, limit?: number): Promise<readonly RecordedEvent[]>;

  /** At most `limit` events of all streams, in order of position, after `after` (exclusive; null: from the first). */
  readAll(after: Position | null, limit: number): Promise<readonly RecordedEvent[]>;

  /** Position of the newest event, null in an empty store. */
  head(): Promise<Position | null>;

  /** Whether events can be read and, as far as is known, appended; with the newest position. May reject as `head` does. */
  health(): Promise<PartHealth>;

  /** Catches up, then follows, without gap or duplicate, across outages of the server. */
  subscribeAll(options: SubscribeOptions): Subscription;

  close(): Promise<void>;
}
