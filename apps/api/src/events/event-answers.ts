import {
  DRAFT_STATE_ID,
  isPast,
  PUBLISHED_STATE_ID,
  scheduleOf,
  toCommaDegrees,
  type EventDetail,
  type EventRow,
  type LiveNowItem,
} from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { isoOf } from '../http/times.js';
import { categoryReads, type CategoryDocument } from '../views/categories.projection.js';
import { circuitReads } from '../views/circuits.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { countryName } from '../countries/countries.js';
import { routeReads } from '../views/routes.projection.js';
import type { EventDocument } from '../views/events.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { trackZone } from '../views/track-zone.js';
import { readyStates } from './preparations.js';
import { hasRaces } from './recorded-races.js';

/** Events as the wire names them. */

export const stateId = (published: boolean): number => (published ? PUBLISHED_STATE_ID : DRAFT_STATE_ID);

const clubNames = async (readModels: ReadModels, events: readonly EventDocument[]) => {
  const clubs = await clubReads(readModels).getMany([...new Set(events.map(({ clubId }) => clubId))]);
  return new Map(clubs.map(({ clubId, name }) => [clubId, name]));
};

export const eventRows = async (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records'>,
  events: readonly EventDocument[],
  now: number,
): Promise<EventRow[]> => {
  const names = await clubNames(dependencies.readModels, events);
  const ready = await readyStates(dependencies, events, now);
  return events.map((event) => ({
    EventId: event.eventId,
    Name: event.name,
    Start: isoOf(event.startsAt),
    Finish: isoOf(event.finishesAt),
    TimeZone: trackZone(event),
    ClubId: event.clubId,
    ClubName: names.get(event.clubId) ?? '',
    Localization: `${event.city}, ${event.state}`,
    Country: countryName(event.countryId),
    Invited: event.invited.length,
    Authorized: event.authorized.length,
    Schedules: scheduleOf(event, now),
    State: stateId(event.published),
    CircuitName: event.circuitName,
    Ready: ready.get(event.eventId) ?? null,
  }));
};

export const eventDetail = async (
  readModels: ReadModels,
  event: EventDocument,
  now: number,
): Promise<EventDetail> => {
  const club = await clubReads(readModels).get(event.clubId);
  const route = await routeReads(readModels).get(event.eventId);
  const circuit = await circuitReads(readModels).named(event.clubId, event.circuitName);
  return {
    eveId: event.eventId,
    eplId: event.plannerId,
    vieId: event.viewerId,
    stsId: stateId(event.published),
    eveName: event.name,
    eveStart: isoOf(event.startsAt),
    eveFinish: isoOf(event.finishesAt),
    eveTimeZone: trackZone(event),
    cluId: event.clubId,
    cluName: club?.name ?? '',
    cluAddress: club?.address ?? null,
    cluLatitude: club?.position ? toCommaDegrees(club.position.lat) : null,
    cluLongitude: club?.position ? toCommaDegrees(club.position.lng) : null,
    couId: event.countryId,
    couName: countryName(event.countryId),
    eveState: event.state,
    eveCity: event.city,
    eveCircuitName: event.circuitName,
    cirLat: circuit?.position?.lat ?? null,
    cirLong: circuit?.position?.lng ?? null,
    categories: [...event.categoryIds],
    eveGeoRadius: event.finishRadiusM,
    eveSafetyCarDelay: event.safetyCarDelayS,
    // An event has one track, under its own id.
    traId: route.tracks.length > 0 ? event.eventId : null,
    eveUpddate: isoOf(event.updatedAt),
    eveDeleted: false,
    eveUpdUserId: event.updatedBy,
    past: isPast(event, now),
    hasRaces: await hasRaces(readModels, event.eventId),
  };
};

/** Categories that somebody authorised competes in, in order of name. */
const runningCategories = async (
  readModels: ReadModels,
  { authorized }: EventDocument,
): Promise<readonly CategoryDocument[]> => {
  const competitors = await invitationReads(readModels).getMany(authorized);
  const categoryIds = new Set(competitors.flatMap(({ categoryId }) => categoryId ?? []));
  return categoryReads(readModels).getMany([...categoryIds]);
};

export const liveNowItems = async (
  readModels: ReadModels,
  events: readonly EventDocument[],
): Promise<LiveNowItem[]> => {
  const names = await clubNames(readModels, events);
  return Promise.all(
    events.map(async (event) => ({
      EventId: event.eventId,
      EventName: event.name,
      InstitutionName: names.get(event.clubId) ?? '',
      Competitors: event.authorized.length,
      Inviteds: event.invited.length,
      CurrentlyRunning: (await runningCategories(readModels, event)).map(({ name }) => name).join(', '),
    })),
  );
};
