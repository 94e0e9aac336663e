import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { graphicsRetried, selectGraphics } from '../state/graphics.js';

/** Why the map is drawn plainly, while it is. */
export const GraphicsBand = (): ReactElement | null => {
  const { drawnWith } = useRaceSelector(selectGraphics);
  const dispatch = useRaceDispatch();
  if (drawnWith === 'whole') return null;
  return (
    <div className="race-band" role="status">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      {drawnWith === 'lost' ? TEXTS.map.graphicsLost : TEXTS.map.noGraphics}
      {drawnWith === 'missing' && (
        <Button
          label={TEXTS.retry}
          icon="pi pi-refresh"
          size="small"
          outlined
          onClick={() => dispatch(graphicsRetried())}
        />
      )}
    </div>
  );
};
