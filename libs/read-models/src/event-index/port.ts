/**
 * The port to an index of the event log: which events have which keys, newest first. It holds where an event is and by
 * what it is found, not the event, and contains nothing of motorsport. It can be deleted and made from the log again.
 */
import type { Position } from '@flagpost/event-sourcing';
import type { PartHealth } from '@flagpost/platform';

/** Where an event is. */
export interface IndexedEvent {
  /** Its place in the log: 1 for the first event, without gaps, the same in every index of the log. */
  readonly number: number;
  readonly stream: string;
  readonly revision: number;
  /** Epoch ms. */
  readonly recordedAt: number;
}

export interface NewIndexedEvent extends IndexedEvent {
  readonly position: Position;
  /** UUID of the event. */
  readonly id: string;
  /** What it is found by, each once. */
  readonly keys: readonly string[];
}

/** The newest event of the index. */
export interface IndexHead extends IndexedEvent {
  readonly position: Position;
  readonly id: string;
  /** Of the rules by which keys are made. */
  readonly version: number;
}

export interface IndexQuery {
  /** An event must have all of them; the rarest first, as far as is known. All events if empty. */
  readonly keys: readonly string[];
  /** Recorded from this time on, epoch ms; from the first event if null. */
  readonly from: number | null;
  /** Recorded before this time, epoch ms; up to the newest event if null. */
  readonly until: number | null;
  /** Events of smaller numbers alone; all if null. */
  readonly below: number | null;
  readonly limit: number;
}

export interface IndexPage {
  /** By number, the newest first. */
  readonly found: readonly IndexedEvent[];
  /**
   * `below` of the next page; null if there is none. The work for a page is limited, so a page may have fewer events than
   * `limit`, or none, and a next one all the same.
   */
  readonly next: number | null;
}

export interface EventIndex {
  /** Null if it is empty. */
  head(): Promise<IndexHead | null>;
  /**
   * Adds events that follow the newest one, in order of number. Events that are known already change nothing.
   *
   * @throws {Error} if there would be a gap.
   */
  add(events: readonly NewIndexedEvent[], version: number): Promise<void>;
  /** Null if the index has no event of this number. */
  get(number: number): Promise<IndexedEvent | null>;
  /**
   * Keys are compared by 48 bits of their hash: one event in many millions may lack a key, so the caller compares them with
   * the event.
   */
  find(query: IndexQuery): Promise<IndexPage>;
  clear(): Promise<void>;
  health(): Promise<PartHealth>;
  close(): Promise<void>;
}
