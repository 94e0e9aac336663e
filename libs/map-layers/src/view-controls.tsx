import { useCallback, useEffect, type ReactElement } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { boundsOf } from './route-geometry.js';
import type { RaceMapProps, RaceMapTexts, RaceRoute } from './types.js';

/** Above the track there is room for a note that lies over the map; a small map is spared most of it. */
const fitPadding = ({ clientWidth, clientHeight }: HTMLElement) => {
  const aside = Math.min(56, clientWidth * 0.12, clientHeight * 0.12);
  return { top: Math.min(96, clientHeight * 0.16), right: aside, bottom: aside, left: aside };
};

/** Nearer, farther, and back to the first view; fits a route that came after the map. */
export const ViewControls = ({
  route,
  home,
  texts,
}: {
  route: RaceRoute | null;
  home: RaceMapProps['home'];
  texts: RaceMapTexts;
}): ReactElement => {
  const { current: map } = useMap();
  const fit = useCallback((): void => {
    const bounds = route === null ? null : boundsOf(route);
    if (bounds === null) map?.jumpTo({ center: [home.lng, home.lat], zoom: home.zoom });
    else map?.fitBounds(bounds, { padding: fitPadding(map.getContainer()), animate: false });
  }, [map, route, home]);
  useEffect(fit, [fit]);
  return (
    <div className="race-map-controls">
      <button type="button" aria-label={texts.zoomIn} title={texts.zoomIn} onClick={() => map?.zoomIn()}>
        <span className="pi pi-plus" aria-hidden />
      </button>
      <button type="button" aria-label={texts.zoomOut} title={texts.zoomOut} onClick={() => map?.zoomOut()}>
        <span className="pi pi-minus" aria-hidden />
      </button>
      <button type="button" aria-label={texts.fit} title={texts.fit} onClick={fit}>
        <span className="pi pi-expand" aria-hidden />
      </button>
    </div>
  );
};
