import {
  HEARD_WITHIN_MS,
  isPast,
  readyStateOf,
  readyToRace,
  type Preparations,
  type ReadyState,
} from '@flagpost/contracts';
import { licenceReads } from '../views/licences.projection.js';
import type { ApiParts } from '../parts.js';
import type { EventDocument } from '../views/events.projection.js';

/** What the views and records say of how far events are prepared, by their ids. */
export const preparationsOf = async (
  { readModels, records }: Pick<ApiParts, 'readModels' | 'records'>,
  events: readonly EventDocument[],
  now: number,
): Promise<ReadonlyMap<number, Preparations>> => {
  const eventIds = events.map(({ eventId }) => eventId);
  const licences = await licenceReads(readModels).ofClubs([...new Set(events.map(({ clubId }) => clubId))]);
  const heard = new Set(await records.deviceTokens.heardSince(eventIds, now - HEARD_WITHIN_MS));
  return new Map(
    events.map((event) => {
      const licence = licences.find(
        ({ clubId, from, to }) => clubId === event.clubId && from <= event.startsAt && event.startsAt <= to,
      );
      return [
        event.eventId,
        {
          ...event.line,
          published: event.published,
          categories: event.categoryIds.length,
          competitors: event.invited.length,
          authorized: event.authorized.length,
          licencesLeft: licence === undefined ? null : licence.total - licence.used.length,
          heard: event.authorized.filter((invitationId) => heard.has(invitationId)).length,
        },
      ];
    }),
  );
};

/** The state of each event that is not past. */
export const readyStates = async (
  parts: Pick<ApiParts, 'readModels' | 'records'>,
  events: readonly EventDocument[],
  now: number,
): Promise<ReadonlyMap<number, ReadyState>> => {
  const preparations = await preparationsOf(
    parts,
    events.filter((event) => !isPast(event, now)),
    now,
  );
  return new Map([...preparations].map(([eventId, known]) => [eventId, readyStateOf(readyToRace(known))]));
};
