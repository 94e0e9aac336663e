import { useEffect } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { centreOn } from './centre-on.js';
import type { CentreRequest, LiveCarsSource } from './types.js';
import type { ViewMemory } from './view-memory.js';

const MOVE_MS = 400;

/** Carries out each request once, also if another drawing of the map has; a car without a position moves nothing. */
export const useCentre = (parts: {
  cars: LiveCarsSource;
  centre: CentreRequest | null;
  stepped: boolean;
  memory: ViewMemory;
}): void => {
  const { cars, centre, stepped, memory } = parts;
  const { current: map } = useMap();
  useEffect(() => {
    if (map === undefined || centre === null || !memory.takesCentre(centre)) return;
    const view = centreOn({ cars, centre, stepped }, map.getZoom());
    if (view !== null) map.easeTo({ center: view.lngLat, zoom: view.zoom, duration: stepped ? 0 : MOVE_MS });
  }, [map, cars, centre, stepped, memory]);
};
