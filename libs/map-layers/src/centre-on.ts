import { isDrawn } from './car-columns.js';
import { lngLatAt } from './motion.js';
import type { CentreRequest, LiveCarsSource } from './types.js';

/** A car is shown at this zoom, or nearer if the view already is: a few hundred metres of track around it. */
const SHOWN_ZOOM = 15;

/** Where a car is drawn now; null if it has never been heard, or is hidden. */
export const placeOf = (
  cars: LiveCarsSource,
  invitationId: number,
  stepped: boolean,
): [lng: number, lat: number] | null => {
  const { buffer } = cars;
  const index = buffer.ids.subarray(0, buffer.count).indexOf(invitationId);
  if (index < 0 || !isDrawn(buffer, index)) return null;
  return lngLatAt(buffer, index, cars.pictureTimeS(performance.now()), stepped);
};

/** Where a car is drawn now, and the zoom to see it at; null if it has never been heard, or is hidden. */
export const centreOn = (
  { cars, centre, stepped }: { cars: LiveCarsSource; centre: CentreRequest; stepped: boolean },
  zoom: number,
): { readonly lngLat: [lng: number, lat: number]; readonly zoom: number } | null => {
  const lngLat = placeOf(cars, centre.invitationId, stepped);
  return lngLat === null ? null : { lngLat, zoom: Math.max(zoom, SHOWN_ZOOM) };
};
