import type { LatLng } from '@flagpost/contracts';
import {
  apartM,
  east,
  lngDifference,
  localPlane,
  nearestShare,
  north,
  type LocalPlane,
} from '@flagpost/telemetry';

/** Points in driving order. */
export type Line = readonly LatLng[];

/** Length of a line along its points, metres; 0 with fewer than two. */
export const lengthM = (points: Line): number => {
  let sum = 0;
  for (let i = 1; i < points.length; i += 1) {
    const [from, to] = [points[i - 1], points[i]];
    if (from !== undefined && to !== undefined) sum += apartM(from, to);
  }
  return sum;
};

/** Length of all lines together, kilometres rounded to two decimals. */
export const kilometres = (lines: readonly Line[]): number =>
  Math.round(lines.reduce((sum, points) => sum + lengthM(points), 0) / 10) / 100;

/** Ends nearer than this are the same place: files round coordinates. */
const SAME_PLACE_M = 1;

/** Whether two places are nearer to each other than a metre. */
export const isSamePlace = (a: LatLng, b: LatLng): boolean => apartM(a, b) < SAME_PLACE_M;

/** Whether a line ends at its first point and has a third one between. */
export const isClosed = (points: Line): boolean => {
  const [first, last] = [points[0], points.at(-1)];
  return points.length > 2 && first !== undefined && last !== undefined && isSamePlace(first, last);
};

/** The point at a share, 0 to 1, of the way between two points. */
export const between = (from: LatLng, to: LatLng, share: number): LatLng => ({
  lat: from.lat + (to.lat - from.lat) * share,
  lng: wrapped(from.lng + lngDifference(from.lng, to.lng) * share),
});

/** A longitude from -180 to 180. */
export const wrapped = (lng: number): number => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng);

/** The place so many metres east and north of the plane's origin. */
export const placeAt = (plane: LocalPlane, eastM: number, northM: number): LatLng => ({
  lat: plane.lat + northM / plane.metresPerLat,
  lng: wrapped(plane.lng + eastM / plane.metresPerLng),
});

/** Distance of a point from a line, metres; Infinity from an empty one. */
export const offLineM = (points: Line, at: LatLng): number => {
  const plane = localPlane(at.lat, at.lng);
  let least2 = Infinity;
  let [ax, ay] = [NaN, NaN];
  for (const point of points) {
    const [bx, by] = [east(plane, point.lng), north(plane, point.lat)];
    const share = Number.isNaN(ax) ? 1 : nearestShare(ax, ay, bx, by);
    const [x, y] = share === 1 ? [bx, by] : [ax + share * (bx - ax), ay + share * (by - ay)];
    least2 = Math.min(least2, x * x + y * y);
    [ax, ay] = [bx, by];
  }
  return Math.sqrt(least2);
};

/**
 * Index of the race line, on which laps are driven: the line nearest to the finish, or the first one without a finish.
 * Null if there is no line.
 */
export const raceLine = (lines: readonly Line[], finish: LatLng | null): number | null => {
  if (lines.length === 0) return null;
  if (finish === null) return 0;
  let [nearest, leastM] = [0, Infinity];
  lines.forEach((points, index) => {
    const offM = offLineM(points, finish);
    if (offM < leastM) [nearest, leastM] = [index, offM];
  });
  return nearest;
};
