import type { ReactElement } from 'react';
import { useRaceDispatch, useRaceSelector } from '../state/race-store.js';
import { TEXTS } from '../../../shared/texts/race.js';
import { graphicsRetried, selectGraphics } from '../state/graphics.js';
import { Trouble } from './trouble.js';

/** Why the map is drawn plainly, while it is. */
export const GraphicsState = (): ReactElement | null => {
  const { drawnWith } = useRaceSelector(selectGraphics);
  const dispatch = useRaceDispatch();
  if (drawnWith === 'whole') return null;
  if (drawnWith === 'lost') return <Trouble text={TEXTS.map.graphicsLost} />;
  return <Trouble text={TEXTS.map.noGraphics} onRetry={() => dispatch(graphicsRetried())} />;
};
