import type { CircuitRouteAnswer, PoisAnswer, SectorRow, StageRow } from '@flagpost/contracts';
import type { Stage } from '@flagpost/domain';
import { kilometres, raceLine } from '@flagpost/track-geometry';
import { isoOf, isoOrNull } from '../http/times.js';
import type { EventDocument } from '../views/events.projection.js';
import { nameOrNull, type PersonLookup } from '../views/person-names.js';
import type { SectorDocument } from '../views/route-sectors.js';
import type { RouteDocument } from '../views/routes.projection.js';
import { trackGmtHours } from '../views/track-zone.js';

/** Routes as the wire names them. */

/** As a list of one line, or of none. */
const raceLineOf = ({ tracks, finish }: RouteDocument): RouteDocument['tracks'] => {
  const index = raceLine(tracks, finish);
  return index === null ? [] : tracks.slice(index, index + 1);
};

export const routeAnswer = async (
  reading: PersonLookup,
  event: EventDocument,
  route: RouteDocument,
  now: number,
): Promise<CircuitRouteAnswer> => ({
  track: {
    name: route.trackName,
    pointsTrack: route.tracks.map((points) => ({ Positions: [...points] })),
    pointsMetaStart: route.start,
    pointsMetaFinish: route.finish,
    pointsBoxes: route.boxes && [...route.boxes],
    kilometres: kilometres(raceLineOf(route)),
  },
  gmt: trackGmtHours(event, route, now),
  // An event has one, under its own id, once something is drawn.
  routes: route.tracks.length > 0 ? [{ id: event.eventId, name: route.trackName ?? '' }] : [],
  mapPosition: route.mapPosition,
  revision: route.revision,
  savedAt: isoOrNull(route.savedAt),
  savedBy: await nameOrNull(reading, route.savedBy),
});

export const stageRows = (stages: readonly Stage[]): StageRow[] =>
  stages.map(({ number, name, kilometres: km, startsAt, line, start, finish }) => ({
    Stages: number,
    Name: name,
    Km: line === null ? km : kilometres([line]),
    StartDate: isoOf(startsAt),
    Positions: line && [...line],
    Start: start,
    Finish: finish,
  }));

export const sectorRow = ({
  sectorId,
  eventId,
  number,
  kilometres: km,
  picturePath,
  stretch,
  offM,
}: SectorDocument): SectorRow => ({
  secId: sectorId,
  secNumber: number,
  secPicpath: picturePath,
  Kms: km,
  traId: eventId,
  From: stretch?.from ?? null,
  To: stretch?.to ?? null,
  OffM: offM,
});

export const poisAnswer = (route: Pick<RouteDocument, 'pois'>): PoisAnswer => ({
  pois: route.pois.map(({ poiId, lat, lng, description, icon }) => ({
    Id: poiId,
    Lat: lat,
    Long: lng,
    Description: description,
    Icon: icon,
  })),
});
