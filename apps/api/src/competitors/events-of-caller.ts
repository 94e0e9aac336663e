import { may } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import type { Caller } from '../http/caller.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';

/**
 * The events of these competitors that are the caller's. The guard judged the competitors that were there: an id that nobody
 * had then, or that was deleted, may be another institution's.
 */
export const eventsOfCaller = async (
  readModels: ReadModels,
  { actor }: Caller,
  competitors: readonly { readonly eventId: number }[],
): Promise<readonly EventDocument[]> => {
  const events = await eventReads(readModels).getMany([
    ...new Set(competitors.map(({ eventId }) => eventId)),
  ]);
  return events.filter(({ clubId }) => may(actor, 'competitors.manage', { clubId }));
};
