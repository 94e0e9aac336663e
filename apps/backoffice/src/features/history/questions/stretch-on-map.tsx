import type { ReactElement } from 'react';
import type { CanvasView } from '@flagpost/map-layers/canvas-view';
import { pointAt, stretchAlong } from '@flagpost/track-geometry';
import { TEXTS } from '../../../shared/texts/history.js';
import type { ShownView } from '../ui/shown-view.js';
import { Handle, OverMap, useHandleDrag } from './map-handles.js';
import {
  ENDS,
  alongM,
  kmText,
  moved,
  stepped,
  stretchIn,
  type End,
  type Ends,
  type RaceLine,
} from './stretch.js';

const words = TEXTS.history.questions.stretch;
/** No numbers: those on the track are kilometres. */
const MARKS: Readonly<Record<End, string>> = { from: 'A', to: 'B' };

const Handles = ({
  view,
  line,
  ends,
  onChange,
}: {
  view: CanvasView;
  line: RaceLine;
  ends: Ends;
  onChange: (ends: Ends) => void;
}): ReactElement => {
  const { around, take, move, release } = useHandleDrag((index, to) => {
    const end = ENDS[index];
    if (end !== undefined) onChange(moved(line, ends, end, alongM(line, view.toPlace(...to))));
  });
  return (
    <div ref={around} onPointerMove={move} onPointerUp={release} onPointerCancel={release}>
      {ENDS.map((end, index) => {
        const metres = ends[end];
        const place = metres === null ? undefined : pointAt(line.points, metres);
        if (metres === null || place === undefined) return null;
        const at = view.toPx(place);
        return (
          <Handle
            key={end}
            at={at}
            label={words.point(MARKS[end], kmText(metres))}
            mark={MARKS[end]}
            onTake={(event) => take(event, index, at)}
            onArrow={([right, down]) => onChange(stepped(line, ends, end, right - down))}
            onRemove={() => onChange({ ...ends, [end]: null })}
          />
        );
      })}
    </div>
  );
};

/** The stretch of a question over the map. */
export const StretchOnMap = ({
  line,
  ends,
  view,
  onChange,
}: {
  line: RaceLine;
  ends: Ends;
  view: ShownView;
  /** Null: it is shown, and not chosen. */
  onChange: ((ends: Ends) => void) | null;
}): ReactElement => {
  const stretch = stretchIn(line, ends);
  const drawn = typeof stretch === 'string' ? [] : stretchAlong(line.points, stretch.from, stretch.to).points;
  return (
    <OverMap view={view}>
      {(shown) => {
        const points = drawn.map((point) => shown.toPx(point).join()).join(' ');
        return (
          <>
            <svg aria-hidden="true">
              <polyline points={points} />
            </svg>
            {onChange !== null && <Handles view={shown} line={line} ends={ends} onChange={onChange} />}
          </>
        );
      }}
    </OverMap>
  );
};
