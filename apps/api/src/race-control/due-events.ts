import type { Scheduler, Timer } from '@flagpost/platform';
import type { EventEffect } from '../views/event-effects.js';

type When = Exclude<EventEffect['setup'], 'same'>;

/** Changes that are not needed at once are published in batches. */
const WITHIN_MS = { changedSoon: 1_000, changedLater: 5_000 } as const;

/** Events that are not due yet, and when they are. */
interface Batch {
  readonly eventIds: Set<number>;
  timer: Timer | null;
}

/** Events of which a topic must be made equal to the views. */
export interface DueEvents {
  add(eventIds: Iterable<number>): void;
  /** Adds it as soon as such a change is needed, together with others; `onDue` is called then, unless it is needed at once. */
  addWhen(when: When, eventId: number): void;
  isEmpty(): boolean;
  /** Removes and returns all that are due. */
  take(): readonly number[];
  /** Forgets those that are not due yet. */
  cancel(): void;
}

export const createDueEvents = (scheduler: Scheduler, onDue: () => void): DueEvents => {
  const due = new Set<number>();
  const add = (eventIds: Iterable<number>): void => {
    for (const eventId of eventIds) due.add(eventId);
  };
  const batches: Record<keyof typeof WITHIN_MS, Batch> = {
    changedSoon: { eventIds: new Set(), timer: null },
    changedLater: { eventIds: new Set(), timer: null },
  };
  return {
    add,
    addWhen(when, eventId) {
      if (when === 'changed') {
        due.add(eventId);
        return;
      }
      const batch = batches[when];
      batch.eventIds.add(eventId);
      batch.timer ??= scheduler.after(WITHIN_MS[when], () => {
        batch.timer = null;
        add(batch.eventIds);
        batch.eventIds.clear();
        onDue();
      });
    },
    isEmpty: () => due.size === 0,
    take() {
      const taken = [...due];
      due.clear();
      // What is published of them has their other changes too.
      for (const { eventIds } of Object.values(batches))
        for (const eventId of taken) eventIds.delete(eventId);
      return taken;
    },
    cancel() {
      for (const { timer } of Object.values(batches)) timer?.cancel();
    },
  };
};
