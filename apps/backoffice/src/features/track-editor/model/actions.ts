import type { LatLng, MapPosition } from '@flagpost/contracts';
import type { EditorTarget } from '@flagpost/map-layers/editor';
import {
  closed,
  cutAt,
  insertPoint,
  isClosed,
  joined,
  movePoint,
  moveShape,
  removePoint,
  reversed,
  type Line,
} from '@flagpost/track-geometry';
import type { DrawnPoi, DrawnStage, TrackDocument, TrackLine } from './document.js';

/** Everything that can be done to a drawing. */
export type DrawingAction =
  | { readonly type: 'addLine'; readonly points: readonly LatLng[] }
  /** A point, or the only place of a start, finish, gate or point of interest. */
  | { readonly type: 'move'; readonly target: EditorTarget; readonly to: LatLng }
  /** A whole line or the boxes, by the way between two places. */
  | { readonly type: 'moveShape'; readonly target: EditorTarget; readonly from: LatLng; readonly to: LatLng }
  /** Before the point that has this index now. */
  | {
      readonly type: 'insertPoint';
      readonly target: EditorTarget;
      readonly index: number;
      readonly at: LatLng;
    }
  /** A point while more than two remain, or the whole of anything else. */
  | { readonly type: 'remove'; readonly target: EditorTarget }
  /** Into two lines, which both have the point. */
  | { readonly type: 'cutLine'; readonly id: string; readonly point: number }
  /** At those of their ends that are nearest to each other. */
  | { readonly type: 'joinLines'; readonly id: string; readonly other: string }
  | { readonly type: 'reverseLine'; readonly id: string }
  | { readonly type: 'closeLine'; readonly id: string }
  | { readonly type: 'place'; readonly place: 'start' | 'finish'; readonly at: LatLng }
  | { readonly type: 'drawBoxes'; readonly corners: readonly LatLng[] }
  | { readonly type: 'addPois'; readonly pois: readonly Omit<DrawnPoi, 'id'>[] }
  | { readonly type: 'changePoi'; readonly poi: DrawnPoi }
  | { readonly type: 'addStage'; readonly stage: Omit<DrawnStage, 'id'>; readonly fromLine: string | null }
  | { readonly type: 'changeStage'; readonly stage: DrawnStage }
  /** The line of a stage becomes an ordinary one; the stage remains without. */
  | { readonly type: 'releaseStageLine'; readonly id: string }
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'moveMap'; readonly position: MapPosition | null }
  /** Another drawing takes the place of this one, as by an import or a choice between two. */
  | { readonly type: 'replace'; readonly document: TrackDocument };

const newId = (nextId: number): string => `new-${nextId}`;

/** Applies a change to the points of a line, of a stage's line or of the boxes. */
const withPoints = (
  document: TrackDocument,
  target: EditorTarget,
  change: (points: Line) => Line,
): TrackDocument => {
  if (target.kind === 'boxes') {
    const boxes = document.boxes === null ? null : change(document.boxes);
    return boxes === document.boxes ? document : { ...document, boxes };
  }
  if (target.kind !== 'line') return document;
  const line = document.lines.find(({ id }) => id === target.id);
  const stage = document.stages.find(({ id }) => id === target.id);
  const points = line?.points ?? stage?.points ?? null;
  const changed = points === null ? null : change(points);
  if (changed === null || changed === points) return document;
  if (line !== undefined) return withLine(document, { ...line, points: changed });
  return stage === undefined ? document : withStage(document, { ...stage, points: changed });
};

const withLine = (document: TrackDocument, line: TrackLine): TrackDocument => ({
  ...document,
  lines: document.lines.map((one) => (one.id === line.id ? line : one)),
});

const withStage = (document: TrackDocument, stage: DrawnStage): TrackDocument => ({
  ...document,
  stages: document.stages.map((one) => (one.id === stage.id ? stage : one)),
});

const withoutLine = (document: TrackDocument, lineId: string): TrackDocument => ({
  ...document,
  lines: document.lines.filter(({ id }) => id !== lineId),
});

const moved = (document: TrackDocument, target: EditorTarget, to: LatLng): TrackDocument => {
  switch (target.kind) {
    case 'line':
    case 'boxes': {
      const { point } = target;
      return point === null
        ? document
        : withPoints(document, target, (points) => movePoint(points, point, to));
    }
    case 'start':
      return { ...document, start: to };
    case 'finish':
      return { ...document, finish: to };
    case 'gate': {
      const stage = document.stages.find(({ id }) => id === target.id);
      return stage === undefined ? document : withStage(document, { ...stage, [target.end]: to });
    }
    case 'poi':
      return {
        ...document,
        pois: document.pois.map((poi) => (poi.id === target.id ? { ...poi, position: to } : poi)),
      };
    default:
      return target satisfies never;
  }
};

const removed = (document: TrackDocument, target: EditorTarget): TrackDocument => {
  switch (target.kind) {
    case 'line': {
      const { id, point } = target;
      if (point !== null) return withPoints(document, target, (points) => removePoint(points, point));
      const stage = document.stages.find((one) => one.id === id);
      return stage === undefined
        ? withoutLine(document, id)
        : withStage(document, { ...stage, points: null });
    }
    case 'boxes': {
      const { point } = target;
      if (point === null) return { ...document, boxes: null };
      return withPoints(document, target, (corners) =>
        corners.length - 1 > BOXES_CORNERS ? removePoint(corners, point) : corners,
      );
    }
    case 'start':
      return { ...document, start: null };
    case 'finish':
      return { ...document, finish: null };
    case 'gate': {
      const stage = document.stages.find(({ id }) => id === target.id);
      return stage === undefined ? document : withStage(document, { ...stage, [target.end]: null });
    }
    case 'poi':
      return { ...document, pois: document.pois.filter(({ id }) => id !== target.id) };
    default:
      return target satisfies never;
  }
};

/** An area has three corners at least. */
const BOXES_CORNERS = 3;

/** A closed line stays closed: before its first point is also after its last one. */
const insert = (points: Line, index: number, at: LatLng): Line =>
  insertPoint(
    points,
    isClosed(points) && (index === 0 || index === points.length) ? points.length - 1 : index,
    at,
  );

const cut = (document: TrackDocument, lineId: string, point: number): TrackDocument => {
  const line = document.lines.find(({ id }) => id === lineId);
  if (line === undefined) return document;
  const [first, ...rest] = cutAt(line.points, point);
  if (first === undefined || rest.length === 0) return document;
  return {
    ...document,
    lines: document.lines.flatMap((one) =>
      one.id === lineId
        ? [
            { id: lineId, points: first },
            ...rest.map((points, at) => ({ id: newId(document.nextId + at), points })),
          ]
        : [one],
    ),
    nextId: document.nextId + rest.length,
  };
};

const join = (document: TrackDocument, lineId: string, otherId: string): TrackDocument => {
  const line = document.lines.find(({ id }) => id === lineId);
  const other = document.lines.find(({ id }) => id === otherId);
  if (line === undefined || other === undefined || line === other) return document;
  return withLine(withoutLine(document, otherId), {
    ...line,
    points: joined(line.points, other.points),
  });
};

/** The document after an action; the same object if nothing has changed. */
export const act = (document: TrackDocument, action: DrawingAction): TrackDocument => {
  const { nextId } = document;
  switch (action.type) {
    case 'addLine':
      return {
        ...document,
        lines: [...document.lines, { id: newId(nextId), points: action.points }],
        nextId: nextId + 1,
      };
    case 'move':
      return moved(document, action.target, action.to);
    case 'moveShape':
      return withPoints(document, action.target, (points) => moveShape(points, action.from, action.to));
    case 'insertPoint':
      return withPoints(document, action.target, (points) => insert(points, action.index, action.at));
    case 'remove':
      return removed(document, action.target);
    case 'cutLine':
      return cut(document, action.id, action.point);
    case 'joinLines':
      return join(document, action.id, action.other);
    case 'reverseLine':
      return withPoints(document, { kind: 'line', id: action.id, point: null }, reversed);
    case 'closeLine':
      return withPoints(document, { kind: 'line', id: action.id, point: null }, closed);
    case 'place':
      return { ...document, [action.place]: action.at };
    case 'drawBoxes':
      return { ...document, boxes: closed(action.corners) };
    case 'addPois':
      return {
        ...document,
        pois: [...document.pois, ...action.pois.map((poi, at) => ({ ...poi, id: newId(nextId + at) }))],
        nextId: nextId + action.pois.length,
      };
    case 'changePoi':
      return {
        ...document,
        pois: document.pois.map((poi) => (poi.id === action.poi.id ? action.poi : poi)),
      };
    case 'addStage': {
      const rest = action.fromLine === null ? document : withoutLine(document, action.fromLine);
      return {
        ...rest,
        stages: [...document.stages, { ...action.stage, id: newId(nextId) }],
        nextId: nextId + 1,
      };
    }
    case 'changeStage':
      return withStage(document, action.stage);
    case 'releaseStageLine': {
      const stage = document.stages.find(({ id }) => id === action.id);
      if (stage === undefined || stage.points === null) return document;
      return {
        ...withStage(document, { ...stage, points: null }),
        lines: [...document.lines, { id: newId(nextId), points: stage.points }],
        nextId: nextId + 1,
      };
    }
    case 'rename':
      return action.name === document.name ? document : { ...document, name: action.name };
    case 'moveMap':
      return { ...document, mapPosition: action.position };
    case 'replace':
      return action.document;
    default:
      return action satisfies never;
  }
};
