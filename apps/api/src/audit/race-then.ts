import { holds, type Actor } from '@flagpost/contracts';
import type { ApiDependencies } from '../dependencies.js';
import { drained, foldStream, type Fold } from './fold-stream.js';
import { meetingFold, upTo, type Meeting } from './meeting.js';

interface ThenAndLast {
  readonly then: Meeting;
  readonly last: Meeting;
  /** An event after the instant was folded. */
  readonly isLater: boolean;
}

const thenAndLast = (instant: number): Fold<ThenAndLast> => {
  const isWanted = upTo(instant);
  const { initialState } = meetingFold;
  return {
    initialState: { then: initialState, last: initialState, isLater: false },
    evolve(before, event) {
      const last = meetingFold.evolve(before.last, event);
      const isLater = before.isLater || !isWanted(event);
      return { then: isLater ? before.then : last, last, isLater };
    },
  };
};

/**
 * Whether the actor may see what the event was at an instant; false if there never was one. Organisers may, if it is of
 * their club, was so when it was deleted, and was so then.
 */
export const maySeeThen = async (
  dependencies: Pick<ApiDependencies, 'store'>,
  actor: Actor,
  eventId: number,
  instant: number,
): Promise<boolean> => {
  const folding = foldStream(dependencies, `event-${eventId}`, thenAndLast(instant), () => true);
  const { then, last } = (await drained(folding)).state;
  if (last.details === null) return false;
  if (holds(actor, 'admin')) return true;
  return [last, then].every(({ details }) => details === null || details.clubId === actor.clubId);
};
