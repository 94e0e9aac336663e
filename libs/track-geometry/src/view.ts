import { MAP_DEFAULT, type LatLng, type MapPosition } from '@flagpost/contracts';
import { lngNear } from '@flagpost/telemetry';
import { wrapped } from './line.js';

/** At zoom 0 the world is as wide, pixels. */
const WORLD_PX = 512;
/** Of a single place, or of places that lie closer together than a street. */
const CLOSEST_ZOOM = 16;
/** Beyond it the projection of maps has no place. */
const MOST_LAT = 85;

/** In the projection of maps: 0 to 1 from north to south. */
const mercator = (lat: number): number => {
  const sine = Math.sin((Math.max(-MOST_LAT, Math.min(MOST_LAT, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
};

/** The middle of all points, and the zoom at which a map of this size shows them all. */
export const viewOf = (
  points: readonly LatLng[],
  { width, height }: { readonly width: number; readonly height: number },
): MapPosition => {
  const [first] = points;
  if (first === undefined) return MAP_DEFAULT;
  let [south, west, north, east] = [90, Infinity, -90, -Infinity];
  for (const place of points) {
    const { lat } = place;
    // Across the antimeridian they run on.
    const lng = lngNear(first.lng, place.lng);
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    [west, east] = [Math.min(west, lng), Math.max(east, lng)];
  }
  const zoomFor = (px: number, share: number): number => Math.log2(px / (WORLD_PX * share));
  const zoom = Math.min(
    CLOSEST_ZOOM,
    zoomFor(width, (east - west) / 360),
    zoomFor(height, mercator(south) - mercator(north)),
  );
  return {
    lat: (south + north) / 2,
    lng: wrapped((west + east) / 2),
    zoom: Math.max(0, Math.floor(zoom * 10) / 10),
  };
};
