import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { RacePanel } from '../../race-control/ui/race-panel.js';
import { LEAST_CORNERS, MOST_CORNERS, typedCorners } from '../ui/asked.js';

const words = TEXTS.history.questions.area;

/** The corners of an area while it is drawn on the map, and what changes them without a pointer. */
export const AreaPanel = ({
  corners,
  onChange,
  middleOfMap,
  onDone,
}: {
  corners: readonly LatLng[];
  onChange: (corners: readonly LatLng[]) => void;
  /** Null before the map is drawn. */
  middleOfMap: () => LatLng | null;
  onDone: () => void;
}): ReactElement => {
  const addMiddle = (): void => {
    const middle = middleOfMap();
    if (middle !== null) onChange([...corners, { lat: middle.lat, lng: middle.lng }]);
  };
  return (
    <RacePanel
      header={words.title}
      onHide={onDone}
      footer={
        <>
          <Button
            text
            severity="secondary"
            label={words.clear}
            disabled={corners.length === 0}
            onClick={() => onChange([])}
          />
          <Button label={words.done} disabled={corners.length < LEAST_CORNERS} onClick={onDone} />
        </>
      }
    >
      <p>{words.hint}</p>
      <p className="history-note" role="status">
        {words.count(corners.length, MOST_CORNERS)}
      </p>
      <ol className="area-corners">
        {corners.map((corner, index) => (
          <li key={index}>
            <span>
              <strong>{index + 1}</strong> {typedCorners([corner])}
            </span>
            <Button
              icon="pi pi-trash"
              text
              severity="secondary"
              aria-label={words.remove(index + 1)}
              onClick={() => onChange(corners.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <Button
        icon="pi pi-plus"
        outlined
        size="small"
        label={words.addMiddle}
        disabled={corners.length >= MOST_CORNERS}
        onClick={addMiddle}
      />
    </RacePanel>
  );
};
