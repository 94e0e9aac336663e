import type { LatLng } from '@flagpost/contracts';
import { lngNear } from '@flagpost/telemetry';
import { worldX, worldY, type CanvasView } from '../canvas-view.js';
import type { Shape } from './shapes.js';

/** Pixels of points, x and y by turns. */
export type Pixels = Float64Array;

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

/**
 * In the world as a square of side 1, x and y by turns: once for each list of points, whatever the view. Across the antimeridian it
 * runs on, within half a turn of its first point.
 */
const worlds = new WeakMap<readonly LatLng[], Float64Array>();
const drawn = new WeakMap<CanvasView, WeakMap<readonly LatLng[], Pixels>>();

const worldOf = (points: readonly LatLng[]): Float64Array => {
  const known = worlds.get(points);
  if (known !== undefined) return known;
  const world = new Float64Array(points.length * 2);
  const [first] = points;
  points.forEach(({ lat, lng }, i) => {
    world[2 * i] = worldX(lngNear(first?.lng ?? 0, lng));
    world[2 * i + 1] = worldY(lat);
  });
  worlds.set(points, world);
  return world;
};

/** Where a view shows these points, which are never changed in place. Kept for as long as both are in use. */
export const pixelsOf = (points: readonly LatLng[], view: CanvasView): Pixels => {
  const inView = drawn.get(view) ?? new WeakMap<readonly LatLng[], Pixels>();
  drawn.set(view, inView);
  const known = inView.get(points);
  if (known !== undefined) return known;
  const { x, y, scale } = view.worldAtPx;
  const first = points[0]?.lng ?? 0;
  // Of the pixels of its first point, one for each turn around the world, those nearest to the middle of the view.
  const firstX = x + ((lngNear(view.centre.lng, first) - first) / 360) * scale;
  const pixels = worldOf(points).map((share, i) => share * scale + (i % 2 === 0 ? firstX : y));
  inView.set(points, pixels);
  return pixels;
};

export const pixelAt = (pixels: Pixels, index: number): Pixel => ({
  x: pixels[2 * index] ?? NaN,
  y: pixels[2 * index + 1] ?? NaN,
});

export const isInView = ({ x, y }: Pixel, { widthPx, heightPx }: CanvasView, marginPx: number): boolean =>
  x >= -marginPx && y >= -marginPx && x <= widthPx + marginPx && y <= heightPx + marginPx;

/**
 * The points of a shape that get a handle: those in view that keep a distance along the line, so that dense points do
 * not cover each other, and `chosen` always. In order, and the same while the view is only dragged.
 */
export const handlesOf = (
  shape: Shape,
  view: CanvasView,
  { spacingPx, chosen }: { readonly spacingPx: number; readonly chosen: number | null },
): number[] => {
  const pixels = pixelsOf(shape.points, view);
  const handles: number[] = [];
  let last: Pixel | null = null;
  for (let index = 0; index < shape.count; index++) {
    const pixel = pixelAt(pixels, index);
    const isApart = last === null || Math.hypot(pixel.x - last.x, pixel.y - last.y) >= spacingPx;
    if (isApart) last = pixel;
    if ((isApart || index === chosen) && isInView(pixel, view, spacingPx)) handles.push(index);
  }
  return handles;
};

export interface Midpoint extends Pixel {
  /** A point inserted here gets this index. */
  readonly index: number;
}

/** Halfway between neighbouring points that both have a handle, where the line is long enough for another one. */
export const midpointsOf = (
  shape: Shape,
  view: CanvasView,
  handles: readonly number[],
  spacingPx: number,
): Midpoint[] => {
  const pixels = pixelsOf(shape.points, view);
  const shown = new Set(handles);
  return handles.flatMap((from) => {
    const to = from + 1 < shape.count ? from + 1 : shape.isClosed ? 0 : null;
    if (to === null || !shown.has(to)) return [];
    const [a, b] = [pixelAt(pixels, from), pixelAt(pixels, to)];
    if (Math.hypot(b.x - a.x, b.y - a.y) < 2 * spacingPx) return [];
    return [{ index: from + 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }];
  });
};

/** The middle of the part of a shape that is in view, for the handle that moves the whole; null if none is. */
export const middleOf = (shape: Shape, view: CanvasView): Pixel | null => {
  const pixels = pixelsOf(shape.points, view);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < shape.count; index++) {
    const pixel = pixelAt(pixels, index);
    if (!isInView(pixel, view, 0)) continue;
    west = Math.min(west, pixel.x);
    east = Math.max(east, pixel.x);
    north = Math.min(north, pixel.y);
    south = Math.max(south, pixel.y);
  }
  return west > east ? null : { x: (west + east) / 2, y: (north + south) / 2 };
};

export interface Nearest extends Pixel {
  readonly awayPx: number;
  /** From the segment's first point, 0 to 1. */
  readonly share: number;
}

/** The nearest pixel of a segment. */
const nearestOn = (a: Pixel, b: Pixel, { x, y }: Pixel): Nearest => {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length2 = dx * dx + dy * dy;
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length2));
  const at = { x: a.x + dx * share, y: a.y + dy * share };
  return { ...at, share, awayPx: Math.hypot(x - at.x, y - at.y) };
};

/** Number of segments, with the one that closes a ring. */
export const segmentsOf = ({ count, isClosed }: Pick<Shape, 'count' | 'isClosed'>): number =>
  isClosed ? count : count - 1;

/** The nearest place on a shape within reach, and the segment it is on. */
export const nearestOnShape = (
  shape: Shape,
  view: CanvasView,
  at: Pixel,
  reachPx: number,
): (Nearest & { readonly segment: number }) | null => {
  const pixels = pixelsOf(shape.points, view);
  const segments = segmentsOf(shape);
  let nearest: (Nearest & { readonly segment: number }) | null = null;
  let [ax, ay] = [pixels[0] ?? NaN, pixels[1] ?? NaN];
  for (let segment = 0; segment < segments; segment++) {
    const to = segment + 1 === shape.count ? 0 : segment + 1;
    const [bx, by] = [pixels[2 * to] ?? NaN, pixels[2 * to + 1] ?? NaN];
    const isNear =
      Math.min(ax, bx) - reachPx <= at.x &&
      Math.max(ax, bx) + reachPx >= at.x &&
      Math.min(ay, by) - reachPx <= at.y &&
      Math.max(ay, by) + reachPx >= at.y;
    if (isNear) {
      const found = nearestOn({ x: ax, y: ay }, { x: bx, y: by }, at);
      if (found.awayPx <= (nearest?.awayPx ?? reachPx)) nearest = { ...found, segment };
    }
    [ax, ay] = [bx, by];
  }
  return nearest;
};

/** Whether a pixel lies inside a closed shape. */
export const isInside = (shape: Shape, view: CanvasView, { x, y }: Pixel): boolean => {
  if (!shape.isClosed) return false;
  const pixels = pixelsOf(shape.points, view);
  let isIn = false;
  for (let i = 0, j = shape.count - 1; i < shape.count; j = i++) {
    const [a, b] = [pixelAt(pixels, i), pixelAt(pixels, j)];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
  }
  return isIn;
};
