import { PAST, besideIn, isSilentIn, pastIndexAt, shownAt, type PastRows } from '@flagpost/telemetry';

/** Which state of each car is on the map, so that only cars whose state is another one are drawn anew. */
export interface ShownStates {
  /** The state of a car at an instant is on the map now; true if it is another one than before. */
  show(invitationId: number, rows: PastRows | undefined, instant: number): boolean;
  /** Whether flags or link of the car are others at an instant than those on the map. */
  isOtherBeside(invitationId: number, rows: PastRows | undefined, instant: number): boolean;
  /** What is on the map of this car is out of date. */
  forget(invitationId: number): void;
}

interface ShownState {
  /** When it came to be, epoch ms; NaN if the car has none. */
  readonly at: number;
  readonly isSilent: boolean;
  /** Flags and link as they were published (`besideIn`). */
  readonly beside: number;
}

const stateAt = (rows: PastRows | undefined, instant: number): ShownState => {
  const index = pastIndexAt(rows, instant);
  return {
    at: index < 0 ? NaN : (rows?.[index + PAST.at] ?? NaN),
    isSilent: isSilentIn(rows, index, instant),
    beside: besideIn(shownAt(rows, instant)),
  };
};

export const createShownStates = (): ShownStates => {
  const states = new Map<number, ShownState>();
  const outdated = new Set<number>();
  return {
    show(id, rows, instant) {
      const before = states.get(id);
      const state = stateAt(rows, instant);
      states.set(id, state);
      return outdated.delete(id) || before?.at !== state.at || before.isSilent !== state.isSilent;
    },
    isOtherBeside: (id, rows, instant) => besideIn(shownAt(rows, instant)) !== (states.get(id)?.beside ?? 0),
    forget: (id) => void outdated.add(id),
  };
};
