import { useCallback, useEffect, type ReactElement } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { boundsOf } from './route-geometry.js';
import type { RaceMapProps, RaceMapTexts, RaceRoute } from './types.js';
import { fitPadding, type ViewMemory } from './view-memory.js';
import { ZoomButtons } from './zoom-buttons.js';

/** Nearer, farther, and back to the first view; fits a route that came after the map, and remembers the view. */
export const ViewControls = ({
  route,
  home,
  memory,
  texts,
}: {
  route: RaceRoute | null;
  home: RaceMapProps['home'];
  memory: ViewMemory;
  texts: RaceMapTexts;
}): ReactElement => {
  const { current: map } = useMap();
  const fit = useCallback((): void => {
    const bounds = route === null ? null : boundsOf(route);
    if (map === undefined) return;
    const { clientWidth, clientHeight } = map.getContainer();
    if (bounds === null) map.jumpTo({ center: [home.lng, home.lat], zoom: home.zoom });
    else map.fitBounds(bounds, { padding: fitPadding(clientWidth, clientHeight), animate: false });
  }, [map, route, home]);

  useEffect(() => {
    if (map === undefined) return undefined;
    const keep = (): void => {
      const { lat, lng } = map.getCenter();
      memory.look({ lat, lng, zoom: map.getZoom() });
    };
    map.on('move', keep);
    return () => {
      map.off('move', keep);
    };
  }, [map, memory]);

  useEffect(() => {
    if (memory.takesFit(route, home)) fit();
  }, [memory, route, home, fit]);

  return (
    <ZoomButtons texts={texts} onZoomIn={() => map?.zoomIn()} onZoomOut={() => map?.zoomOut()} onFit={fit} />
  );
};
