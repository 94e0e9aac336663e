import type { ReactElement } from 'react';
import type { LatLng } from '@flagpost/contracts';
import type { CanvasView } from '@flagpost/map-layers/canvas-view';
import { TEXTS } from '../../../shared/texts/history.js';
import { LEAST_CORNERS, MOST_CORNERS } from '../ui/asked.js';
import type { ShownView } from '../ui/shown-view.js';
import { Handle, OverMap, useHandleDrag, type Px } from './map-handles.js';

const words = TEXTS.history.questions.area;
/** An arrow key moves a corner so far. */
const STEP_PX = 5;
/** A side that is longer has a handle in its middle, which becomes a corner. */
const LONG_SIDE_PX = 120;

const Handles = ({
  view,
  corners,
  onChange,
}: {
  view: CanvasView;
  corners: readonly LatLng[];
  onChange: (corners: readonly LatLng[]) => void;
}): ReactElement => {
  const move = (index: number, to: Px): void => onChange(corners.with(index, view.toPlace(...to)));
  const { around, take, move: drag, release } = useHandleDrag(move);
  const places = corners.map((corner) => view.toPx(corner));
  const isClosed = corners.length >= LEAST_CORNERS;
  const insert = (index: number, at: Px): void => onChange(corners.toSpliced(index, 0, view.toPlace(...at)));

  const sides = places.flatMap((from, index) => {
    const to = places[(index + 1) % places.length];
    const isSide = to !== undefined && (index + 1 < places.length || isClosed);
    if (!isSide || corners.length >= MOST_CORNERS) return [];
    const middle: Px = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    return Math.hypot(to[0] - from[0], to[1] - from[1]) < LONG_SIDE_PX ? [] : [{ index, middle }];
  });
  return (
    <div ref={around} onPointerMove={drag} onPointerUp={release} onPointerCancel={release}>
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
        <Handle
          key={`corner ${index}`}
          at={at}
          label={words.corner(index + 1)}
          mark={String(index + 1)}
          onTake={(event) => take(event, index, at)}
          onArrow={([x, y]) => move(index, [at[0] + x * STEP_PX, at[1] + y * STEP_PX])}
          onRemove={() => onChange(corners.toSpliced(index, 1))}
        />
      ))}
    </div>
  );
};

/** The area of a question over the map. */
export const AreaOnMap = ({
  corners,
  view,
  onChange,
}: {
  corners: readonly LatLng[];
  view: ShownView;
  /** Null: it is shown, and not drawn. */
  onChange: ((corners: readonly LatLng[]) => void) | null;
}): ReactElement => (
  <OverMap view={view}>
    {(shown) => (
      <>
        <svg aria-hidden="true">
          <polygon points={corners.map((corner) => shown.toPx(corner).join()).join(' ')} />
        </svg>
        {onChange !== null && <Handles view={shown} corners={corners} onChange={onChange} />}
      </>
    )}
  </OverMap>
);
