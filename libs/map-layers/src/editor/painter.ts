import { clearedContext } from '../canvas-context.js';
import type { CanvasView } from '../canvas-view.js';
import type { Drag } from './drag.js';
import { handlesFor, REACH } from './hit.js';
import { paintLive, type LivePicture } from './paint-live.js';
import { paintScene } from './paint-scene.js';
import { placesToFit } from './shapes.js';
import { draftSnap, isDrawing, pixelIn, type Showing } from './showing.js';

export interface PaintedElements {
  readonly scene: HTMLCanvasElement;
  /** Above it: what follows the pointer. */
  readonly live: HTMLCanvasElement;
  /** Marks of points of interest by id, at the upper left corner of the view. */
  readonly marks: ReadonlyMap<string, HTMLElement>;
}

export interface Painter {
  /** The scene without what is dragged, its handles, and the places of the marks. */
  readonly paint: () => void;
  /** What follows the pointer. */
  readonly paintMoving: () => void;
  /** The same before the next frame, however often it is asked for. */
  readonly paintMovingSoon: () => void;
  readonly dispose: () => void;
}

/** Hides a canvas on which nothing is to be drawn: Chromium may go on showing what was there before it was cleared. */
const shownContext = (
  canvas: HTMLCanvasElement,
  view: CanvasView,
  isShown: boolean,
): CanvasRenderingContext2D | null => {
  canvas.style.visibility = isShown ? 'visible' : 'hidden';
  return isShown ? clearedContext(canvas, view) : null;
};

/** The line to the next point of a draft, or the place that is to be set; null if nothing is. */
const draftPicture = (showing: Showing, view: CanvasView): LivePicture | null => {
  const { state, aim } = showing;
  if (state === null || aim === null || state.tool === 'view' || state.tool === 'select') return null;
  const { draft, tool, scene } = state;
  const snap = draftSnap(showing, aim);
  const last = draft.at(-1);
  const first = tool === 'boxes' && draft.length > 1 ? draft[0] : undefined;
  return {
    role: tool === 'boxes' ? 'boxes' : 'race',
    point: snap?.pixel ?? aim,
    joined: isDrawing(tool)
      ? [last, first].flatMap((end) => (end === undefined ? [] : [pixelIn(view, end)]))
      : [],
    whole: null,
    finishRadiusM: tool === 'finish' ? scene.finishRadiusM : null,
    snap,
  };
};

const dragPicture = ({ state, outline }: Showing, drag: Drag, view: CanvasView): LivePicture => {
  const start = pixelIn(view, drag.from);
  return {
    role: drag.role,
    point: drag.shape === null ? drag.pixel : null,
    joined: drag.joined.map((place) => pixelIn(view, place)),
    whole:
      outline === null ? null : { path: outline, dx: drag.pixel.x - start.x, dy: drag.pixel.y - start.y },
    finishRadiusM: drag.target.kind === 'finish' ? (state?.scene.finishRadiusM ?? null) : null,
    snap: drag.snap,
  };
};

/** Paints what a surface shows on its two canvases. */
export const createPainter = (
  { scene: sceneCanvas, live: liveCanvas, marks }: PaintedElements,
  showing: Showing,
): Painter => {
  let frame: number | null = null;

  const placeMarks = (): void => {
    const { state, view, drag } = showing;
    if (state === null || view === null) return;
    for (const { id, position } of state.scene.pois) {
      const isDragged = drag?.target.kind === 'poi' && drag.target.id === id;
      const { x, y } = isDragged ? drag.pixel : pixelIn(view, position);
      const mark = marks.get(id);
      if (mark !== undefined) mark.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    }
  };

  const paint = (): void => {
    const { state, view, kind, drag } = showing;
    if (state === null || view === null) return;
    const hasHandles = state.tool === 'select' && drag === null;
    showing.handles = hasHandles ? handlesFor(state.scene, view, state.selection, REACH[kind]) : null;
    placeMarks();
    const isEmpty = state.draft.length === 0 && placesToFit(state.scene).length === 0;
    const ctx = shownContext(sceneCanvas, view, !isEmpty);
    if (ctx === null) return;
    paintScene(ctx, view, {
      ...state,
      draftRole: state.tool === 'boxes' ? 'boxes' : 'race',
      handles: showing.handles,
      movesPlaces: state.tool === 'select',
      hidden: drag?.hidden ?? null,
      isCoarse: kind === 'coarse',
    });
  };

  const paintMoving = (): void => {
    const { state, view, kind, drag } = showing;
    if (state === null || view === null) return;
    const picture = drag === null ? draftPicture(showing, view) : dragPicture(showing, drag, view);
    if (drag?.target.kind === 'poi') placeMarks();
    const ctx = shownContext(liveCanvas, view, picture !== null);
    if (ctx !== null && picture !== null)
      paintLive(ctx, view, picture, { ...state, isCoarse: kind === 'coarse' });
  };

  return {
    paint,
    paintMoving,
    paintMovingSoon() {
      frame ??= window.requestAnimationFrame(() => {
        frame = null;
        paintMoving();
      });
    },
    dispose() {
      if (frame !== null) window.cancelAnimationFrame(frame);
    },
  };
};
