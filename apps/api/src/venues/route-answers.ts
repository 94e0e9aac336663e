import type { CircuitRouteAnswer, LatLng, PoisAnswer, SectorRow } from '@flagpost/contracts';
import type { Sector } from '@flagpost/domain';
import { distanceM } from '@flagpost/telemetry';
import type { EventDocument } from '../views/events.projection.js';
import type { RouteDocument } from '../views/routes.projection.js';
import { trackGmtHours } from '../views/track-zone.js';

/** Routes as the wire names them. */

const lengthM = (points: readonly LatLng[]): number =>
  points.reduce((sum, to, index) => {
    const from = points[index - 1];
    return from === undefined ? sum : sum + distanceM(from.lat, from.lng, to.lat, to.lng);
  }, 0);

const kilometres = (tracks: readonly (readonly LatLng[])[]): number =>
  Math.round(tracks.reduce((sum, points) => sum + lengthM(points), 0) / 10) / 100;

export const routeAnswer = (event: EventDocument, route: RouteDocument, now: number): CircuitRouteAnswer => ({
  track: {
    name: route.trackName,
    pointsTrack: route.tracks.map((points) => ({ Positions: [...points] })),
    pointsMetaStart: route.start,
    pointsMetaFinish: route.finish,
    pointsBoxes: route.boxes && [...route.boxes],
    kilometres: kilometres(route.tracks),
  },
  gmt: trackGmtHours(event, route, now),
  // An event has one, under its own id, once something is drawn.
  routes: route.tracks.length > 0 ? [{ id: event.eventId, name: route.trackName ?? '' }] : [],
  mapPosition: route.mapPosition,
});

export const sectorRow = (
  traId: number,
  { sectorId, number, kilometres, picturePath }: Sector,
): SectorRow => ({ secId: sectorId, secNumber: number, secPicpath: picturePath, Kms: kilometres, traId });

export const poisAnswer = (route: RouteDocument): PoisAnswer => ({
  pois: route.pois.map(({ poiId, lat, lng, description, icon }) => ({
    Id: poiId,
    Lat: lat,
    Long: lng,
    Description: description,
    Icon: icon,
  })),
});
