import {
  DRAFT_STATE_ID,
  isPast,
  PUBLISHED_STATE_ID,
  scheduleOf,
  toCommaDegrees,
  type EventDetail,
  type EventRow,
} from '@flagpost/contracts';
import { isoOf } from '../http/times.js';
import { circuitReads } from '../views/circuits.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { countryName } from '../countries/countries.js';
import { routeReads } from '../views/routes.projection.js';
import type { EventDocument } from '../views/events.projection.js';
import type { ApiDependencies } from '../dependencies.js';
import { nameOrNull, type PersonLookup } from '../views/person-names.js';
import { trackZone } from '../views/track-zone.js';
import { readyStates } from './preparations.js';
import { hasRaces } from './recorded-races.js';

/** Events as the wire names them. */

export const stateId = (published: boolean): number => (published ? PUBLISHED_STATE_ID : DRAFT_STATE_ID);

export const eventRows = async (
  dependencies: Pick<ApiDependencies, 'readModels' | 'records'>,
  events: readonly EventDocument[],
  now: number,
): Promise<EventRow[]> => {
  const names = await clubReads(dependencies.readModels).namesOf(events);
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
  reading: PersonLookup,
  event: EventDocument,
  now: number,
): Promise<EventDetail> => {
  const { readModels } = reading;
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
    eveUpdUserName: await nameOrNull(reading, event.updatedBy),
    revision: event.revision,
    past: isPast(event, now),
    hasCompetitors: event.invited.length > 0,
    hasRaces: await hasRaces(readModels, event.eventId),
  };
};
