import type { LatLng } from '@flagpost/contracts';
import type { CanvasView } from '../canvas-view.js';
import { clearedContext } from '../canvas-context.js';
import { beginDrag, outlineOf, type Drag } from './drag.js';
import { handlesFor, hitAt, REACH, type Handles, type Hit, type Reach } from './hit.js';
import { paintLive, type LivePicture } from './paint-live.js';
import { paintScene } from './paint-scene.js';
import type { Pixel } from './pixels.js';
import { isSameTarget, keyOf, pointOf } from './shapes.js';
import { snapSources, snapTo, type Snap, type SnapSources } from './snapping.js';
import type { EditorMapProps, EditorTarget, EditorTool } from './types.js';

type Shown = 'scene' | 'tool' | 'draft' | 'selection' | 'snapping' | 'palette' | 'texts';
/** What is drawn, and by which tool. */
export interface SurfaceState extends Pick<EditorMapProps, Shown> {
  readonly doubledCasings: boolean;
}

type Heard = 'onSelect' | 'onMove' | 'onMoveShape' | 'onInsert' | 'onAdd' | 'onFinish' | 'onOpenPoi';
export type SurfaceListener = Pick<EditorMapProps, Heard>;

export interface SurfaceElements {
  /** Takes the pointer before the map below it does. */
  readonly root: HTMLElement;
  readonly scene: HTMLCanvasElement;
  readonly live: HTMLCanvasElement;
  /** Marks of points of interest by id, at the upper left corner of the root. */
  readonly marks: ReadonlyMap<string, HTMLElement>;
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
const SNAP_PX = { fine: 12, coarse: 22 } as const;
const DOUBLE_PRESS_MS = 400;

const DRAWS: readonly EditorTool[] = ['line', 'boxes'];
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
export const createSurface = (
  { root, scene: sceneCanvas, live: liveCanvas, marks }: SurfaceElements,
  heard: SurfaceListener,
): Surface => {
  let state: SurfaceState | null = null;
  let view: CanvasView | null = null;
  let handles: Handles | null = null;
  let kind: 'fine' | 'coarse' = window.matchMedia('(pointer: coarse)').matches ? 'coarse' : 'fine';
  let press: Press | null = null;
  let drag: Drag | null = null;
  let outline: Path2D | null = null;
  /** The drag was told of; its picture stays until the scene has the change. */
  let isTold = false;
  let hovered: Pixel | null = null;
  let isAiming = false;
  let sources: SnapSources | null = null;
  let lastPress: { atMs: number; at: Pixel } | null = null;
  let frame: number | null = null;

  const reach = (): Reach => REACH[kind];

  const pixelOf = ({ lat, lng }: LatLng): Pixel => {
    const [x, y] = view?.toPx({ lat, lng }) ?? [NaN, NaN];
    return { x, y };
  };

  const snapped = (from: SnapSources, at: Pixel): Snap | null =>
    view === null || state?.snapping !== true ? null : snapTo(from, view, at, SNAP_PX[kind]);

  const draftSources = (): SnapSources | null => {
    if (state === null || state.tool === 'poi') return null;
    sources ??= snapSources(state.scene, state.draft, null);
    return sources;
  };

  const placeMarks = (): void => {
    if (state === null || view === null) return;
    for (const { id, position } of state.scene.pois) {
      const isDragged = drag?.target.kind === 'poi' && drag.target.id === id;
      const { x, y } = isDragged && drag !== null ? drag.pixel : pixelOf(position);
      const mark = marks.get(id);
      if (mark !== undefined) mark.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    }
  };

  const paint = (): void => {
    if (state === null || view === null) return;
    handles =
      state.tool === 'select' && drag === null
        ? handlesFor(state.scene, view, state.selection, reach())
        : null;
    placeMarks();
    const ctx = clearedContext(sceneCanvas, view);
    if (ctx === null) return;
    paintScene(ctx, view, {
      ...state,
      draftRole: state.tool === 'boxes' ? 'boxes' : 'race',
      handles,
      movesPlaces: state.tool === 'select',
      hidden: drag?.hidden ?? null,
      isCoarse: kind === 'coarse',
    });
  };

  /** What follows the pointer while it draws; null if nothing does. */
  const draftPicture = (): LivePicture | null => {
    if (state === null || view === null || state.tool === 'view' || state.tool === 'select') return null;
    const at = isAiming ? { x: view.widthPx / 2, y: view.heightPx / 2 } : hovered;
    if (at === null || (press !== null && press.isMoved)) return null;
    const from = draftSources();
    const snap = from === null ? null : snapped(from, at);
    const { draft, tool, scene } = state;
    const ends = tool === 'boxes' && draft.length > 1 ? [draft[0], draft.at(-1)] : [draft.at(-1)];
    return {
      role: tool === 'boxes' ? 'boxes' : 'race',
      point: snap?.pixel ?? at,
      joined: DRAWS.includes(tool) ? ends.flatMap((end) => (end === undefined ? [] : [pixelOf(end)])) : [],
      whole: null,
      finishRadiusM: tool === 'finish' ? scene.finishRadiusM : null,
      snap,
    };
  };

  const dragPicture = (moved: Drag): LivePicture => {
    const start = pixelOf(moved.from);
    return {
      role: moved.role,
      point: moved.shape === null ? moved.pixel : null,
      joined: moved.joined.map(pixelOf),
      whole:
        outline === null ? null : { path: outline, dx: moved.pixel.x - start.x, dy: moved.pixel.y - start.y },
      finishRadiusM: moved.target.kind === 'finish' ? (state?.scene.finishRadiusM ?? null) : null,
      snap: moved.snap,
    };
  };

  const paintMoving = (): void => {
    if (state === null || view === null) return;
    const ctx = clearedContext(liveCanvas, view);
    const picture = drag === null ? draftPicture() : dragPicture(drag);
    if (drag?.target.kind === 'poi') placeMarks();
    if (ctx !== null && picture !== null)
      paintLive(ctx, view, picture, { ...state, isCoarse: kind === 'coarse' });
  };

  const paintMovingSoon = (): void => {
    frame ??= window.requestAnimationFrame(() => {
      frame = null;
      paintMoving();
    });
  };

  const showCursor = (): void => {
    const { tool } = state ?? { tool: 'view' };
    const over = drag !== null ? 'moves' : tool === 'select' && hovered !== null ? hoverOf(hovered) : null;
    root.dataset['cursor'] = over ?? (tool === 'view' || tool === 'select' ? 'map' : 'draws');
  };

  const find = (at: Pixel): Hit | null =>
    state === null || view === null ? null : hitAt(state.scene, view, handles, at, reach());

  const isMovable = (hit: Hit): boolean => {
    if (hit.on === 'place' || hit.on === 'midpoint') return true;
    const selection = state?.selection ?? null;
    if (selection === null || keyOf(selection) !== keyOf(hit.target)) return false;
    return hit.on === 'point' || pointOf(selection) === null;
  };

  const hoverOf = (at: Pixel): string | null => {
    const hit = find(at);
    return hit === null ? null : isMovable(hit) ? 'moves' : 'chooses';
  };

  const endDrag = (): void => {
    drag = null;
    outline = null;
    isTold = false;
    paint();
    paintMoving();
    showCursor();
  };

  const stepDrag = (at: Pixel): void => {
    if (drag === null) return;
    const free = { x: at.x + drag.offset.x, y: at.y + drag.offset.y };
    const isFree = drag.shape !== null || drag.target.kind === 'poi';
    drag.snap = isFree ? null : snapped(drag.sources, free);
    drag.pixel = drag.snap?.pixel ?? free;
    paintMovingSoon();
  };

  const tell = (moved: Drag): void => {
    if (view === null) return;
    const to = moved.snap?.at ?? view.toPlace(moved.pixel.x, moved.pixel.y);
    const { hit, target } = moved;
    if (hit.on === 'midpoint') {
      heard.onInsert(hit.target, hit.index, to);
      heard.onSelect(target);
      return;
    }
    if (!isSameTarget(target, state?.selection ?? null)) heard.onSelect(target);
    if (moved.shape === null) heard.onMove(target, to);
    else heard.onMoveShape(target, moved.from, to);
  };

  const addAt = (at: Pixel): void => {
    if (state === null || view === null) return;
    const from = draftSources();
    const snap = from === null ? null : snapped(from, at);
    heard.onAdd(snap?.at ?? view.toPlace(at.x, at.y));
  };

  /** Whether a press completes the draft: on its first or last point. */
  const isOnEnd = (at: Pixel): boolean => {
    const draft = state?.draft ?? [];
    const ends = [draft.length > 2 ? draft[0] : undefined, draft.length > 1 ? draft.at(-1) : undefined];
    return ends.some((end) => {
      if (end === undefined) return false;
      const { x, y } = pixelOf(end);
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
      const begun =
        state === null || view === null ? null : beginDrag(state.scene, view, hit, { x: 0, y: 0 });
      if (begun !== null) tell(begun);
      return;
    }
    // A point pressed again stands for its whole shape, which dense points may leave no other place to press.
    const isAgain = hit.on === 'point' && isSameTarget(hit.target, state?.selection ?? null);
    const target: EditorTarget = isAgain ? { ...hit.target, point: null } : hit.target;
    heard.onSelect(target);
    if (target.kind === 'poi') heard.onOpenPoi(target.id);
  };

  const act = (at: Pixel, hit: Hit | null): void => {
    const { tool } = state ?? { tool: 'view' };
    if (tool === 'select') choose(hit);
    else if (tool === 'view') {
      if (hit?.target.kind === 'poi') heard.onOpenPoi(hit.target.id);
    } else if (DRAWS.includes(tool)) draw(at);
    else addAt(at);
  };

  const pixelUnder = ({ clientX, clientY }: PointerEvent): Pixel => {
    const { left, top } = root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };

  const adoptKind = ({ pointerType }: PointerEvent): void => {
    const used = pointerType === 'touch' ? 'coarse' : 'fine';
    if (used === kind) return;
    kind = used;
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
      if (drag !== null) endDrag();
      return;
    }
    adoptKind(event);
    if (isTold) endDrag();
    const at = pixelUnder(event);
    const hit = state?.tool === 'select' || state?.tool === 'view' ? find(at) : null;
    const isHeld = state?.tool === 'select' && hit !== null && isMovable(hit);
    press = { pointerId: event.pointerId, start: at, hit, isHeld, isMoved: false };
    hovered = event.pointerType === 'touch' ? null : at;
    if (!isHeld) return;
    root.setPointerCapture(event.pointerId);
    root.focus({ preventScroll: true });
  };

  const onMovePointer = (event: PointerEvent): void => {
    const at = pixelUnder(event);
    if (press !== null && press.pointerId === event.pointerId) {
      if (!press.isMoved && Math.hypot(at.x - press.start.x, at.y - press.start.y) > TREMBLE_PX[kind]) {
        press.isMoved = true;
        if (press.isHeld && press.hit !== null && state !== null && view !== null) {
          drag = beginDrag(state.scene, view, press.hit, press.start);
          outline = drag?.shape == null ? null : outlineOf(drag.shape, view);
          paint();
          showCursor();
        }
      }
      if (drag !== null) stepDrag(at);
      else paintMovingSoon();
    }
    if (event.pointerType === 'touch') return;
    hovered = event.target instanceof Node && root.contains(event.target) ? at : null;
    if (press === null) {
      showCursor();
      paintMovingSoon();
    }
  };

  const onUp = (event: PointerEvent): void => {
    if (press?.pointerId !== event.pointerId) return;
    const ended = press;
    const { hit, isMoved } = ended;
    const at = pixelUnder(event);
    if (drag !== null) {
      stepDrag(at);
      isTold = true;
      tell(drag);
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
    if (drag !== null) endDrag();
  };

  const onLeave = (): void => {
    hovered = null;
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
      const isOtherScene = state?.scene !== next.scene;
      const isOtherTool = state?.tool !== next.tool;
      state = next;
      sources = null;
      if (isOtherTool) lastPress = null;
      if (drag !== null && (isTold ? isOtherScene : isOtherTool)) {
        if (!isTold) forget();
        endDrag();
        return;
      }
      paint();
      paintMoving();
      showCursor();
    },
    look(next) {
      view = next;
      if (drag?.shape != null) outline = outlineOf(drag.shape, view);
      paint();
      paintMoving();
    },
    pressMiddle() {
      if (state === null || view === null) return;
      const at = { x: view.widthPx / 2, y: view.heightPx / 2 };
      if (DRAWS.includes(state.tool)) addAt(at);
      else act(at, find(at));
    },
    aimAtMiddle(next) {
      isAiming = next;
      paintMovingSoon();
    },
    cancel() {
      const wasDragging = drag !== null && !isTold;
      forget();
      if (wasDragging) endDrag();
      return wasDragging;
    },
    dispose() {
      ends.abort();
      if (frame !== null) window.cancelAnimationFrame(frame);
    },
  };
};
