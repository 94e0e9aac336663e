import type { LatLng } from '@flagpost/contracts';

/**
 * Distances and headings on WGS84, at the scale of a race: a plane tangent at the place in question. Within 0.01 % up to
 * 5 km and 0.5 % up to 100 km at latitudes below 75 degrees.
 */
const RAD = Math.PI / 180;

/** Metres in one degree of latitude, for `c` the cosine of the latitude. */
const northMetres = (c: number): number => 111_132.954 - 559.822 * (2 * c * c - 1);

/** Metres in one degree of longitude, for `c` the cosine of the latitude. */
const eastMetres = (c: number): number => c * (111_412.84 - 93.5 * (4 * c * c - 3));

/**
 * Metres in one degree on WGS84, by the two functions above: of latitude, least at the equator and most at the poles; one of
 * longitude, divided by the cosine of its latitude, is between them. For bounds without trigonometry.
 */
export const DEGREE_M = { least: 110_573, most: 111_694 } as const;

/** The shorter way round between two longitudes, degrees, positive eastward; it may lead across the antimeridian. */
export const lngDifference = (from: number, to: number): number => {
  const d = to - from;
  return d > 180 ? d - 360 : d < -180 ? d + 360 : d;
};

/** The same longitude within half a turn of another: across the antimeridian it is beyond 180 degrees. */
export const lngNear = (of: number, lng: number): number => {
  const d = lng - of;
  return d > 180 ? lng - 360 : d < -180 ? lng + 360 : lng;
};

/** As `apartM`, without objects: for what is measured at every fix. */
export const distanceM = (fromLat: number, fromLng: number, toLat: number, toLng: number): number => {
  const c = Math.cos((fromLat + toLat) * 0.5 * RAD);
  const north = (toLat - fromLat) * northMetres(c);
  const east = lngDifference(fromLng, toLng) * eastMetres(c);
  return Math.sqrt(north * north + east * east);
};

/** Distance between two places, metres. */
export const apartM = (a: LatLng, b: LatLng): number => distanceM(a.lat, a.lng, b.lat, b.lng);

/** Heading from one place to another, degrees clockwise from north, 0 to below 360. */
export const headingDeg = (fromLat: number, fromLng: number, toLat: number, toLng: number): number => {
  const c = Math.cos((fromLat + toLat) * 0.5 * RAD);
  const north = (toLat - fromLat) * northMetres(c);
  const east = lngDifference(fromLng, toLng) * eastMetres(c);
  return (Math.atan2(east, north) / RAD + 360) % 360;
};

/** A plane of local metres about one place. */
export interface LocalPlane {
  readonly lat: number;
  readonly lng: number;
  readonly metresPerLat: number;
  readonly metresPerLng: number;
}

/** The plane tangent at this place; `east` and `north` measure in it. */
export const localPlane = (lat: number, lng: number): LocalPlane => {
  const c = Math.cos(lat * RAD);
  return { lat, lng, metresPerLat: northMetres(c), metresPerLng: eastMetres(c) };
};

/** Metres east of the plane's origin. */
export const east = (plane: LocalPlane, lng: number): number =>
  lngDifference(plane.lng, lng) * plane.metresPerLng;

/** Metres north of the plane's origin. */
export const north = (plane: LocalPlane, lat: number): number => (lat - plane.lat) * plane.metresPerLat;

/**
 * Where the segment from (ax, ay) to (bx, by) is nearest to the origin, as a share of its length, 0 to 1; 1 if both
 * ends are the same point.
 */
export const nearestShare = (ax: number, ay: number, bx: number, by: number): number => {
  const dx = bx - ax;
  const dy = by - ay;
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return 1;
  const share = -(ax * dx + ay * dy) / length2;
  return share <= 0 ? 0 : share >= 1 ? 1 : share;
};
