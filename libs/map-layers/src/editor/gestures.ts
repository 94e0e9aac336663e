import { REACH } from './hit.js';
import type { Pixel } from './pixels.js';

/** One event of a pointer. */
export interface Pointer {
  readonly id: number;
  readonly at: Pixel;
  /** False for a second finger. */
  readonly isPrimary: boolean;
  readonly kind: 'fine' | 'coarse';
  readonly timeMs: number;
}

export interface GestureListener {
  /** A pointer went down. Answers whether a drag from there moves something; otherwise it is the map's. */
  readonly onDown: (at: Pixel) => boolean;
  readonly onDragStart: (from: Pixel) => void;
  readonly onDrag: (to: Pixel) => void;
  readonly onDragEnd: (to: Pixel) => void;
  /** The drag ended without a change: by a second finger, or by the browser. */
  readonly onDragCancel: () => void;
  /** The pointer went up where it had gone down. */
  readonly onPress: (at: Pixel, isDouble: boolean) => void;
}

export interface Gestures {
  readonly down: (pointer: Pointer) => void;
  readonly move: (pointer: Pointer) => void;
  /** Returns a function that lets go of the press, after the compatibility events that follow it. */
  readonly up: (pointer: Pointer) => () => void;
  /** Of this pointer, or of whichever is down. */
  readonly cancel: (id?: number) => void;
  /** The next press is no second one. */
  readonly forgetPress: () => void;
  /** The pointer that is down, or was until just now, where it may move something; null otherwise. */
  readonly heldBy: number | null;
  /** A press has become a drag, ours or of the map. */
  readonly isMoving: boolean;
}

/** A press may tremble by so many pixels. */
const TREMBLE_PX = { fine: 4, coarse: 10 } as const;
const DOUBLE_PRESS_MS = 400;

interface Press {
  readonly id: number;
  readonly start: Pixel;
  readonly isHeld: boolean;
  isMoved: boolean;
  isOver: boolean;
}

const apart = (a: Pixel, b: Pixel): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Makes presses, double presses and drags out of what a pointer does. */
export const createGestures = (heard: GestureListener): Gestures => {
  let press: Press | null = null;
  let last: { readonly at: Pixel; readonly timeMs: number } | null = null;

  const cancel = (id = press?.id): void => {
    if (press === null || press.id !== id) return;
    const { isHeld, isMoved, isOver } = press;
    press = null;
    if (isHeld && isMoved && !isOver) heard.onDragCancel();
  };

  const move = ({ id, at, kind }: Pointer): void => {
    if (press === null || press.id !== id || press.isOver) return;
    if (!press.isMoved && apart(at, press.start) > TREMBLE_PX[kind]) {
      press.isMoved = true;
      if (press.isHeld) heard.onDragStart(press.start);
    }
    if (press.isMoved && press.isHeld) heard.onDrag(at);
  };

  const isDouble = ({ at, kind, timeMs }: Pointer): boolean =>
    last !== null && timeMs - last.timeMs <= DOUBLE_PRESS_MS && apart(at, last.at) <= REACH[kind].handlePx;

  return {
    down({ id, at, isPrimary }) {
      // A second finger pinches: what the first one began is dropped.
      cancel();
      if (!isPrimary) return;
      press = { id, start: at, isHeld: heard.onDown(at), isMoved: false, isOver: false };
    },
    move,
    up(pointer) {
      const ended = press;
      if (ended === null || ended.id !== pointer.id || ended.isOver) return () => undefined;
      move(pointer);
      ended.isOver = true;
      if (!ended.isMoved) {
        const isSecond = isDouble(pointer);
        last = isSecond ? null : pointer;
        heard.onPress(pointer.at, isSecond);
      } else if (ended.isHeld) heard.onDragEnd(pointer.at);
      return () => {
        // The next press may have begun.
        if (press === ended) press = null;
      };
    },
    cancel,
    forgetPress() {
      last = null;
    },
    get heldBy() {
      return press?.isHeld === true ? press.id : null;
    },
    get isMoving() {
      return press?.isMoved === true;
    },
  };
};
