import { z } from 'zod';
import { LIMITS } from '../limits.js';
import { latLng, mapPosition, type LatLng } from '../geo.js';
import { FAULTS } from '../texts/fields.js';
import { requiredId } from './required.js';
import { circuitRouteRequest, type CircuitRouteAnswer } from './routes.js';
import { requiredLine } from './text.js';

/** Tracks: the drawing of an event's map, under the event's id. */

const { eventId, pointsTrack, pointsMetaStart, pointsMetaFinish, pointsBoxes } = circuitRouteRequest.shape;
const { zoom } = mapPosition.shape;
const name = requiredLine(LIMITS.name, FAULTS.name);

/** Body of POST /tracks/. `trackId`: the track of the event that is replaced; null or 0 if there is none yet. */
export const trackRequest = z.object({
  trackId: z.number().int().nonnegative().nullish(),
  trackName: name,
  eventId,
  pointsTrack: pointsTrack.unwrap().min(1),
  pointsMetaStart,
  pointsMetaFinish,
  pointsBoxes,
  zoom: zoom.nullish(),
});

/** Body of POST /tracks/copy: the event, and the track that it uses from then on. */
export const trackCopyRequest = z.object({
  trackId: requiredId(FAULTS.track),
  eventId: requiredId(FAULTS.event),
  trackName: name,
});
export type TrackCopyRequest = z.infer<typeof trackCopyRequest>;

/**
 * Body of PUT /tracks/{id}. `Former`, ours, is the track as the sender has read it: if somebody has renamed it since, the request
 * is refused; left out, the last one wins.
 */
export const trackNameRequest = z.object({
  Name: name,
  Former: z.object({ Name: z.string().max(LIMITS.name) }).optional(),
});
export type TrackNameRequest = z.infer<typeof trackNameRequest>;

/** Body of PUT /tracks/setCenter/{id}: the initial centre of the event's map. */
export const trackCenterRequest = z.object({ position: latLng, zoom });
export type TrackCenterRequest = z.infer<typeof trackCenterRequest>;

/** GET /tracks/, in order of name */
export interface TrackRow {
  /** Also the id of its event. */
  traId: number;
  Id: number;
  EventId: number;
  /** That of its event if it has none of its own. */
  Name: string;
  /** The circuit of the club that has the name which the event gives; null if there is none. */
  CircuitId: number | null;
  /** Initial centre of its map; null if it is not set. */
  Zoom: number | null;
  Lat: number | null;
  Lng: number | null;
  /** Ours: its event, and whose it is. */
  EventName: string;
  cluId: number;
  cluName: string;
  past: boolean;
}

/** GET /tracks/{id} */
export interface TrackDetail extends TrackRow {
  PointsTrack: { Positions: LatLng[] }[];
  PointsMetaStart: LatLng | null;
  PointsMetaFinish: LatLng | null;
  PointsBoxes: LatLng[] | null;
}

/** GET /tracks/getTrackPointsById/{id}: empty if nothing is drawn. */
export interface TrackPoints {
  shapes: CircuitRouteAnswer['track'];
  mapPosition: { zoom: number; lat: number; long: number } | null;
  gmt: number;
  routes: CircuitRouteAnswer['routes'];
}

/** POST /tracks/, POST /tracks/copy, PUT and DELETE /tracks/{id}, PUT /tracks/setCenter/{id} */
export interface TrackAnswer {
  traId: number;
  traName: string;
}
