import { useEffect } from 'react';
import type { Map as MapLibreMap } from 'maplibre-gl';

/** MapLibre follows its element within 50 ms. */
const FOLLOWS_WITHIN_MS = 100;

/**
 * Holds the canvas of a map to the size of its element. MapLibre ignores the first notice of that size, and on a busy machine a map was seen
 * that kept the size from before an alert came above it: its canvas lay over the foot of the screen, and the ground beside the cars.
 */
export const useHeldSize = (map: MapLibreMap | null): void => {
  useEffect(() => {
    if (map === null) return undefined;
    const element = map.getContainer();
    let looking: number | undefined;
    const look = (): void => {
      const { clientWidth, clientHeight } = map.getCanvas();
      if (clientWidth !== element.clientWidth || clientHeight !== element.clientHeight) map.resize();
    };
    const observer = new ResizeObserver(() => {
      window.clearTimeout(looking);
      looking = window.setTimeout(look, FOLLOWS_WITHIN_MS);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      window.clearTimeout(looking);
    };
  }, [map]);
};
