import type { LatLng } from '@flagpost/contracts';
import { east, localPlane, north } from './geodesy.js';

/**
 * Whether a place lies within an area drawn on the map, its edge repeated at the end or not: a line from the place
 * crosses the edge an odd number of times. False for fewer than three corners.
 */
export const isWithin = (place: LatLng, area: readonly LatLng[]): boolean => {
  const plane = localPlane(place.lat, place.lng);
  const corners = area.map(({ lat, lng }) => ({ x: east(plane, lng), y: north(plane, lat) }));
  let isInside = false;
  let from = corners.at(-1);
  for (const to of corners) {
    if (from !== undefined && from.y > 0 !== to.y > 0) {
      const crossesAtX = from.x + ((to.x - from.x) * from.y) / (from.y - to.y);
      if (crossesAtX > 0) isInside = !isInside;
    }
    from = to;
  }
  return isInside;
};
