import type { CanvasView } from '../canvas-view.js';
import { beginDrag, outlineOf, type Drag } from './drag.js';
import { hitAt, REACH, type Hit, type Reach } from './hit.js';
import { createPainter, type PaintedElements } from './painter.js';
import type { Pixel } from './pixels.js';
import { isSameTarget, keyOf, pointOf } from './shapes.js';
import { draftSnap, isDrawing, pixelIn, snapped, type Showing, type SurfaceState } from './showing.js';
import type { EditorMapProps, EditorTarget, EditorTool } from './types.js';

type Heard = 'onSelect' | 'onMove' | 'onMoveShape' | 'onInsert' | 'onAdd' | 'onFinish' | 'onOpenPoi';
export type SurfaceListener = Pick<EditorMapProps, Heard>;

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

/** A press may tremble by so many pixels. */
const TREMBLE_PX = { fine: 4, coarse: 10 } as const;
const DOUBLE_PRESS_MS = 400;

/** The events by which the map below hears of a press that is held here. */
const HEARD_BELOW = ['mousedown', 'touchstart', 'touchmove', 'touchend', 'click', 'dblclick'] as const;

interface Press {
  readonly pointerId: number;
  readonly start: Pixel;
  readonly hit: Hit | null;
  /** The map below does not hear of it, as it may become a drag. */
  readonly isHeld: boolean;
  isMoved: boolean;
}

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
  const { paint, paintMoving, paintMovingSoon, ...painter } = createPainter(painted, showing);
  let press: Press | null = null;
  /** The drag was told of; its picture stays until the scene has the change. */
  let isTold = false;
  let hovered: Pixel | null = null;
  let isAiming = false;
  let lastPress: { atMs: number; at: Pixel } | null = null;

  const reach = (): Reach => REACH[showing.kind];
  const toolNow = (): EditorTool => showing.state?.tool ?? 'view';
  const selectionNow = (): EditorTarget | null => showing.state?.selection ?? null;
  const middleOfView = ({ widthPx, heightPx }: CanvasView): Pixel => ({ x: widthPx / 2, y: heightPx / 2 });

  const aimAnew = (): void => {
    const { view } = showing;
    const isPanning = press !== null && press.isMoved;
    showing.aim = isAiming && view !== null ? middleOfView(view) : isPanning ? null : hovered;
  };

  const showCursor = (): void => {
    const tool = toolNow();
    const over =
      showing.drag !== null ? 'moves' : tool === 'select' && hovered !== null ? hoverOf(hovered) : null;
    root.dataset['cursor'] = over ?? (tool === 'view' || tool === 'select' ? 'map' : 'draws');
  };

  const find = (at: Pixel): Hit | null => {
    const { state, view, handles } = showing;
    return state === null || view === null ? null : hitAt(state.scene, view, handles, at, reach());
  };

  const isMovable = (hit: Hit): boolean => {
    if (hit.on === 'place' || hit.on === 'midpoint') return true;
    const selection = selectionNow();
    if (selection === null || keyOf(selection) !== keyOf(hit.target)) return false;
    return hit.on === 'point' || pointOf(selection) === null;
  };

  const hoverOf = (at: Pixel): string | null => {
    const hit = find(at);
    return hit === null ? null : isMovable(hit) ? 'moves' : 'chooses';
  };

  const endDrag = (): void => {
    showing.drag = null;
    showing.outline = null;
    isTold = false;
    paint();
    paintMoving();
    showCursor();
  };

  const startDrag = (hit: Hit, at: Pixel): void => {
    const { state, view } = showing;
    if (state === null || view === null) return;
    const drag = beginDrag(state.scene, view, hit, at);
    showing.drag = drag;
    showing.outline = drag === null || drag.shape === null ? null : outlineOf(drag.shape, view);
    paint();
    showCursor();
  };

  const stepDrag = (at: Pixel): void => {
    const { drag } = showing;
    if (drag === null) return;
    const free = { x: at.x + drag.offset.x, y: at.y + drag.offset.y };
    const isFree = drag.shape !== null || drag.target.kind === 'poi';
    drag.snap = isFree ? null : snapped(showing, drag.sources, free);
    drag.pixel = drag.snap?.pixel ?? free;
    paintMovingSoon();
  };

  const tell = (moved: Drag): void => {
    const { view } = showing;
    if (view === null) return;
    const to = moved.snap?.at ?? view.toPlace(moved.pixel.x, moved.pixel.y);
    const { hit, target } = moved;
    if (hit.on === 'midpoint') {
      heard.onInsert(hit.target, hit.index, to);
      heard.onSelect(target);
      return;
    }
    if (!isSameTarget(target, selectionNow())) heard.onSelect(target);
    if (moved.shape === null) heard.onMove(target, to);
    else heard.onMoveShape(target, moved.from, to);
  };

  const addAt = (at: Pixel): void => {
    const { view } = showing;
    if (view !== null) heard.onAdd(draftSnap(showing, at)?.at ?? view.toPlace(at.x, at.y));
  };

  /** Whether a press completes the draft: on its first or last point. */
  const isOnEnd = (at: Pixel): boolean => {
    const { state, view } = showing;
    const draft = state?.draft ?? [];
    const ends = [draft.length > 2 ? draft[0] : undefined, draft.length > 1 ? draft.at(-1) : undefined];
    return ends.some((end) => {
      if (end === undefined || view === null) return false;
      const { x, y } = pixelIn(view, end);
      return Math.hypot(x - at.x, y - at.y) <= reach().handlePx;
    });
  };

  const draw = (at: Pixel): void => {
    const nowMs = performance.now();
    const isDouble =
      lastPress !== null &&
      nowMs - lastPress.atMs <= DOUBLE_PRESS_MS &&
      Math.hypot(lastPress.at.x - at.x, lastPress.at.y - at.y) <= reach().handlePx;
    lastPress = isDouble ? null : { atMs: nowMs, at };
    if (isDouble || isOnEnd(at)) heard.onFinish();
    else addAt(at);
  };

  const choose = (hit: Hit | null): void => {
    if (hit === null) {
      heard.onSelect(null);
      return;
    }
    if (hit.on === 'midpoint') {
      const { state, view } = showing;
      const begun =
        state === null || view === null ? null : beginDrag(state.scene, view, hit, { x: 0, y: 0 });
      if (begun !== null) tell(begun);
      return;
    }
    // A point pressed again stands for its whole shape, which dense points may leave no other place to press.
    const isAgain = hit.on === 'point' && isSameTarget(hit.target, selectionNow());
    const target: EditorTarget = isAgain ? { ...hit.target, point: null } : hit.target;
    heard.onSelect(target);
    if (target.kind === 'poi') heard.onOpenPoi(target.id);
  };

  const act = (at: Pixel, hit: Hit | null): void => {
    const tool = toolNow();
    if (tool === 'select') choose(hit);
    else if (tool === 'view') {
      if (hit?.target.kind === 'poi') heard.onOpenPoi(hit.target.id);
    } else if (isDrawing(tool)) draw(at);
    else addAt(at);
  };

  const pixelUnder = ({ clientX, clientY }: PointerEvent): Pixel => {
    const { left, top } = root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const adoptKind = ({ pointerType }: PointerEvent): void => {
    const used = pointerType === 'touch' ? 'coarse' : 'fine';
    if (used === showing.kind) return;
    showing.kind = used;
    paint();
  };

  const isOnControl = ({ target }: PointerEvent): boolean =>
    target instanceof Element &&
    target.closest('button, a, input') !== null &&
    target.closest('.race-map-marks') === null;

  const forget = (): void => {
    if (press?.isHeld === true && root.hasPointerCapture(press.pointerId))
      root.releasePointerCapture(press.pointerId);
    press = null;
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || isOnControl(event)) return;
    if (!event.isPrimary) {
      // A second finger pinches: what the first one began is dropped.
      forget();
      if (showing.drag !== null) endDrag();
      return;
    }
    adoptKind(event);
    if (isTold) endDrag();
    const at = pixelUnder(event);
    const tool = toolNow();
    const hit = tool === 'select' || tool === 'view' ? find(at) : null;
    const isHeld = tool === 'select' && hit !== null && isMovable(hit);
    press = { pointerId: event.pointerId, start: at, hit, isHeld, isMoved: false };
    hovered = event.pointerType === 'touch' ? null : at;
    if (!isHeld) return;
    root.setPointerCapture(event.pointerId);
    root.focus({ preventScroll: true, focusVisible: false });
  };

  const onMovePointer = (event: PointerEvent): void => {
    const at = pixelUnder(event);
    if (press !== null && press.pointerId === event.pointerId) {
      if (
        !press.isMoved &&
        Math.hypot(at.x - press.start.x, at.y - press.start.y) > TREMBLE_PX[showing.kind]
      ) {
        press.isMoved = true;
        if (press.isHeld && press.hit !== null) startDrag(press.hit, press.start);
      }
      if (showing.drag !== null) stepDrag(at);
    }
    if (event.pointerType === 'touch') return;
    hovered = event.target instanceof Node && root.contains(event.target) ? at : null;
    aimAnew();
    if (showing.drag !== null) return;
    if (press === null) showCursor();
    paintMovingSoon();
  };

  const onUp = (event: PointerEvent): void => {
    if (press?.pointerId !== event.pointerId) return;
    const ended = press;
    const { hit, isMoved } = ended;
    const at = pixelUnder(event);
    if (showing.drag !== null) {
      stepDrag(at);
      isTold = true;
      tell(showing.drag);
      // Shown until the changed scene arrives, which is before the next frame; else the change was refused.
      window.requestAnimationFrame(() => {
        if (isTold) endDrag();
      });
    } else if (!isMoved) act(at, hit);
    // After the compatibility events of this press; the next one may have begun by then.
    window.setTimeout(() => {
      if (press === ended) forget();
    });
  };

  const onCancel = ({ pointerId }: PointerEvent): void => {
    if (press?.pointerId !== pointerId) return;
    forget();
    if (showing.drag !== null) endDrag();
  };

  const onLeave = (): void => {
    hovered = null;
    aimAnew();
    paintMovingSoon();
  };

  const keepFromMap = (event: Event): void => {
    if (press?.isHeld === true) event.stopPropagation();
  };

  const ends = new AbortController();
  const options = { capture: true, signal: ends.signal };
  root.addEventListener('pointerdown', onDown, options);
  root.addEventListener('pointermove', onMovePointer, options);
  root.addEventListener('pointerup', onUp, options);
  root.addEventListener('pointercancel', onCancel, options);
  root.addEventListener('pointerleave', onLeave, { signal: ends.signal });
  for (const type of HEARD_BELOW) root.addEventListener(type, keepFromMap, options);

  return {
    update(next) {
      const isOtherScene = showing.state?.scene !== next.scene;
      const isOtherTool = showing.state?.tool !== next.tool;
      showing.state = next;
      showing.sources = null;
      if (isOtherTool) lastPress = null;
      if (showing.drag !== null && (isTold ? isOtherScene : isOtherTool)) {
        if (!isTold) forget();
        endDrag();
        return;
      }
      paint();
      paintMoving();
      showCursor();
    },
    look(view) {
      showing.view = view;
      const shape = showing.drag?.shape ?? null;
      if (shape !== null) showing.outline = outlineOf(shape, view);
      aimAnew();
      paint();
      paintMoving();
    },
    pressMiddle() {
      if (showing.view === null) return;
      const at = middleOfView(showing.view);
      if (isDrawing(toolNow())) addAt(at);
      else act(at, find(at));
    },
    aimAtMiddle(next) {
      isAiming = next;
      aimAnew();
      paintMovingSoon();
    },
    cancel() {
      const wasDragging = showing.drag !== null && !isTold;
      forget();
      if (wasDragging) endDrag();
      return wasDragging;
    },
    dispose() {
      ends.abort();
      painter.dispose();
    },
  };
};
