import type { CanvasView } from '../canvas-view.js';
import { actOn, addAt, type SurfaceListener } from './actions.js';
import { outlineOf } from './drag.js';
import { createDragging } from './dragging.js';
import { createGestures, type Gestures, type Pointer } from './gestures.js';
import { hitAt, REACH, type Hit } from './hit.js';
import { createPainter, type PaintedElements, type Painter } from './painter.js';
import type { Pixel } from './pixels.js';
import { keyOf, pointOf } from './shapes.js';
import { isDrawing, type Showing, type SurfaceState } from './showing.js';
import type { EditorTool } from './types.js';

export interface SurfaceElements extends PaintedElements {
  /** Takes the pointer before the map below it does. */
  readonly root: HTMLElement;
}

export interface Surface {
  readonly update: (state: SurfaceState) => void;
  readonly look: (view: CanvasView) => void;
  /** Adds a point, or chooses what lies there, in the middle of the view. */
  readonly pressMiddle: () => void;
  /** Shows the line to the middle of the view, where the keyboard adds the next point. */
  readonly aimAtMiddle: (isAiming: boolean) => void;
  /** Ends a drag without a change. Answers whether there was one. */
  readonly cancel: () => boolean;
  readonly dispose: () => void;
}

/** The events by which the map below hears of a press that is held here. */
const HEARD_BELOW = ['mousedown', 'touchstart', 'touchmove', 'touchend', 'click', 'dblclick'] as const;

const toolOf = ({ state }: Showing): EditorTool => state?.tool ?? 'view';

const find = ({ state, view, handles, kind }: Showing, at: Pixel): Hit | null =>
  state === null || view === null ? null : hitAt(state.scene, view, handles, at, REACH[kind]);

/** Whether a drag from there moves it: places always, points and lines of the chosen shape. */
const isMovable = ({ state }: Showing, hit: Hit): boolean => {
  if (hit.on === 'place' || hit.on === 'midpoint') return true;
  const selection = state?.selection ?? null;
  if (selection === null || keyOf(selection) !== keyOf(hit.target)) return false;
  return hit.on === 'point' || pointOf(selection) === null;
};

const middleOfView = ({ widthPx, heightPx }: CanvasView): Pixel => ({ x: widthPx / 2, y: heightPx / 2 });

/** Where the pointer, or the crosshair of the keyboard, would draw next. */
const createAim = (showing: Showing, gestures: Gestures, painter: Painter) => {
  let hovered: Pixel | null = null;
  let isByKeys = false;
  const aim = (): void => {
    const { view } = showing;
    showing.aim = isByKeys && view !== null ? middleOfView(view) : gestures.isMoving ? null : hovered;
  };
  return {
    again: aim,
    hover: (at: Pixel | null): void => {
      hovered = at;
      aim();
      painter.paintMovingSoon();
    },
    byKeys: (next: boolean): void => {
      isByKeys = next;
      aim();
      painter.paintMovingSoon();
    },
    /** What a press there would do, for the cursor of the page. */
    cursor: (): string => {
      const tool = toolOf(showing);
      if (showing.drag !== null) return 'moves';
      const hit = tool === 'select' && hovered !== null ? find(showing, hovered) : null;
      if (hit !== null) return isMovable(showing, hit) ? 'moves' : 'chooses';
      return tool === 'view' || tool === 'select' ? 'map' : 'draws';
    },
  };
};

const isOnControl = ({ target }: PointerEvent): boolean =>
  target instanceof Element &&
  target.closest('button, a, input') !== null &&
  target.closest('.race-map-marks') === null;

interface PointerListener {
  readonly down: (pointer: Pointer) => void;
  readonly move: (pointer: Pointer) => void;
  /** Where a mouse is, pressed or not; null: outside. */
  readonly hover: (at: Pixel | null) => void;
}

/** Hears the pointer before the map does, and keeps from the map what is held here. Returns a function that stops. */
const listen = (root: HTMLElement, gestures: Gestures, heard: PointerListener): (() => void) => {
  const read = ({
    pointerId,
    clientX,
    clientY,
    isPrimary,
    pointerType,
    timeStamp,
  }: PointerEvent): Pointer => {
    const { left, top } = root.getBoundingClientRect();
    const at = { x: clientX - left, y: clientY - top };
    return {
      id: pointerId,
      at,
      isPrimary,
      kind: pointerType === 'touch' ? 'coarse' : 'fine',
      timeMs: timeStamp,
    };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || isOnControl(event)) return;
    heard.down(read(event));
    if (gestures.heldBy !== event.pointerId) return;
    // The ground without WebGL drags by pointer events.
    event.stopPropagation();
    root.setPointerCapture(event.pointerId);
    root.focus({ preventScroll: true, focusVisible: false });
  };
  const onMove = (event: PointerEvent): void => {
    const pointer = read(event);
    heard.move(pointer);
    if (pointer.kind === 'fine')
      heard.hover(event.target instanceof Node && root.contains(event.target) ? pointer.at : null);
  };
  const ends = new AbortController();
  const first = { capture: true, signal: ends.signal };
  root.addEventListener('pointerdown', onDown, first);
  root.addEventListener('pointermove', onMove, first);
  root.addEventListener('pointerup', (event) => void window.setTimeout(gestures.up(read(event))), first);
  root.addEventListener('pointercancel', ({ pointerId }) => gestures.cancel(pointerId), first);
  root.addEventListener('pointerleave', () => heard.hover(null), { signal: ends.signal });
  for (const type of HEARD_BELOW)
    root.addEventListener(
      type,
      (event) => {
        if (gestures.heldBy !== null) event.stopPropagation();
      },
      first,
    );
  return () => ends.abort();
};

/**
 * Draws the scene above a map and lets a pointer change it. A drag repaints what follows the pointer alone: the scene is
 * painted once without the dragged part when a drag begins, and nothing is told before its end.
 */
export const createSurface = ({ root, ...painted }: SurfaceElements, heard: SurfaceListener): Surface => {
  const showing: Showing = {
    state: null,
    view: null,
    kind: window.matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine',
    handles: null,
    drag: null,
    outline: null,
    aim: null,
    sources: null,
  };
  const painter = createPainter(painted, showing);
  const dragging = createDragging(heard, showing, painter);
  /** Under the pointer when it went down. */
  let hit: Hit | null = null;

  const gestures = createGestures({
    onDown(at) {
      const tool = toolOf(showing);
      hit = tool === 'select' || tool === 'view' ? find(showing, at) : null;
      return tool === 'select' && hit !== null && isMovable(showing, hit);
    },
    onDragStart: (from) => hit !== null && dragging.start(hit, from),
    onDrag: dragging.step,
    onDragEnd: dragging.finish,
    onDragCancel: dragging.end,
    onPress: (at, isDouble) => actOn(heard, showing, { at, hit, isDouble }),
  });
  const aim = createAim(showing, gestures, painter);
  const showCursor = (): void => {
    root.dataset['cursor'] = aim.cursor();
  };
  const stop = listen(root, gestures, {
    down(pointer) {
      if (pointer.isPrimary && pointer.kind !== showing.kind) {
        showing.kind = pointer.kind;
        painter.paint();
      }
      if (dragging.isTold) dragging.end();
      gestures.down(pointer);
    },
    move: gestures.move,
    hover(at) {
      aim.hover(at);
      showCursor();
    },
  });

  return {
    update(state) {
      const isOtherScene = showing.state?.scene !== state.scene;
      const isOtherTool = showing.state?.tool !== state.tool;
      showing.state = state;
      showing.sources = null;
      if (isOtherTool) {
        gestures.forgetPress();
        gestures.cancel();
      }
      if (dragging.isTold && isOtherScene) dragging.end();
      painter.paint();
      painter.paintMoving();
      showCursor();
    },
    look(view) {
      showing.view = view;
      const shape = showing.drag?.shape ?? null;
      if (shape !== null) showing.outline = outlineOf(shape, view);
      aim.again();
      painter.paint();
      painter.paintMoving();
    },
    pressMiddle() {
      if (showing.view === null) return;
      const at = middleOfView(showing.view);
      if (isDrawing(toolOf(showing))) addAt(heard, showing, at);
      else actOn(heard, showing, { at, hit: find(showing, at), isDouble: false });
    },
    aimAtMiddle: aim.byKeys,
    cancel() {
      const isDragged = showing.drag !== null && !dragging.isTold;
      gestures.cancel();
      return isDragged;
    },
    dispose() {
      stop();
      painter.dispose();
    },
  };
};
