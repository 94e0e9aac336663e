import type { LatLng } from '@flagpost/contracts';
import { distanceM } from './geodesy.js';

/**
 * Whether laps are runs from start to finish: both are farther apart than twice the radius. Otherwise they run from finish
 * to finish, and the start is ignored.
 */
export const isStage = (start: LatLng | null, finish: LatLng | null, radiusM: number): boolean =>
  start !== null && finish !== null && distanceM(start.lat, start.lng, finish.lat, finish.lng) > 2 * radiusM;
