import type { Scheduler, Timer } from '@flagpost/platform';
import type { EventEffect } from '../views/event-effects.js';

export type When = Exclude<EventEffect['setup'], 'same'>;

/** Changes that are not needed at once are published in batches. */
const WITHIN_MS: Readonly<Record<When, number>> = { changed: 0, changedSoon: 1_000, changedLater: 5_000 };

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
  const waiting: Record<When, Set<number>> = {
    changed: due,
    changedSoon: new Set(),
    changedLater: new Set(),
  };
  const timers = new Map<When, Timer>();
  const add = (eventIds: Iterable<number>): void => {
    for (const eventId of eventIds) due.add(eventId);
  };
  const startTimer = (when: When): void => {
    if (WITHIN_MS[when] === 0 || timers.has(when)) return;
    const timer = scheduler.after(WITHIN_MS[when], () => {
      timers.delete(when);
      add(waiting[when]);
      waiting[when].clear();
      onDue();
    });
    timers.set(when, timer);
  };
  return {
    add,
    addWhen(when, eventId) {
      waiting[when].add(eventId);
      startTimer(when);
    },
    isEmpty: () => due.size === 0,
    take() {
      const taken = [...due];
      due.clear();
      // What is published of them has their other changes too.
      for (const eventId of taken) for (const each of Object.values(waiting)) each.delete(eventId);
      return taken;
    },
    cancel() {
      for (const timer of timers.values()) timer.cancel();
    },
  };
};
