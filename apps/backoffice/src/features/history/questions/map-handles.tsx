import {
  useCallback,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { canvasView, type CanvasView } from '@flagpost/map-layers/canvas-view';
import { useSize } from '@flagpost/map-layers/use-size';
import type { ShownView } from '../ui/shown-view.js';

/** What is drawn over the map, and the handles by which a pointer or the keys change it. */

export type Px = readonly [x: number, y: number];

const ARROWS: Readonly<Record<string, Px>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Steps of an arrow key with Shift. */
const SHIFTED = 10;

/** Covers the map. Beside the handles every press and drag is the map's own. */
export const OverMap = ({
  view,
  children,
}: {
  view: ShownView;
  children: (shown: CanvasView) => ReactNode;
}): ReactElement => {
  const camera = useSyncExternalStore(
    useCallback((listener) => view.subscribe(listener), [view]),
    () => view.current,
  );
  const [element, setElement] = useState<HTMLElement | null>(null);
  const size = useSize(element);
  return (
    <div className="over-map" ref={setElement}>
      {camera !== null && size !== null && children(canvasView(camera, size))}
    </div>
  );
};

interface HandleDrag {
  /** Of the element around all handles, which keeps the pointer: a handle may go as it is dragged. */
  readonly around: RefObject<HTMLDivElement | null>;
  readonly take: (event: PointerEvent, index: number, at: Px) => void;
  readonly move: (event: PointerEvent) => void;
  readonly release: () => void;
}

/** @param onDrag called with where the middle of the handle is dragged to */
export const useHandleDrag = (onDrag: (index: number, to: Px) => void): HandleDrag => {
  const around = useRef<HTMLDivElement>(null);
  /** From the middle of the handle to where it was taken. */
  const held = useRef<{ readonly index: number; readonly from: Px } | null>(null);
  return {
    around,
    take: (event, index, [x, y]) => {
      if (event.button !== 0) return;
      around.current?.setPointerCapture(event.pointerId);
      held.current = { index, from: [event.clientX - x, event.clientY - y] };
    },
    move: ({ clientX, clientY }) => {
      if (held.current === null) return;
      const { index, from } = held.current;
      onDrag(index, [clientX - from[0], clientY - from[1]]);
    },
    release: () => {
      held.current = null;
    },
  };
};

/** Is dragged by a pointer, moved by the arrow keys and removed by Delete. */
export const Handle = ({
  at,
  label,
  mark,
  onTake,
  onArrow,
  onRemove,
}: {
  at: Px;
  label: string;
  /** On the handle. */
  mark: string;
  onTake: (event: PointerEvent) => void;
  /** Steps to the right and down. */
  onArrow: (steps: Px) => void;
  onRemove: () => void;
}): ReactElement => {
  const press = (event: KeyboardEvent): void => {
    const arrow = ARROWS[event.key];
    const isRemoving = event.key === 'Delete' || event.key === 'Backspace';
    if (arrow === undefined && !isRemoving) return;
    // Arrows would move the time.
    event.stopPropagation();
    event.preventDefault();
    const times = event.shiftKey ? SHIFTED : 1;
    if (arrow === undefined) onRemove();
    else onArrow([arrow[0] * times, arrow[1] * times]);
  };
  return (
    <button
      type="button"
      aria-label={label}
      style={{ left: at[0], top: at[1] }}
      onPointerDown={onTake}
      onKeyDown={press}
    >
      <span>{mark}</span>
    </button>
  );
};
