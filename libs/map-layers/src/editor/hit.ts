import type { CanvasView } from '../canvas-view.js';
import {
  handlesOf,
  isInside,
  middleOf,
  midpointsOf,
  nearestOnShape,
  pixelAt,
  pixelsOf,
  type Midpoint,
  type Pixel,
} from './pixels.js';
import { keyOf, placesOf, pointOf, shapesOf, type Place, type Shape, type ShapeTarget } from './shapes.js';
import type { EditorScene, EditorTarget } from './types.js';

/** How far a press reaches, and the distance that handles keep from each other, pixels. */
export interface Reach {
  readonly handlePx: number;
  readonly linePx: number;
  readonly spacingPx: number;
}

/** Targets under a finger are 44 pixels wide; a mouse points more exactly. */
export const REACH: Readonly<Record<'fine' | 'coarse', Reach>> = {
  fine: { handlePx: 10, linePx: 8, spacingPx: 18 },
  coarse: { handlePx: 22, linePx: 16, spacingPx: 44 },
};

/** What a press finds. */
export type Hit =
  | { readonly on: 'place'; readonly target: Place['target'] }
  | { readonly on: 'point'; readonly target: ShapeTarget }
  | { readonly on: 'midpoint'; readonly target: ShapeTarget; readonly index: number }
  /** A whole shape, by its line, its area or the handle in its middle. */
  | { readonly on: 'shape'; readonly target: ShapeTarget };

/** The handles of the chosen shape. */
export interface Handles {
  readonly shape: Shape;
  /** Indexes of points. */
  readonly points: readonly number[];
  readonly midpoints: readonly Midpoint[];
  /** Moves the whole shape; null while a point of it is chosen. */
  readonly grip: Pixel | null;
}

/** The handles to be shown; null if no shape is chosen. */
export const handlesFor = (
  scene: EditorScene,
  view: CanvasView,
  selection: EditorTarget | null,
  { spacingPx }: Reach,
): Handles | null => {
  if (selection === null) return null;
  const shape = shapesOf(scene).find(({ target }) => keyOf(target) === keyOf(selection));
  if (shape === undefined) return null;
  const chosen = pointOf(selection);
  const points = handlesOf(shape, view, { spacingPx, chosen });
  return {
    shape,
    points,
    midpoints: midpointsOf(shape, view, points, spacingPx),
    grip: chosen === null ? middleOf(shape, view) : null,
  };
};

const awayFrom = (a: Pixel, b: Pixel): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The nearest of these within reach. */
const nearestOf = <T>(
  from: readonly T[],
  pixelOf: (each: T) => Pixel,
  at: Pixel,
  reachPx: number,
): T | null => {
  let [nearest, nearestPx]: [T | null, number] = [null, reachPx];
  for (const each of from) {
    const awayPx = awayFrom(pixelOf(each), at);
    if (awayPx <= nearestPx) [nearest, nearestPx] = [each, awayPx];
  }
  return nearest;
};

const pointHit = (shape: Shape, points: readonly number[], view: CanvasView, at: Pixel, reachPx: number) => {
  const pixels = pixelsOf(shape.points, view);
  const point = nearestOf(points, (index) => pixelAt(pixels, index), at, reachPx);
  return point === null ? null : { point, awayPx: awayFrom(pixelAt(pixels, point), at) };
};

/**
 * What lies under a press: a place or a handle of the chosen shape, whichever is nearer; then its midpoints; then points
 * of other shapes; then lines and areas.
 */
export const hitAt = (
  scene: EditorScene,
  view: CanvasView,
  handles: Handles | null,
  at: Pixel,
  reach: Reach,
): Hit | null => {
  const pixelOfPlace = ({ at: place }: Place): Pixel => {
    const [x, y] = view.toPx(place);
    return { x, y };
  };
  const place = nearestOf(placesOf(scene), pixelOfPlace, at, reach.handlePx);
  if (handles !== null) {
    const own = pointHit(handles.shape, handles.points, view, at, reach.handlePx);
    const { target } = handles.shape;
    if (own !== null && (place === null || own.awayPx < awayFrom(pixelOfPlace(place), at)))
      return { on: 'point', target: { ...target, point: own.point } };
    const midpoint = nearestOf(handles.midpoints, (each) => each, at, reach.handlePx);
    if (place === null && midpoint !== null) return { on: 'midpoint', target, index: midpoint.index };
    if (place === null && handles.grip !== null && awayFrom(handles.grip, at) <= reach.handlePx)
      return { on: 'shape', target };
  }
  if (place !== null) return { on: 'place', target: place.target };

  const shapes = shapesOf(scene).reverse();
  let nearest: { hit: Hit; awayPx: number } | null = null;
  for (const shape of shapes) {
    if (handles !== null && keyOf(shape.target) === keyOf(handles.shape.target)) continue;
    const points = handlesOf(shape, view, { spacingPx: reach.spacingPx, chosen: null });
    const found = pointHit(shape, points, view, at, reach.handlePx);
    if (found !== null && found.awayPx < (nearest?.awayPx ?? Infinity))
      nearest = {
        hit: { on: 'point', target: { ...shape.target, point: found.point } },
        awayPx: found.awayPx,
      };
  }
  if (nearest !== null) return nearest.hit;
  for (const shape of shapes) {
    const found = nearestOnShape(shape, view, at, reach.linePx);
    if (found !== null && found.awayPx < (nearest?.awayPx ?? Infinity))
      nearest = { hit: { on: 'shape', target: shape.target }, awayPx: found.awayPx };
  }
  if (nearest !== null) return nearest.hit;
  const area = shapes.find((shape) => shape.target.kind === 'boxes' && isInside(shape, view, at));
  return area === undefined ? null : { on: 'shape', target: area.target };
};
