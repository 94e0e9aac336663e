import { AREA_CORNERS, HOUR_MS, type LatLng, type PastCar } from '@flagpost/contracts';
import type { MapView } from '@flagpost/map-layers';
import { lngNear } from '@flagpost/telemetry';

/** What is typed into the forms of the replay, and what it means. */

/** An instant as a field of the browser has it, at the track, to the second. */
export const localOf = (instant: number, gmtHours: number): string =>
  new Date(instant + gmtHours * HOUR_MS).toISOString().slice(0, 19);

/** NaN if it is no time. */
export const instantOf = (local: string, gmtHours: number): number =>
  Date.parse(`${local}Z`) - gmtHours * HOUR_MS;

/** The cars whose numbers are typed, with a comma between; no number means all. */
export const carsOf = (
  typed: string,
  cars: readonly PastCar[],
): { readonly ids: readonly number[]; readonly unknown: readonly string[] } => {
  const numbers = [
    ...new Set(
      typed
        .split(',')
        .map((number) => number.trim())
        .filter((number) => number !== ''),
    ),
  ];
  const found = numbers.map((number) => ({
    number,
    ids: cars.filter(({ CarNumber }) => CarNumber === number).map(({ InvitationId }) => InvitationId),
  }));
  return {
    ids: found.flatMap(({ ids }) => ids),
    unknown: found.filter(({ ids }) => ids.length === 0).map(({ number }) => number),
  };
};

/** Decimals of a degree: 10 cm. */
const DECIMALS = 6;

const areaText = (corners: readonly LatLng[]): string =>
  corners.map(({ lat, lng }) => `${lat.toFixed(DECIMALS)},${lng.toFixed(DECIMALS)}`).join(';');

/** The corners of what a map shows, whose longitudes run on across the antimeridian, as the server reads an area. */
export const cornersOf = ({
  north,
  south,
  west,
  east,
}: Pick<MapView, 'north' | 'south' | 'west' | 'east'>): string => {
  const [left, right] = [lngNear(0, west), lngNear(0, east)];
  return areaText([
    { lat: north, lng: left },
    { lat: north, lng: right },
    { lat: south, lng: right },
    { lat: south, lng: left },
  ]);
};

export const { min: LEAST_CORNERS, max: MOST_CORNERS } = AREA_CORNERS;

/** Corners as they are typed, 'lat, lng; lat, lng; …', however few; null if one of them is no place. */
export const cornersIn = (typed: string): readonly LatLng[] | null => {
  const corners = typed
    .split(/[;\n]/)
    .map((corner) => corner.trim())
    .filter((corner) => corner !== '')
    .map((corner) => corner.split(/[\s,]+/).map(Number));
  const isPlace = ([lat = NaN, lng = NaN, ...more]: readonly number[]): boolean =>
    more.length === 0 && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;
  return corners.every(isPlace) ? corners.map(([lat = NaN, lng = NaN]) => ({ lat, lng })) : null;
};

/** Corners as somebody would type them. */
export const typedCorners = (corners: readonly LatLng[]): string =>
  corners.map(({ lat, lng }) => `${lat.toFixed(DECIMALS)}, ${lng.toFixed(DECIMALS)}`).join('; ');

/** An area by its corners as they are typed, as the server reads it; null if it is none. */
export const areaOf = (typed: string): string | null => {
  const corners = cornersIn(typed);
  if (corners === null || corners.length < LEAST_CORNERS || corners.length > MOST_CORNERS) return null;
  return areaText(corners);
};
