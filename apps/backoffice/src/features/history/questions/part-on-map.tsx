import type { ReactNode } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { MOST_CORNERS, cornersIn, typedCorners } from '../ui/asked.js';
import type { ShownView } from '../ui/shown-view.js';
import { AreaOnMap } from './area-on-map.js';
import { AreaPanel } from './area-panel.js';
import { BETWEEN_POINTS, BY_CORNERS, type SpeedsForm } from './speeds-question.js';
import { StretchOnMap } from './stretch-on-map.js';
import { StretchPanel } from './stretch-panel.js';
import { endsIn, placed, typedEnds, type Ends, type RaceLine } from './stretch.js';

interface Drawing {
  readonly view: ShownView;
  /** Otherwise it is only shown. */
  readonly isDrawing: boolean;
  readonly onForm: (form: SpeedsForm) => void;
  readonly onDone: () => void;
}

/** What the map and the column beside it have of the part of the track that a question is about. */
interface PartOnMap {
  readonly over?: ReactNode;
  readonly onPlace?: (place: LatLng) => void;
  readonly panel?: ReactNode;
}

const areaOnMap = (form: SpeedsForm, { view, isDrawing, onForm, onDone }: Drawing): PartOnMap => {
  const corners = cornersIn(form.corners) ?? [];
  const draw = (drawn: readonly LatLng[]): void => {
    if (drawn.length <= MOST_CORNERS) onForm({ ...form, corners: typedCorners(drawn) });
  };
  const over = corners.length > 0 && (
    <AreaOnMap corners={corners} view={view} onChange={isDrawing ? draw : null} />
  );
  if (!isDrawing) return { over };
  return {
    over,
    onPlace: (place) => draw([...corners, place]),
    panel: <AreaPanel corners={corners} onChange={draw} middleOfMap={() => view.current} onDone={onDone} />,
  };
};

const stretchOnMap = (
  form: SpeedsForm,
  line: RaceLine,
  { view, isDrawing, onForm, onDone }: Drawing,
): PartOnMap => {
  const ends = endsIn(line, form.stretch);
  const choose = (chosen: Ends): void => onForm({ ...form, stretch: typedEnds(chosen) });
  const over = <StretchOnMap line={line} ends={ends} view={view} onChange={isDrawing ? choose : null} />;
  if (!isDrawing) return { over };
  return {
    over,
    onPlace: (place) => choose(placed(line, ends, place)),
    panel: (
      <StretchPanel
        line={line}
        typed={form.stretch}
        onChange={(stretch) => onForm({ ...form, stretch })}
        onDone={onDone}
      />
    ),
  };
};

/** @param form null: nothing is asked yet */
export const partOnMap = (form: SpeedsForm | null, line: RaceLine | null, drawing: Drawing): PartOnMap => {
  if (form?.where === BY_CORNERS) return areaOnMap(form, drawing);
  if (form?.where === BETWEEN_POINTS && line !== null) return stretchOnMap(form, line, drawing);
  return {};
};
