import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import type { LatLng } from '@flagpost/contracts';
import { TEXTS } from '../../../shared/texts/history.js';
import { LEAST_CORNERS, MOST_CORNERS, typedCorners } from '../ui/asked.js';
import { DrawPanel } from './draw-panel.js';

const words = TEXTS.history.questions.area;

/** The corners of an area while it is drawn on the map. */
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
    <DrawPanel
      texts={words}
      status={words.count(corners.length, MOST_CORNERS)}
      isEmpty={corners.length === 0}
      isWhole={corners.length >= LEAST_CORNERS}
      onClear={() => onChange([])}
      onDone={onDone}
    >
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
    </DrawPanel>
  );
};
