import { POSITION_PARTITIONS } from '@flagpost/contracts';
import type { Batch } from '@flagpost/messaging';
import type { Clock } from '@flagpost/platform';
import type { IngestState } from '@flagpost/records';

/** The longest time for which a state may be unsaved during an outage of the records; then the partition waits. */
const UNSAVED_AT_MOST_MS = 60_000;
/**
 * The number of inputs that may be unsaved, some 5 MB: in a backlog, more would be read in that time than fits into
 * memory.
 */
const UNSAVED_AT_MOST = 100_000;

/** A state that may be saved. */
export interface ProgressMark {
  /** The offset after the last input in it. */
  readonly nextOffset: number;
  /** How often anything had changed by then. */
  readonly changes: number;
}

/** How far one partition has been handled, and how much of that is in its saved state. */
export interface Progress {
  /** The offset after the last input that was handled. */
  nextOffset(): number;
  /** Messages not yet handled, as last seen. */
  behind(): number;
  /** A batch was handled. */
  handled(batch: Batch): void;
  /** Something else than an input has changed the state: a setup, or silence. */
  changed(): void;
  /** The end of the partition, as seen now. */
  seen(head: number): void;
  /** A save begins. */
  tries(): void;
  /** The version that the next save replaces, 0 for none. */
  version(): number;
  /** The state as it is now. */
  mark(): ProgressMark;
  /** The state of then was saved. */
  saved(then: ProgressMark): void;
  hasUnsaved(): boolean;
  /**
   * Whether something is unsaved, and a save is due since the last attempt: once in every interval of this length, each partition
   * at a moment of its own.
   */
  isDue(everyMs: number): boolean;
  /** If nothing was ever saved, the group's offset alone says where to resume: it must not run ahead. */
  isNowhere(): boolean;
  /** Whether more is unsaved, or for longer, than may be lost sight of. */
  isTooFarAhead(): boolean;
}

/** @param unsavedAtMost Inputs that may be in no saved state (default 100,000). */
export const createProgress = (
  partition: number,
  saved: Pick<IngestState, 'version' | 'nextOffset'> | null,
  clock: Clock,
  unsavedAtMost = UNSAVED_AT_MOST,
): Progress => {
  let version = saved?.version ?? 0;
  let nextOffset = saved?.nextOffset ?? 0;
  let head = nextOffset;
  /** The offset from which the newest saved state, or the group, resumes. */
  let savedUpTo = nextOffset;
  let triedAt = clock.now();
  /** When the oldest unsaved change was made; null if all are saved. */
  let unsavedSince: number | null = null;
  let changes = 0;
  const changed = (): void => {
    unsavedSince ??= clock.now();
    changes += 1;
  };
  /** The number of the interval in which a time lies. */
  const intervalOf = (at: number, everyMs: number): number =>
    Math.floor(at / everyMs + partition / POSITION_PARTITIONS);
  const isNowhere = (): boolean => version === 0 && unsavedSince !== null;

  return {
    nextOffset: () => nextOffset,
    behind: () => head - nextOffset,
    handled({ messages, head: end }) {
      nextOffset = (messages.at(-1)?.offset ?? nextOffset - 1) + 1;
      head = Math.max(end, nextOffset);
      changed();
    },
    changed,
    seen: (end) => void (head = Math.max(end, nextOffset)),
    tries: () => void (triedAt = clock.now()),
    version: () => version,
    mark: () => ({ nextOffset, changes }),
    saved(then) {
      version += 1;
      savedUpTo = then.nextOffset;
      unsavedSince = then.changes === changes ? null : triedAt;
    },
    hasUnsaved: () => unsavedSince !== null,
    isDue: (everyMs) =>
      unsavedSince !== null && intervalOf(clock.now(), everyMs) !== intervalOf(triedAt, everyMs),
    isNowhere,
    isTooFarAhead: () =>
      unsavedSince !== null &&
      (isNowhere() ||
        clock.now() - unsavedSince > UNSAVED_AT_MOST_MS ||
        nextOffset - savedUpTo > unsavedAtMost),
  };
};
