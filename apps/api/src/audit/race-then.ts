import { holds, type Actor } from '@flagpost/contracts';
import type { RecordedEvent } from '@flagpost/event-sourcing';
import type { ApiDependencies } from '../dependencies.js';
import { drained, foldStream } from './fold-stream.js';
import { meetingFold, upTo } from './meeting.js';

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
  const detailsIf = async (isWanted: (event: RecordedEvent) => boolean) => {
    const folding = foldStream(dependencies, `event-${eventId}`, meetingFold, isWanted);
    return (await drained(folding)).state.details;
  };
  const last = await detailsIf(() => true);
  if (last === null) return false;
  if (holds(actor, 'admin')) return true;
  const then = await detailsIf(upTo(instant));
  return [last, then].every((details) => details === null || details.clubId === actor.clubId);
};
