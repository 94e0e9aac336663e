import { RACE, type LatLng } from '@flagpost/contracts';
import { distanceM, east, localPlane, nearestShare, north, type LocalPlane } from '../geodesy.js';
import type { PastPosition } from './positions.js';

/** A part of the ground that cars pass. */
export interface Area {
  readonly plane: LocalPlane;
  /** Metres in the plane: nothing of the area lies outside. */
  readonly bounds: {
    readonly west: number;
    readonly east: number;
    readonly south: number;
    readonly north: number;
  };
  contains(eastM: number, northM: number): boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const inPlane = (places: readonly LatLng[]): { plane: LocalPlane; points: Point[] } => {
  const [first = { lat: 0, lng: 0 }] = places;
  const plane = localPlane(first.lat, first.lng);
  return { plane, points: places.map(({ lat, lng }) => ({ x: east(plane, lng), y: north(plane, lat) })) };
};

const boundsOf = (points: readonly Point[], marginM: number): Area['bounds'] => ({
  west: Math.min(...points.map(({ x }) => x)) - marginM,
  east: Math.max(...points.map(({ x }) => x)) + marginM,
  south: Math.min(...points.map(({ y }) => y)) - marginM,
  north: Math.max(...points.map(({ y }) => y)) + marginM,
});

/** A polygon by its corners; the last one need not repeat the first. */
export const polygonArea = (corners: readonly LatLng[]): Area => {
  const { plane, points } = inPlane(corners);
  return {
    plane,
    bounds: boundsOf(points, 0),
    contains(x, y) {
      let isInside = false;
      let before = points.at(-1);
      for (const corner of points) {
        if (before !== undefined && corner.y > y !== before.y > y) {
          const crossesAt = corner.x + ((y - corner.y) / (before.y - corner.y)) * (before.x - corner.x);
          if (x < crossesAt) isInside = !isInside;
        }
        before = corner;
      }
      return isInside;
    },
  };
};

/** All within a distance of a line. */
export const stretchArea = (line: readonly LatLng[], withinM: number): Area => {
  const { plane, points } = inPlane(line);
  return {
    plane,
    bounds: boundsOf(points, withinM),
    contains: (x, y) =>
      points.some((to, i) => {
        const from = points[i - 1] ?? to;
        const share = nearestShare(from.x - x, from.y - y, to.x - x, to.y - y);
        const [dx, dy] = [from.x + share * (to.x - from.x) - x, from.y + share * (to.y - from.y) - y];
        return dx * dx + dy * dy <= withinM * withinM;
      }),
  };
};

/** A car within an area, without leaving it. Times in epoch ms, by the clock of the truth. */
export interface Pass {
  readonly enteredAt: number;
  readonly leftAt: number;
  readonly maxKph: number;
  readonly maxAt: number;
  readonly minKph: number;
  /** Over time. */
  readonly meanKph: number;
}

/** The path between two positions is looked at this closely, metres. */
const STEP_M = 5;
/** A path between two positions has no more steps: it is longer than any car drives. */
const MOST_STEPS = 400;

/** Finds the passes of one car, from its positions in order. */
export interface PassFinder {
  take(position: PastPosition): void;
  /** Ends a pass that goes on. */
  end(): void;
  readonly passes: Pass[];
}

/** Between two positions a car drives on a straight line; after a silence it is looked for anew. */
export const createPassFinder = (area: Area): PassFinder => {
  const passes: Pass[] = [];
  let before: PastPosition | null = null;
  let open: {
    enteredAt: number;
    leftAt: number;
    maxKph: number;
    maxAt: number;
    minKph: number;
    kphMs: number;
  } | null = null;

  const end = (): void => {
    if (open === null) return;
    const { kphMs, ...pass } = open;
    const lasted = pass.leftAt - pass.enteredAt;
    passes.push({ ...pass, meanKph: lasted > 0 ? kphMs / lasted : pass.maxKph });
    open = null;
  };
  const look = (at: number, x: number, y: number, kph: number): void => {
    if (!area.contains(x, y)) {
      end();
      return;
    }
    if (open === null) {
      open = { enteredAt: at, leftAt: at, maxKph: kph, maxAt: at, minKph: kph, kphMs: 0 };
      return;
    }
    open.kphMs += kph * (at - open.leftAt);
    open.leftAt = at;
    if (kph > open.maxKph) Object.assign(open, { maxKph: kph, maxAt: at });
    open.minKph = Math.min(open.minKph, kph);
  };

  const xOf = ({ lng }: PastPosition): number => east(area.plane, lng);
  const yOf = ({ lat }: PastPosition): number => north(area.plane, lat);
  const isNear = (a: Point, b: Point): boolean => {
    const { bounds } = area;
    return (
      Math.max(a.x, b.x) >= bounds.west &&
      Math.min(a.x, b.x) <= bounds.east &&
      Math.max(a.y, b.y) >= bounds.south &&
      Math.min(a.y, b.y) <= bounds.north
    );
  };

  return {
    passes,
    end,
    take(position) {
      const to = { x: xOf(position), y: yOf(position) };
      const from = before !== null && position.at - before.at <= RACE.offlineAfterMs ? before : null;
      before = position;
      if (from === null) {
        end();
        look(position.at, to.x, to.y, position.speedKph);
        return;
      }
      const [fromX, fromY] = [xOf(from), yOf(from)];
      if (!isNear({ x: fromX, y: fromY }, to)) {
        end();
        return;
      }
      const lengthM = distanceM(from.lat, from.lng, position.lat, position.lng);
      const steps = Math.min(MOST_STEPS, Math.max(1, Math.ceil(lengthM / STEP_M)));
      for (let step = 1; step <= steps; step += 1) {
        const share = step / steps;
        look(
          from.at + share * (position.at - from.at),
          fromX + share * (to.x - fromX),
          fromY + share * (to.y - fromY),
          from.speedKph + share * (position.speedKph - from.speedKph),
        );
      }
    },
  };
};
