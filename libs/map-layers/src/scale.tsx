import { useSyncExternalStore, type ReactElement } from 'react';
import { metresPerPixel } from './grid.js';
import { scaleBar } from './scale-bar.js';
import type { ViewMemory } from './view-memory.js';

const MOST_PX = 88;

/** A bar as long as a round distance on the ground in the middle of the view. */
export const Scale = ({ memory }: { memory: ViewMemory }): ReactElement | null => {
  const camera = useSyncExternalStore(memory.subscribe, () => memory.camera);
  if (camera === null) return null;
  const { text, widthPx } = scaleBar(metresPerPixel(camera.lat, camera.zoom), MOST_PX);
  return (
    <span className="race-map-scale" style={{ width: widthPx }}>
      {text}
    </span>
  );
};
