import { RACE, type LatLng } from '@flagpost/contracts';
import { east, headingDeg, localPlane, nearestShare, north } from '@flagpost/telemetry';
import type { RecordedFix } from '@flagpost/telemetry/recordings';

/** One way of a car past a place. */
export interface Passage {
  /** Of the fix before the nearest point. */
  readonly index: number;
  readonly distanceM: number;
  readonly headingDeg: number;
  /** How far the place lies to the right of the way driven; negative to the left. */
  readonly besideM: number;
}

/** Further away a car is somewhere else on the track. */
const NEAR_M = 50;

/**
 * Every passage within 50 m of a place, in order, each at its nearest point. The way between two fixes counts: at 200 km/h
 * and 1 Hz they are 55 m apart.
 */
export const passagesOf = (fixes: readonly RecordedFix[], place: LatLng): readonly Passage[] => {
  const plane = localPlane(place.lat, place.lng);
  const found: Passage[] = [];
  let nearest: Passage | null = null;
  for (let index = 0; index + 1 < fixes.length; index += 1) {
    const passage = passageBetween(fixes[index], fixes[index + 1], plane, index);
    const isNear = passage !== null && passage.distanceM < NEAR_M;
    if (isNear && (nearest === null || passage.distanceM < nearest.distanceM)) nearest = passage;
    if (isNear || nearest === null) continue;
    found.push(nearest);
    nearest = null;
  }
  return nearest === null ? found : [...found, nearest];
};

const passageBetween = (
  from: RecordedFix | undefined,
  to: RecordedFix | undefined,
  plane: ReturnType<typeof localPlane>,
  index: number,
): Passage | null => {
  if (from === undefined || to === undefined || to.t - from.t > RACE.maxPathGapMs) return null;
  const [ax, ay, bx, by] = [
    east(plane, from.lng),
    north(plane, from.lat),
    east(plane, to.lng),
    north(plane, to.lat),
  ];
  const share = nearestShare(ax, ay, bx, by);
  const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
  const lengthM = Math.hypot(bx - ax, by - ay);
  return {
    index,
    distanceM: Math.hypot(x, y),
    headingDeg: headingDeg(from.lat, from.lng, to.lat, to.lng),
    besideM: lengthM === 0 ? 0 : ((bx - ax) * ay - (by - ay) * ax) / -lengthM,
  };
};

const TURNED_DEG = 60;
const BESIDE_M = 25;

const isSameWay = (a: Passage, b: Passage): boolean => {
  const turned = Math.abs(((a.headingDeg - b.headingDeg + 540) % 360) - 180);
  return turned < TURNED_DEG && Math.abs(a.besideM - b.besideM) < BESIDE_M;
};

/**
 * The passages of the place itself: those that go the way of the nearest one. A track may pass beside its finish a second
 * time, in the other direction or on the other side of a wall.
 */
export const ownPassagesOf = (passages: readonly Passage[]): readonly Passage[] => {
  const [nearest] = passages.toSorted((a, b) => a.distanceM - b.distanceM);
  return nearest === undefined ? [] : passages.filter((passage) => isSameWay(passage, nearest));
};
