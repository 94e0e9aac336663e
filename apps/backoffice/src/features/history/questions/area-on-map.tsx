import {
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
} from 'react';
import type { LatLng } from '@flagpost/contracts';
import { canvasView, type CanvasView, type Size } from '@flagpost/map-layers/canvas-view';
import { TEXTS } from '../../../shared/texts/history.js';
import { LEAST_CORNERS, MOST_CORNERS } from '../ui/asked.js';
import type { ShownView } from '../ui/shown-view.js';

const words = TEXTS.history.questions.area;
/** An arrow key moves a corner so far, with Shift ten times that. */
const STEP_PX = 5;
/** A side that is longer has a handle in its middle, which becomes a corner. */
const LONG_SIDE_PX = 120;

type Px = readonly [x: number, y: number];

const ARROWS: Readonly<Record<string, Px>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
};

const useSize = (): readonly [Size | null, (element: HTMLElement | null) => void] => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (element === null) return undefined;
    const measure = (): void => setSize({ widthPx: element.clientWidth, heightPx: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [size, setElement];
};

/** By which a corner is dragged, and which the arrow keys move. */
const Corner = ({
  at,
  number,
  onTake,
  onMove,
  onRemove,
}: {
  at: Px;
  number: number;
  onTake: (event: PointerEvent) => void;
  onMove: (to: Px) => void;
  onRemove: () => void;
}): ReactElement => {
  const press = (event: KeyboardEvent): void => {
    const step = ARROWS[event.key];
    const isRemoving = event.key === 'Delete' || event.key === 'Backspace';
    if (step === undefined && !isRemoving) return;
    // Arrows would move the time.
    event.stopPropagation();
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    if (step === undefined) onRemove();
    else onMove([at[0] + step[0] * times, at[1] + step[1] * times]);
  };
  return (
    <button
      type="button"
      className="area-corner"
      aria-label={words.corner(number)}
      style={{ left: at[0], top: at[1] }}
      onPointerDown={onTake}
      onKeyDown={press}
    >
      <span>{number}</span>
    </button>
  );
};

const Handles = ({
  view,
  corners,
  onChange,
}: {
  view: CanvasView;
  corners: readonly LatLng[];
  onChange: (corners: readonly LatLng[]) => void;
}): ReactElement => {
  const all = useRef<HTMLDivElement>(null);
  /** The corner that is dragged, and from its middle to where it was taken. */
  const held = useRef<{ readonly index: number; readonly from: Px } | null>(null);
  const places = corners.map((corner) => view.toPx(corner));
  const isClosed = corners.length >= LEAST_CORNERS;

  const take = (event: PointerEvent, index: number, [x, y]: Px): void => {
    if (event.button !== 0) return;
    // By what stays: the handle of a side goes as it becomes a corner.
    all.current?.setPointerCapture(event.pointerId);
    held.current = { index, from: [event.clientX - x, event.clientY - y] };
  };
  const drag = ({ clientX, clientY }: PointerEvent): void => {
    if (held.current === null) return;
    const { index, from } = held.current;
    onChange(corners.with(index, view.toPlace(clientX - from[0], clientY - from[1])));
  };
  const release = (): void => {
    held.current = null;
  };
  const insert = (index: number, at: Px): void => onChange(corners.toSpliced(index, 0, view.toPlace(...at)));

  const sides = places.flatMap((from, index) => {
    const to = places[(index + 1) % places.length];
    const isSide = to !== undefined && (index + 1 < places.length || isClosed);
    if (!isSide || corners.length >= MOST_CORNERS) return [];
    const middle: Px = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return Math.hypot(to[0] - from[0], to[1] - from[1]) < LONG_SIDE_PX ? [] : [{ index, middle }];
  });
  return (
    <div ref={all} onPointerMove={drag} onPointerUp={release} onPointerCancel={release}>
      {sides.map(({ index, middle }) => (
        <button
          key={`side ${index}`}
          type="button"
          className="area-side"
          aria-label={words.side(index + 1)}
          style={{ left: middle[0], top: middle[1] }}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            insert(index + 1, middle);
            take(event, index + 1, middle);
          }}
          onClick={({ detail }) => {
            // By a key: a pointer has inserted it already.
            if (detail === 0) insert(index + 1, middle);
          }}
        >
          <span>+</span>
        </button>
      ))}
      {places.map((at, index) => (
        <Corner
          key={`corner ${index}`}
          at={at}
          number={index + 1}
          onTake={(event) => take(event, index, at)}
          onMove={(to) => onChange(corners.with(index, view.toPlace(...to)))}
          onRemove={() => onChange(corners.toSpliced(index, 1))}
        />
      ))}
    </div>
  );
};

/** The area of a question over the map. Beside its handles every press and drag is the map's own. */
export const AreaOnMap = ({
  corners,
  view,
  onChange,
}: {
  corners: readonly LatLng[];
  view: ShownView;
  /** Null: it is shown, and not drawn. */
  onChange: ((corners: readonly LatLng[]) => void) | null;
}): ReactElement => {
  const camera = useSyncExternalStore(
    useCallback((listener) => view.subscribe(listener), [view]),
    () => view.current,
  );
  const [size, measured] = useSize();
  const shown = camera === null || size === null ? null : canvasView(camera, size);
  const points = shown === null ? '' : corners.map((corner) => shown.toPx(corner).join()).join(' ');
  return (
    <div className="area-on-map" ref={measured}>
      <svg aria-hidden="true">
        <polygon points={points} />
      </svg>
      {shown !== null && onChange !== null && <Handles view={shown} corners={corners} onChange={onChange} />}
    </div>
  );
};
