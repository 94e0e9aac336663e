import { useCallback, useEffect, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { useMap } from 'react-map-gl/maplibre';
import { lngLatOn } from './near.js';
import { boundsOf } from './route-geometry.js';
import type { RaceMapProps, RaceMapTexts, RaceRoute } from './types.js';
import { fitPadding, type ViewMemory } from './view-memory.js';
import { ZoomButtons } from './zoom-buttons.js';

/**
 * Nearer and farther around the followed car, or the middle, and back to the first view; fits a route that came after the map, and again when the map changes its
 * size unless the view was moved; remembers the view.
 */
export const ViewControls = ({
  route,
  home,
  memory,
  texts,
  place,
  followed,
  onFollowEnd,
}: {
  route: RaceRoute | null;
  home: RaceMapProps['home'];
  memory: ViewMemory;
  texts: RaceMapTexts;
  /** Of the buttons; null while another drawing of the map has it. */
  place: Element | null;
  /** Where the followed car is; null if none is, or it is nowhere. */
  followed: () => [lng: number, lat: number] | null;
  onFollowEnd: (() => void) | undefined;
}): ReactElement | null => {
  const { current: map } = useMap();
  const fit = useCallback((): void => {
    const bounds = route === null ? null : boundsOf(route);
    if (map === undefined) return;
    const { clientWidth, clientHeight } = map.getContainer();
    if (bounds === null) map.jumpTo({ center: [home.lng, home.lat], zoom: home.zoom });
    else map.fitBounds(bounds, { padding: fitPadding(clientWidth, clientHeight), animate: false });
    memory.fitted();
  }, [map, route, home, memory]);

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
    if (map === undefined) return undefined;
    const fitAgain = (): void => {
      if (memory.isFitted()) fit();
    };
    map.on('resize', fitAgain);
    return () => {
      map.off('resize', fitAgain);
    };
  }, [map, memory, fit]);

  useEffect(() => {
    if (memory.takesFit(route, home)) fit();
  }, [memory, route, home, fit]);

  const fitAll = (): void => {
    onFollowEnd?.();
    fit();
  };
  const zoom = (by: number): void => {
    const around = followed();
    map?.zoomTo(map.getZoom() + by, around === null ? {} : { around: lngLatOn(map, around) });
  };
  return place === null
    ? null
    : createPortal(
        <ZoomButtons texts={texts} onZoomIn={() => zoom(1)} onZoomOut={() => zoom(-1)} onFit={fitAll} />,
        place,
      );
};
