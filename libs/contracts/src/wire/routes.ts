import { z } from 'zod';
import { FAULTS } from '../texts/fields.js';
import { LIMITS } from '../limits.js';
import { GMT_HOURS, POI_ICONS, TRACK_LIMITS, type PoiIcon } from '../track.js';
import { latLng, mapPosition, type LatLng, type MapPosition } from '../geo.js';
import { formId } from './import.js';
import { points } from './points.js';
import { stages, type StageRow } from './stages.js';
import { line, requiredLine } from './text.js';

/** Circuit routes with their points of interest, and the whole map of an event. */

const polyline = z.object({ Positions: points(2) });

/**
 * The revision of the route that the sender has read: if it has changed since, the request is refused. Left out: the last
 * request wins.
 */
const revision = z.number().int().nonnegative().optional();

/** Body of POST and PUT /circuitRoutes: the drawing of the map editor. Left out: unchanged; null: removed. */
export const circuitRouteRequest = z.object({
  eventId: z.number().int().positive(),
  trackName: requiredLine(LIMITS.name, FAULTS.trackName).optional(),
  pointsTrack: z.array(polyline).max(TRACK_LIMITS.lines).optional(),
  pointsMetaStart: latLng.nullish(),
  pointsMetaFinish: latLng.nullish(),
  pointsBoxes: points(0).nullish(),
  mapPosition: mapPosition.nullish(),
  /** Hours from UTC at the track, in quarters: counts for an event without a time zone alone. */
  gmt: z.number().min(GMT_HOURS.min).max(GMT_HOURS.max).optional(),
  revision,
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
  /** Ours: rises with every change of the route, its points of interest, sectors and stages; 0 if there was none. */
  revision: number;
  /** Ours: when it was changed last, and the name of who changed it; null if nobody has. */
  savedAt: string | null;
  savedBy: string | null;
}

/** GET /circuitRoutes/circuit/{id}: a route of an event that names the circuit. */
export interface CircuitRouteRow {
  /** That of its event. */
  id: number;
  name: string;
  eventId: number;
  eventName: string;
}

const icons = Object.keys(POI_ICONS) as [PoiIcon, ...PoiIcon[]];

/** The event's whole set; an id of null or 0 is a new one. */
const pois = z
  .array(
    latLng.extend({
      id: z.number().int().nonnegative().nullish(),
      description: line(LIMITS.poiDescription).default('New POI'),
      icon: z.enum(icons).default('location'),
    }),
  )
  .max(TRACK_LIMITS.pois);

/** Body of POST /interestpoints */
export const poisRequest = z.object({ eventId: z.number().int().positive(), pois, revision });
export type PoisRequest = z.infer<typeof poisRequest>;

/** GET /interestpoints/{eventId} */
export interface PoisAnswer {
  pois: { Id: number; Lat: number; Long: number; Description: string; Icon: PoiIcon }[];
}

/** Body of POST /events/specialstages: the event's whole set. */
export const stagesRequest = z.object({ eventId: z.number().int().positive(), stages, revision });
export type StagesRequest = z.infer<typeof stagesRequest>;

/** Body of POST /events/map: all that the map editor shows, in one change. Parts left out: unchanged; null: removed. */
export const eventMapRequest = circuitRouteRequest.extend({
  pois: pois.optional(),
  stages: stages.optional(),
});
export type EventMapRequest = z.infer<typeof eventMapRequest>;

/** POST /events/map */
export interface EventMapAnswer {
  route: CircuitRouteAnswer;
  pois: PoisAnswer['pois'];
  stages: StageRow[];
}

/** Form of POST /commonServices/uploadPolylines beside its `file`. */
export const uploadPolylinesForm = z.object({ EventId: formId });

/** Purposes of a shape of a track file. */
export type ShapeKind = 'track' | 'boxes' | 'start' | 'finish' | 'poi';

/** A line, area or point of a track file. */
export interface UploadedShape {
  /** As in the file; null if it has none. */
  Name: string | null;
  /** The purpose that the file states, or that was guessed from its form and name. */
  Kind: ShapeKind;
  /** Of a point of interest; null otherwise. */
  Icon: PoiIcon | null;
  /** One position for a point; closed for an area. */
  Positions: LatLng[];
}

/** POST /commonServices/uploadPolylines: what a track file holds. Nothing is stored. */
export interface PolylinesAnswer {
  /** By the kinds of the shapes: the lines, the first start, finish and boxes. */
  pointsTrack: { Positions: LatLng[] }[];
  pointsMetaStart: LatLng | null;
  pointsMetaFinish: LatLng | null;
  pointsBoxes: LatLng[] | null;
  /** Every shape, in the order of the file. */
  refData: UploadedShape[];
  /** Centre and zoom by which all of it is seen. */
  mapPosition: MapPosition;
  zoom: number;
  /** The name of the document; null if it has none. */
  name: string | null;
  /** Points in the file, of which `TRACK_LIMITS.points` are answered at most. */
  points: number;
  /** Largest distance of a point that was left out from the line that is answered, metres; 0 if none was. */
  errorM: number;
  /** References to other files, which were not followed. */
  links: number;
}
