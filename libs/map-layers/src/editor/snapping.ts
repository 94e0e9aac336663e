import type { LatLng } from '@flagpost/contracts';
import { lngDifference, lngNear } from '@flagpost/telemetry';
import type { CanvasView } from '../canvas-view.js';
import { nearestOnShape, pixelAt, pixelsOf, type Pixel } from './pixels.js';
import { keyOf, pointOf, placesOf, shapesOf, type Shape } from './shapes.js';
import type { EditorScene, EditorTarget } from './types.js';

/** What something is snapped to. */
export interface Snap {
  readonly at: LatLng;
  readonly pixel: Pixel;
  readonly to: 'point' | 'line';
}

/** What there is to snap to. */
export interface SnapSources {
  /** Single points, which have precedence over lines. */
  readonly points: readonly LatLng[];
  readonly shapes: readonly Shape[];
}

/**
 * What a dragged target, or the next point of a draft if there is none, may snap to: the points and lines of others, and
 * the ends of its own line. Points of interest neither snap nor are snapped to: they stand beside the track.
 */
export const snapSources = (
  scene: EditorScene,
  draft: readonly LatLng[],
  dragged: EditorTarget | null,
): SnapSources => {
  const own = dragged === null ? null : keyOf(dragged);
  const shapes = shapesOf(scene);
  const places = placesOf(scene).filter(({ target }) => target.kind !== 'poi' && keyOf(target) !== own);
  const ends = shapes
    .filter(({ target }) => keyOf(target) === own)
    .flatMap(({ points, count, isClosed }) =>
      isClosed ? [] : [0, count - 1].filter((end) => end !== pointOf(dragged)).map((end) => points[end]),
    );
  return {
    points: [...draft.slice(0, 1), ...ends, ...places.map(({ at }) => at)].filter((at) => at !== undefined),
    shapes: shapes.filter(({ target }) => keyOf(target) !== own),
  };
};

/** What lies within reach of a pixel: the nearest point, else the nearest line; null if nothing does. */
export const snapTo = (
  sources: SnapSources,
  view: CanvasView,
  pixel: Pixel,
  reachPx: number,
): Snap | null => {
  let point: { at: LatLng; awayPx: number; pixel: Pixel } | null = null;
  const offer = (at: LatLng | undefined, { x, y }: Pixel): void => {
    const awayPx = Math.hypot(x - pixel.x, y - pixel.y);
    if (at !== undefined && awayPx <= reachPx && awayPx < (point?.awayPx ?? Infinity))
      point = { at, awayPx, pixel: { x, y } };
  };
  for (const at of sources.points) {
    const [x, y] = view.toPx(at);
    offer(at, { x, y });
  }
  let line: Snap | null = null;
  let lineAwayPx = reachPx;
  for (const shape of sources.shapes) {
    const near = nearestOnShape(shape, view, pixel, lineAwayPx);
    if (near === null) continue;
    const pixels = pixelsOf(shape.points, view);
    const after = near.segment + 1 === shape.count ? 0 : near.segment + 1;
    const [from, to] = [shape.points[near.segment], shape.points[after]];
    if (from === undefined || to === undefined) continue;
    // Of dense points the ends of the nearest segment are the nearest ones.
    offer(from, pixelAt(pixels, near.segment));
    offer(to, pixelAt(pixels, after));
    lineAwayPx = near.awayPx;
    const at = {
      lat: from.lat + (to.lat - from.lat) * near.share,
      lng: lngNear(0, from.lng + lngDifference(from.lng, to.lng) * near.share),
    };
    line = { at, pixel: near, to: 'line' };
  }
  const nearest = point as { at: LatLng; pixel: Pixel } | null;
  return nearest === null ? line : { at: nearest.at, pixel: nearest.pixel, to: 'point' };
};
