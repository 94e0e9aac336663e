import {
  HEARD_WITHIN_MS,
  DEFAULT_INVITATION_STATUS_ID,
  isPast,
  lackingToAuthorize,
  readyStateOf,
  readyToRace,
  type Preparations,
  type ReadyAnswer,
  type ReadyState,
} from '@flagpost/contracts';
import { byCarNumber } from '../views/by-car-number.js';
import { invitationReads } from '../views/invitations.projection.js';
import { nameOf, peopleOf } from '../views/person-names.js';
import { routeReads } from '../views/routes.projection.js';
import { licenceReads } from '../views/licences.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import type { EventDocument } from '../views/events.projection.js';

/** State of preparation of events in the views and records, by their ids. */
const preparationsOf = async (
  { readModels, records }: Pick<ApiDependencies, 'readModels' | 'records'>,
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
  dependencies: Pick<ApiDependencies, 'readModels' | 'records'>,
  events: readonly EventDocument[],
  now: number,
): Promise<ReadonlyMap<number, ReadyState>> => {
  const preparations = await preparationsOf(
    dependencies,
    events.filter((event) => !isPast(event, now)),
    now,
  );
  return new Map([...preparations].map(([eventId, known]) => [eventId, readyStateOf(readyToRace(known))]));
};

/** The answer of GET /events/ready/{id}. */
export const readyAnswer = async (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records'>,
  event: EventDocument,
  now: number,
): Promise<ReadyAnswer> => {
  const { readModels } = dependencies;
  const preparations = (await preparationsOf(dependencies, [event], now)).get(event.eventId);
  const lines = preparations === undefined ? [] : readyToRace(preparations);
  const route = await routeReads(readModels).get(event.eventId);
  const invitations = await invitationReads(readModels).ofEvent(event.eventId);
  const lacking = invitations
    .filter(({ authorized }) => !authorized)
    .map((invitation) => ({ ...invitation, lacks: lackingToAuthorize(invitation) }))
    .filter(({ lacks }) => lacks.length > 0);
  const people = await peopleOf(
    dependencies,
    lacking.map(({ userId }) => userId),
  );
  return {
    state: readyStateOf(lines),
    lines: [...lines],
    lacking: lacking
      .map(({ invitationId, carNumber, userId, lacks }) => ({
        InvitationId: invitationId,
        CarNumber: carNumber,
        Name: nameOf(people.get(userId)),
        lacks,
      }))
      .sort((one, other) => byCarNumber(one.CarNumber ?? '', other.CarNumber ?? '')),
    publishing: {
      Invitations: invitations.filter(({ statusId }) => statusId === DEFAULT_INVITATION_STATUS_ID).length,
      Categories: event.categoryIds.length,
      Competitors: invitations.length,
      Track: route.tracks.length > 0,
      Pois: route.pois.length,
      Sectors: route.sectors.length,
    },
  };
};
