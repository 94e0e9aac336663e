import type { Scheduler, Timer } from '@flagpost/platform';

/** Changes that are not needed at once are published in batches. */
const SOON_MS = 1_000;

/** Events of which a topic must be made equal to the views. */
export interface DueEvents {
  add(eventIds: Iterable<number>): void;
  /** Adds it within a second, together with others; `onDue` is called then. */
  addSoon(eventId: number): void;
  isEmpty(): boolean;
  /** Removes and returns all. */
  take(): readonly number[];
  /** Forgets those that are not due yet. */
  cancel(): void;
}

export const createDueEvents = (scheduler: Scheduler, onDue: () => void): DueEvents => {
  const due = new Set<number>();
  const soon = new Set<number>();
  let timer: Timer | null = null;
  const add = (eventIds: Iterable<number>): void => {
    for (const eventId of eventIds) due.add(eventId);
  };
  return {
    add,
    addSoon(eventId) {
      soon.add(eventId);
      timer ??= scheduler.after(SOON_MS, () => {
        timer = null;
        add(soon);
        soon.clear();
        onDue();
      });
    },
    isEmpty: () => due.size === 0,
    take() {
      const taken = [...due];
      due.clear();
      return taken;
    },
    cancel: () => timer?.cancel(),
  };
};
