import { z } from 'zod';
import { FAULTS } from '../texts/fields.js';
import { LIMITS } from '../limits.js';
import { GMT_HOURS, POI_ICONS, TRACK_LIMITS, type PoiIcon } from '../track.js';
import { latLng, mapPosition, type LatLng, type MapPosition } from '../geo.js';
import { requiredNumber } from './required.js';
import { line, requiredLine } from './text.js';

/** Circuit routes, their sectors and points of interest. */

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Only the first faulty point is reported: to find all of them would block other requests. */
const points = (min: number) =>
  z.preprocess((value, context) => {
    if (!isList(value) || value.length > TRACK_LIMITS.points) return value;
    for (const [index, point] of value.entries()) {
      const [fault] = latLng.safeParse(point, { reportInput: true }).error?.issues ?? [];
      if (fault === undefined) continue;
      // Without a message: the schema of the whole body supplies it.
      context.addIssue({ ...fault, path: [index, ...fault.path], message: undefined });
      return z.NEVER;
    }
    return value;
  }, z.array(latLng).min(min).max(TRACK_LIMITS.points));

const polyline = z.object({ Positions: points(2) });

/** Body of POST and PUT /circuitRoutes: the drawing of the map editor. Left out: unchanged; null: removed. */
export const circuitRouteRequest = z.object({
  eventId: z.number().int().positive(),
  trackName: requiredLine(LIMITS.name, FAULTS.trackName).optional(),
  pointsTrack: z.array(polyline).max(50).optional(),
  pointsMetaStart: latLng.nullish(),
  pointsMetaFinish: latLng.nullish(),
  pointsBoxes: points(0).nullish(),
  mapPosition: mapPosition.nullish(),
  /** Hours from UTC at the track, in quarters: counts for an event without a time zone alone. */
  gmt: z.number().min(GMT_HOURS.min).max(GMT_HOURS.max).optional(),
});
export type CircuitRouteRequest = z.infer<typeof circuitRouteRequest>;

/** GET /circuitRoutes/{eventId} */
export interface CircuitRouteAnswer {
  track: {
    name: string | null;
    pointsTrack: { Positions: LatLng[] }[];
    pointsMetaStart: LatLng | null;
    pointsMetaFinish: LatLng | null;
    /** Closed: the last point repeats the first. */
    pointsBoxes: LatLng[] | null;
    kilometres: number;
  };
  /** Hours from UTC at the track, of its event's time zone: now while the event runs, else at its start or finish. */
  gmt: number;
  routes: { id: number; name: string }[];
  mapPosition: MapPosition | null;
}

const icons = Object.keys(POI_ICONS) as [PoiIcon, ...PoiIcon[]];

/** Body of POST /interestpoints: the event's whole set; an id of null or 0 is a new one. */
export const poisRequest = z.object({
  eventId: z.number().int().positive(),
  pois: z
    .array(
      latLng.extend({
        id: z.number().int().nonnegative().nullish(),
        description: line(LIMITS.poiDescription).default('New POI'),
        icon: z.enum(icons).default('location'),
      }),
    )
    .max(TRACK_LIMITS.pois),
});
export type PoisRequest = z.infer<typeof poisRequest>;

/** GET /interestpoints/{eventId} */
export interface PoisAnswer {
  pois: { Id: number; Lat: number; Long: number; Description: string; Icon: PoiIcon }[];
}

/** Body of POST /sectors/. A track has the id of its event. */
export const sectorRequest = z.object({
  Number: requiredNumber(FAULTS.sectorNumber).int().positive(FAULTS.sectorNumber).max(9_999),
  Picpath: line(LIMITS.imagePath).min(1).nullish(),
  Kms: z.number().nonnegative().max(1_000),
  TraId: z.number().int().positive(),
});
export type SectorRequest = z.infer<typeof sectorRequest>;

/** GET /sectors/byTrack/{trackId}, by number. */
export interface SectorRow {
  secId: number;
  secNumber: number;
  /** Null: no picture. */
  secPicpath: string | null;
  Kms: number;
  traId: number;
}
