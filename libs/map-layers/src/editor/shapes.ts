import type { LatLng } from '@flagpost/contracts';
import type { EditorScene, EditorTarget } from './types.js';

/** A target made of points. */
export type ShapeTarget = Extract<EditorTarget, { point: number | null }>;

/** A line or the boxes. */
export interface Shape {
  /** The whole shape. */
  readonly target: ShapeTarget;
  readonly points: readonly LatLng[];
  /** Number of points without a last one that repeats the first. */
  readonly count: number;
  /** The last point is joined to the first. */
  readonly isClosed: boolean;
}

/** A target at one place. */
export interface Place {
  readonly target: Exclude<EditorTarget, ShapeTarget>;
  readonly at: LatLng;
}

const isSamePlace = (a: LatLng | undefined, b: LatLng | undefined): boolean =>
  a !== undefined && b !== undefined && a.lat === b.lat && a.lng === b.lng;

const shapeOf = (target: ShapeTarget, points: readonly LatLng[], isArea: boolean): Shape => {
  const repeatsFirst = points.length > 3 && isSamePlace(points[0], points.at(-1));
  return {
    target,
    points,
    count: repeatsFirst ? points.length - 1 : points.length,
    isClosed: repeatsFirst || (isArea && points.length > 2),
  };
};

/** Lines in the order of the scene, then the boxes. */
export const shapesOf = ({ lines, boxes }: EditorScene): Shape[] => [
  ...lines.map(({ id, points }) => shapeOf({ kind: 'line', id, point: null }, points, false)),
  ...(boxes === null ? [] : [shapeOf({ kind: 'boxes', point: null }, boxes, true)]),
];

/** Finish, start, gates and points of interest. */
export const placesOf = ({ lines, start, finish, pois }: EditorScene): Place[] => [
  ...pois.map(({ id, position }): Place => ({ target: { kind: 'poi', id }, at: position })),
  ...(finish === null ? [] : [{ target: { kind: 'finish' }, at: finish } as const]),
  ...(start === null ? [] : [{ target: { kind: 'start' }, at: start } as const]),
  ...lines.flatMap(({ id, gates }) =>
    (['start', 'finish'] as const).flatMap((end): Place[] => {
      const at = gates?.[end] ?? null;
      return at === null ? [] : [{ target: { kind: 'gate', id, end }, at }];
    }),
  ),
];

/** Identifies a shape or place; all points of a shape have the key of the shape. */
export const keyOf = (target: EditorTarget): string => {
  switch (target.kind) {
    case 'line':
      return `line ${target.id}`;
    case 'gate':
      return `gate ${target.end} ${target.id}`;
    case 'poi':
      return `poi ${target.id}`;
    case 'boxes':
    case 'start':
    case 'finish':
      return target.kind;
  }
};

export const pointOf = (target: EditorTarget | null): number | null =>
  target !== null && 'point' in target ? target.point : null;

/** Whether both are the same point, place or whole shape. */
export const isSameTarget = (a: EditorTarget | null, b: EditorTarget | null): boolean =>
  a !== null && b !== null && keyOf(a) === keyOf(b) && pointOf(a) === pointOf(b);

/** Where a point or place lies; null for a whole shape and for what the scene does not have. */
export const positionOf = (scene: EditorScene, target: EditorTarget): LatLng | null => {
  const key = keyOf(target);
  if (!('point' in target)) return placesOf(scene).find((place) => keyOf(place.target) === key)?.at ?? null;
  const shape = shapesOf(scene).find((each) => keyOf(each.target) === key);
  return target.point === null ? null : (shape?.points[target.point] ?? null);
};

/** The points before and after a point, across the seam of a closed shape; null at the ends of an open one. */
export const neighboursOf = (
  { count, isClosed }: Pick<Shape, 'count' | 'isClosed'>,
  index: number,
): readonly [before: number | null, after: number | null] => [
  index > 0 ? index - 1 : isClosed ? count - 1 : null,
  index < count - 1 ? index + 1 : isClosed ? 0 : null,
];

/** All places of the scene, for the first view. */
export const placesToFit = (scene: EditorScene): LatLng[] => [
  ...shapesOf(scene).flatMap(({ points }) => points),
  ...placesOf(scene).map(({ at }) => at),
];
