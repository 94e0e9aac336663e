import type { LatLng } from '@flagpost/contracts';
import type { CanvasView } from '../canvas-view.js';
import type { Hit } from './hit.js';
import { traceLine } from './paint-line.js';
import { traceOf, type Hidden } from './paint-scene.js';
import { pixelAt, pixelsOf, segmentsOf, type Pixel } from './pixels.js';
import {
  keyOf,
  neighboursOf,
  pointOf,
  positionOf,
  shapesOf,
  type Shape,
  type ShapeTarget,
} from './shapes.js';
import { snapSources, type Snap, type SnapSources } from './snapping.js';
import type { EditorScene, EditorTarget } from './types.js';

/** A drag in progress: what it moves, and where that is now. */
export interface Drag {
  readonly hit: Hit;
  readonly target: EditorTarget;
  /** What the scene leaves out meanwhile. */
  readonly hidden: Hidden;
  readonly role: 'race' | 'drawing' | 'stage' | 'boxes';
  /** Places that the moved point stays joined to. */
  readonly joined: readonly LatLng[];
  /** The whole shape that is moved; null for a point or place. */
  readonly shape: Shape | null;
  readonly sources: SnapSources;
  readonly from: LatLng;
  /** From the pointer to the moved point, so that it does not jump under the pointer. */
  readonly offset: Pixel;
  pixel: Pixel;
  snap: Snap | null;
}

const hiddenSegments = (shape: Shape, index: number): Set<number> => {
  const [before] = neighboursOf(shape, index);
  return new Set(
    [index, ...(before === null ? [] : [before])].filter((segment) => segment < segmentsOf(shape)),
  );
};

const roleOf = (scene: EditorScene, { kind, ...rest }: EditorTarget): Drag['role'] => {
  if (kind === 'boxes') return 'boxes';
  const id = 'id' in rest ? rest.id : null;
  return scene.lines.find((line) => line.id === id)?.role ?? 'race';
};

const shapeOf = (scene: EditorScene, target: ShapeTarget): Shape | null =>
  shapesOf(scene).find((each) => keyOf(each.target) === keyOf(target)) ?? null;

/** Begins to drag what was hit at a pixel; null if the scene has it no more. */
export const beginDrag = (scene: EditorScene, view: CanvasView, hit: Hit, at: Pixel): Drag | null => {
  const { target } = hit;
  const role = roleOf(scene, target);
  const drag = (place: LatLng, rest: Pick<Drag, 'hidden' | 'joined' | 'shape'>, of: EditorTarget): Drag => {
    const [x, y] = view.toPx(place);
    return {
      ...rest,
      hit,
      target: of,
      role,
      sources: snapSources(scene, [], of),
      from: place,
      offset: { x: x - at.x, y: y - at.y },
      pixel: { x, y },
      snap: null,
    };
  };
  if (hit.on === 'place') {
    const place = positionOf(scene, target);
    return place && drag(place, { hidden: { target, segments: null }, joined: [], shape: null }, target);
  }
  const shape = shapeOf(scene, hit.target);
  if (shape === null) return null;
  const placesAt = (indexes: readonly (number | null)[]): LatLng[] =>
    indexes.flatMap((index) => {
      const place = index === null ? undefined : shape.points[index];
      return place === undefined ? [] : [place];
    });
  if (hit.on === 'midpoint') {
    const segment = hit.index - 1;
    const ends = [segment, hit.index === shape.count ? 0 : hit.index];
    const [a, b] = ends.map((end) => pixelAt(pixelsOf(shape.points, view), end));
    if (a === undefined || b === undefined) return null;
    return drag(
      view.toPlace((a.x + b.x) / 2, (a.y + b.y) / 2),
      { hidden: { target, segments: new Set([segment]) }, joined: placesAt(ends), shape: null },
      { ...hit.target, point: hit.index },
    );
  }
  const index = pointOf(target);
  if (hit.on === 'shape' || index === null)
    return drag(view.toPlace(at.x, at.y), { hidden: { target, segments: null }, joined: [], shape }, target);
  const place = shape.points[index];
  if (place === undefined) return null;
  const rest = { joined: placesAt(neighboursOf(shape, index)), shape: null };
  return drag(place, { ...rest, hidden: { target, segments: hiddenSegments(shape, index) } }, target);
};

/** The outline of a moved shape, with the parts that may be dragged into view. */
export const outlineOf = (shape: Shape, view: CanvasView): Path2D => {
  const path = new Path2D();
  traceLine(path, traceOf(shape, view), view, null, Math.max(view.widthPx, view.heightPx));
  return path;
};
