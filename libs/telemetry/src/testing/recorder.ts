import type { RaceFact, SetupCar } from '@flagpost/contracts';
import { setupCar } from '@flagpost/testing';

/** A simple model of what the api records of one car's SOS: raised once until cleared, and nothing twice. */
export interface SosRecorder {
  record(facts: readonly RaceFact[]): void;
  /** A director clears the SOS, if one is open. */
  clear(at: number): void;
  isOpen(): boolean;
  /** When directors cleared. */
  clearings(): readonly number[];
  /** The car's entry in the setup as of a time. */
  entryAt(time: number): SetupCar;
}

export const createSosRecorder = (invitationId: number): SosRecorder => {
  let raisedAt: number | null = null;
  let clearedAt: number | null = null;
  let open = false;
  const clearings: number[] = [];
  const entries: { since: number; entry: SetupCar }[] = [];
  const note = (since: number): void => {
    const entry = setupCar(invitationId, { sosRaisedAt: raisedAt, sosClearedAt: clearedAt });
    entries.push({ since, entry });
  };
  return {
    record(facts) {
      for (const { type, receivedAt } of facts) {
        if (type === 'sosRaised' && !open && (raisedAt === null || receivedAt > raisedAt)) {
          open = true;
          raisedAt = receivedAt;
          note(receivedAt);
        } else if (type === 'sosCleared' && open && receivedAt >= (raisedAt ?? 0)) {
          open = false;
          clearedAt = receivedAt;
          note(receivedAt);
        }
      }
    },
    clear(at) {
      if (!open) return;
      open = false;
      clearedAt = at;
      clearings.push(at);
      note(at);
    },
    isOpen: () => open,
    clearings: () => clearings,
    entryAt: (time) => entries.findLast(({ since }) => since <= time)?.entry ?? setupCar(invitationId),
  };
};
