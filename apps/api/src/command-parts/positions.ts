import type { Records } from '@flagpost/records';
import { RACE_PICTURES } from '../stored-names.js';

/** Serialises what is decided by the rule of an institution for keeping positions. */
export const keepingOf = (clubId: number): string => `positions of club ${clubId}`;

/**
 * Deletes the positions of an event, what race control was shown of them, and the pictures of its race. May be repeated.
 */
export const forgetPositions = async (
  { history, sightings, eventImages }: Pick<Records, 'history' | 'sightings' | 'eventImages'>,
  eventId: number,
): Promise<void> => {
  await history.forget(eventId);
  await sightings.forget(eventId);
  await eventImages.keepOnly(eventId, RACE_PICTURES, []);
};
