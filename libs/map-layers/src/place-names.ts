import type { LatLng } from '@flagpost/contracts';
import { apartM, localPlane } from '@flagpost/telemetry';
import { nearestTrack } from './route-geometry.js';
import type { RaceRoute } from './types.js';

/** A label of a place. Offsets in pixels. */
export interface PlaceName {
  readonly of: readonly ('start' | 'finish' | 'boxes')[];
  readonly at: LatLng;
  /** The edge of the name that its place touches. */
  readonly anchor: 'top' | 'bottom' | 'left' | 'right';
  readonly offset: [number, number];
}

/** Leaves space for a car at the place, and below it also for the car's number. */
const ABOVE_PX = 20;
const BELOW_PX = 30;
const BESIDE_BOXES_PX = 6;
/** Sides of the boxes within this share of the longest are equally good for their name. */
const LONG_SHARE = 0.8;

/** The offset from a place to the centre of its name of that size, pixels. */
export const nameMiddle = (
  { anchor, offset: [x, y] }: PlaceName,
  widthPx: number,
  heightPx: number,
): [dx: number, dy: number] => {
  if (anchor === 'top') return [x, y + heightPx / 2];
  if (anchor === 'bottom') return [x, y - heightPx / 2];
  return [anchor === 'left' ? x + widthPx / 2 : x - widthPx / 2, y];
};

const middleOf = (places: readonly LatLng[]): LatLng => ({
  lat: places.reduce((sum, { lat }) => sum + lat, 0) / places.length,
  lng: places.reduce((sum, { lng }) => sum + lng, 0) / places.length,
});

/** At the middle of the long side that is farther from the track, outside. */
const boxesName = (boxes: readonly LatLng[], route: RaceRoute): PlaceName => {
  const sides = boxes.map((from, i) => {
    const to = boxes[(i + 1) % boxes.length] ?? from;
    return { from, to, lengthM: apartM(from, to), middle: middleOf([from, to]) };
  });
  const longestM = Math.max(...sides.map(({ lengthM }) => lengthM));
  const [outer] = sides
    .filter(({ lengthM }) => lengthM >= longestM * LONG_SHARE)
    .map((side) => ({ ...side, awayM: nearestTrack(route, side.middle)?.awayM ?? 0 }))
    .sort((a, b) => b.awayM - a.awayM);
  const inside = middleOf(boxes);
  const { from, to, middle: at } = outer ?? { from: inside, to: inside, middle: inside };
  const plane = localPlane(at.lat, at.lng);
  const isBeside =
    Math.abs(to.lat - from.lat) * plane.metresPerLat > Math.abs(to.lng - from.lng) * plane.metresPerLng;
  const [east, north] = [at.lng - inside.lng, at.lat - inside.lat];
  if (isBeside && east > 0) return { of: ['boxes'], at, anchor: 'left', offset: [BESIDE_BOXES_PX, 0] };
  if (isBeside) return { of: ['boxes'], at, anchor: 'right', offset: [-BESIDE_BOXES_PX, 0] };
  if (north < 0) return { of: ['boxes'], at, anchor: 'top', offset: [0, BESIDE_BOXES_PX] };
  return { of: ['boxes'], at, anchor: 'bottom', offset: [0, -BESIDE_BOXES_PX] };
};

/** Names of start, finish and boxes. Start and finish of a circuit are one place, named on the side away from the boxes. */
export const placeNames = (route: RaceRoute): PlaceName[] => {
  const { start, finish, finishRadiusM } = route;
  const boxes = route.boxes === null || route.boxes.length < 3 ? null : route.boxes;
  /** Clear of a circle around the place, however large it is on the screen. */
  const name = (of: PlaceName['of'], { lat, lng }: LatLng, radiusM: number): PlaceName => {
    const radiusDeg = radiusM / localPlane(lat, lng).metresPerLat;
    return boxes !== null && middleOf(boxes).lat < lat
      ? { of, at: { lat: lat + radiusDeg, lng }, anchor: 'bottom', offset: [0, -ABOVE_PX] }
      : { of, at: { lat: lat - radiusDeg, lng }, anchor: 'top', offset: [0, BELOW_PX] };
  };
  const isOnePlace = start !== null && finish !== null && apartM(start, finish) <= 2 * finishRadiusM;
  return [
    ...(start !== null && !isOnePlace ? [name(['start'], start, 0)] : []),
    ...(finish !== null ? [name(isOnePlace ? ['start', 'finish'] : ['finish'], finish, finishRadiusM)] : []),
    ...(boxes !== null ? [boxesName(boxes, route)] : []),
  ];
};
