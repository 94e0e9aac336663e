import type { LatLng } from '@flagpost/contracts';
import { east as eastM, lngNear, localPlane } from '@flagpost/telemetry';

/** A part of the ground on a picture, north up, to scale. */
export interface SnapshotFrame {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pixels from the upper left corner; outside of the picture for what lies outside. */
  toPx(at: LatLng): readonly [x: number, y: number];
  readonly metresPerPx: number;
  readonly centre: LatLng;
}

/** A single place is shown with at least this much ground around it, metres. */
const LEAST_SIDE_M = 200;

/** The square frame that contains all these places, `paddingPx` or more from every edge; null if there are none. */
export const snapshotFrame = (
  places: readonly LatLng[],
  sizePx: number,
  paddingPx: number,
): SnapshotFrame | null => {
  if (places.length === 0) return null;
  const first = places[0]?.lng ?? NaN;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { lat, lng } of places) {
    west = Math.min(west, lngNear(first, lng));
    east = Math.max(east, lngNear(first, lng));
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const centre = { lat: (south + north) / 2, lng: (west + east) / 2 };
  const plane = localPlane(centre.lat, centre.lng);
  const sideM = Math.max(
    LEAST_SIDE_M,
    (east - west) * plane.metresPerLng,
    (north - south) * plane.metresPerLat,
  );
  const metresPerPx = sideM / (sizePx - 2 * paddingPx);
  return {
    widthPx: sizePx,
    heightPx: sizePx,
    centre,
    metresPerPx,
    toPx: ({ lat, lng }) => [
      sizePx / 2 + eastM(plane, lng) / metresPerPx,
      sizePx / 2 - ((lat - centre.lat) * plane.metresPerLat) / metresPerPx,
    ],
  };
};

export interface Arrow {
  readonly x: number;
  readonly y: number;
  /** Clockwise from the right, radians, as a canvas turns. */
  readonly turn: number;
}

/** Positions along a line of pixels, every `spacingPx`, the first after half of it, with the line's direction there. */
export const arrowsAlong = (
  line: readonly (readonly [x: number, y: number])[],
  spacingPx: number,
): Arrow[] => {
  const arrows: Arrow[] = [];
  let passedPx = 0;
  let nextPx = spacingPx / 2;
  line.slice(1).forEach(([x, y], i) => {
    const [fromX, fromY] = line[i] ?? [x, y];
    const lengthPx = Math.hypot(x - fromX, y - fromY);
    for (; nextPx <= passedPx + lengthPx && lengthPx > 0; nextPx += spacingPx) {
      const share = (nextPx - passedPx) / lengthPx;
      arrows.push({
        x: fromX + (x - fromX) * share,
        y: fromY + (y - fromY) * share,
        turn: Math.atan2(y - fromY, x - fromX),
      });
    }
    passedPx += lengthPx;
  });
  return arrows;
};

/** The places that keep this distance from the ones before them, in order. */
export const spaced = <T extends { readonly px: readonly [x: number, y: number] }>(
  places: readonly T[],
  roomPx: number,
): T[] => {
  const kept: T[] = [];
  for (const place of places) {
    const isFree = kept.every(({ px }) => Math.hypot(px[0] - place.px[0], px[1] - place.px[1]) >= roomPx);
    if (isFree) kept.push(place);
  }
  return kept;
};
