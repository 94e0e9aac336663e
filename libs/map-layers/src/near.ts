import { lngNear } from '@flagpost/telemetry';
import { isDrawn } from './car-columns.js';
import { lngLatAt } from './motion.js';
import type { LiveCarsSource, RacePoi } from './types.js';

/** A press reaches everything within this many pixels. */
export const REACH_PX = 24;

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Project = (lngLat: [lng: number, lat: number]) => Point;

interface CentredMap {
  getCenter(): { readonly lng: number };
}

/** The place as MapLibre takes it: of its pixels, one for each turn around the world, the one nearest to the middle of the map. */
export const lngLatOn = (
  map: CentredMap,
  [lng, lat]: [lng: number, lat: number],
): [lng: number, lat: number] => [lngNear(map.getCenter().lng, lng), lat];

export const projectionOf =
  (map: CentredMap & { project(lngLat: [lng: number, lat: number]): Point }): Project =>
  (lngLat) =>
    map.project(lngLatOn(map, lngLat));

/** Invitation ids of the cars within reach of a press, nearest first. */
export const carsNear = (
  cars: LiveCarsSource,
  project: Project,
  { x, y }: Point,
  stepped: boolean,
): number[] => {
  const { buffer } = cars;
  const timeS = cars.pictureTimeS(performance.now());
  const near: { id: number; distance: number }[] = [];
  for (let i = 0; i < buffer.count; i++) {
    if (!isDrawn(buffer, i)) continue;
    const at = project(lngLatAt(buffer, i, timeS, stepped));
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance <= REACH_PX) near.push({ id: buffer.ids[i] ?? 0, distance });
  }
  return near.sort((a, b) => a.distance - b.distance).map(({ id }) => id);
};

/** The point of interest within reach of a press that is nearest. */
export const poiNear = (pois: readonly RacePoi[], project: Project, { x, y }: Point): RacePoi | null => {
  let nearest: { poi: RacePoi; distance: number } | null = null;
  for (const poi of pois) {
    const at = project([poi.position.lng, poi.position.lat]);
    const distance = Math.hypot(at.x - x, at.y - y);
    if (distance <= REACH_PX && (nearest === null || distance < nearest.distance))
      nearest = { poi, distance };
  }
  return nearest?.poi ?? null;
};
