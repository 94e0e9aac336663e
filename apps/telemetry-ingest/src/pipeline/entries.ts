import type { DropReason, RaceSetup } from '@flagpost/contracts';
import type { Setups } from './setups.js';

/** Which competitors are entered in which events, by the setups of the race. */
export interface Entries {
  /**
   * Why nothing may be sent for this competitor: its event was deleted, or it is not entered. Null if it is entered, and for
   * an event that is not known yet, whose inputs the pipeline holds.
   */
  refusal(eventId: number, invitationId: number): Extract<DropReason, 'unknownEvent' | 'unauthorized'> | null;
  /** Reads from these setups, which go on changing. */
  follow(setups: Setups): void;
}

export const createEntries = (): Entries => {
  let followed: Setups = new Map();
  const competitors = new WeakMap<RaceSetup, ReadonlySet<number>>();

  const competitorsOf = (setup: RaceSetup): ReadonlySet<number> => {
    const known = competitors.get(setup);
    if (known !== undefined) return known;
    const entered = new Set(setup.cars.map(({ invitationId }) => invitationId));
    competitors.set(setup, entered);
    return entered;
  };

  return {
    refusal(eventId, invitationId) {
      const setup = followed.get(eventId);
      if (setup === undefined) return null;
      if (setup === null) return 'unknownEvent';
      return competitorsOf(setup).has(invitationId) ? null : 'unauthorized';
    },
    follow: (setups) => void (followed = setups),
  };
};
