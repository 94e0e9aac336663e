import type { LatLng } from '@flagpost/contracts';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import { localPlane } from '@flagpost/telemetry';
import { isClosed } from '@flagpost/track-geometry';
import type { SessionAction } from './model/session.js';

type Drawn = Extract<EditorTarget, { kind: 'line' | 'boxes' }>;

/** How many points a shape has: the last of a closed one is its first again. */
export const pointCount = (points: readonly LatLng[]): number => points.length - (isClosed(points) ? 1 : 0);

/** The index of a point, from 0 to `pointCount`. */
export const ownIndex = (points: readonly LatLng[], point: number): number => point % pointCount(points);

/** The next or previous point of a shape, round and round; of a whole shape the first or the last. */
export const stepped = (target: Drawn, points: readonly LatLng[], by: 1 | -1): Drawn => {
  const count = pointCount(points);
  const from = target.point === null ? (by === 1 ? -1 : 0) : ownIndex(points, target.point);
  return { ...target, point: (from + by + count) % count };
};

/** A new point half-way to the next one, or as far beyond the end of an open line as that is from the one before. */
export const insertedAfter = (target: Drawn, points: readonly LatLng[]): SessionAction => {
  const point = ownIndex(points, target.point ?? 0);
  const [before, here, next] = [points[point - 1], points[point], points[point + 1]];
  const to = next ?? before ?? here;
  const share = next === undefined ? -0.5 : 0.5;
  const at =
    here === undefined || to === undefined
      ? { lat: 0, lng: 0 }
      : { lat: here.lat + (to.lat - here.lat) * share, lng: here.lng + (to.lng - here.lng) * share };
  return {
    type: 'do',
    action: { type: 'insertPoint', target, index: point + 1, at },
    select: { ...target, point: point + 1 },
  };
};

/** A place so many metres farther east and north. */
export const nudged = ({ lat, lng }: LatLng, eastM: number, northM: number): LatLng => {
  const plane = localPlane(lat, lng);
  return { lat: lat + northM / plane.metresPerLat, lng: lng + eastM / plane.metresPerLng };
};
