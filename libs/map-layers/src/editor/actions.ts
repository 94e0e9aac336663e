import { beginDrag, type Drag } from './drag.js';
import { REACH, type Hit } from './hit.js';
import type { Pixel } from './pixels.js';
import { isSameTarget } from './shapes.js';
import { draftSnap, isDrawing, pixelIn, type Showing } from './showing.js';
import type { EditorMapProps, EditorTarget } from './types.js';

type Heard = 'onSelect' | 'onMove' | 'onMoveShape' | 'onInsert' | 'onAdd' | 'onFinish' | 'onOpenPoi';
export type SurfaceListener = Pick<EditorMapProps, Heard>;

/** Tells what was dragged where: as an insertion, or as a move of what is chosen then. */
export const tellDrag = (heard: SurfaceListener, { state, view }: Showing, drag: Drag): void => {
  if (view === null) return;
  const to = drag.snap?.at ?? view.toPlace(drag.pixel.x, drag.pixel.y);
  const { hit, target, shape } = drag;
  if (hit.on === 'midpoint') {
    heard.onInsert(hit.target, hit.index, to);
    heard.onSelect(target);
    return;
  }
  if (!isSameTarget(target, state?.selection ?? null)) heard.onSelect(target);
  if (shape === null) heard.onMove(target, to);
  else heard.onMoveShape(target, drag.from, to);
};

/** The next point of a draft, or the place that is set. */
export const addAt = (heard: SurfaceListener, showing: Showing, at: Pixel): void => {
  const { view } = showing;
  if (view !== null) heard.onAdd(draftSnap(showing, at)?.at ?? view.toPlace(at.x, at.y));
};

/** Whether a press completes the draft: on its first or last point. */
const isOnEnd = ({ state, view, kind }: Showing, at: Pixel): boolean => {
  const draft = state?.draft ?? [];
  const ends = [draft.length > 2 ? draft[0] : undefined, draft.length > 1 ? draft.at(-1) : undefined];
  return ends.some((end) => {
    if (end === undefined || view === null) return false;
    const { x, y } = pixelIn(view, end);
    return Math.hypot(x - at.x, y - at.y) <= REACH[kind].handlePx;
  });
};

const choose = (heard: SurfaceListener, showing: Showing, hit: Hit | null): void => {
  const { state, view } = showing;
  if (state === null || view === null) return;
  if (hit === null) {
    heard.onSelect(null);
    return;
  }
  if (hit.on === 'midpoint') {
    const drag = beginDrag(state.scene, view, hit, { x: 0, y: 0 });
    if (drag !== null) tellDrag(heard, showing, drag);
    return;
  }
  // A point pressed again stands for its whole shape, which dense points may leave no other place to press.
  const isAgain = hit.on === 'point' && isSameTarget(hit.target, state.selection);
  const target: EditorTarget = isAgain ? { ...hit.target, point: null } : hit.target;
  heard.onSelect(target);
  if (target.kind === 'poi') heard.onOpenPoi(target.id);
};

/** What a press does, by the tool: it chooses what was hit, adds a point, completes a draft or sets a place. */
export const actOn = (
  heard: SurfaceListener,
  showing: Showing,
  { at, hit, isDouble }: { readonly at: Pixel; readonly hit: Hit | null; readonly isDouble: boolean },
): void => {
  const tool = showing.state?.tool ?? 'view';
  if (tool === 'select') choose(heard, showing, hit);
  else if (tool === 'view') {
    if (hit?.target.kind === 'poi') heard.onOpenPoi(hit.target.id);
  } else if (isDrawing(tool) && (isDouble || isOnEnd(showing, at))) heard.onFinish();
  else addAt(heard, showing, at);
};
