import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import './race-map.css';
import type { Feature, MultiPolygon } from 'geojson';
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import {
  AttributionControl,
  Map,
  ScaleControl,
  useMap,
  type MapLayerMouseEvent,
} from 'react-map-gl/maplibre';
import { isDrawn } from './car-columns.js';
import { CarOverlay } from './car-overlay.js';
import { groundStyle } from './ground-style.js';
import { loadLand } from './land.js';
import { lngLatAt } from './motion.js';
import { providePatterns } from './patterns.js';
import { boundsOf } from './route-geometry.js';
import { PoiMarkers, RouteLayers } from './route-layers.js';
import type { RaceMapProps, RaceMapTexts, RaceRoute } from './types.js';

maplibre.setWorkerUrl(workerUrl);

/** A click reaches every car within this many pixels. */
const PICK_PX = 24;
const FIT_PADDING_PX = 64;
const NO_LAND: Feature<MultiPolygon> = {
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates: [] },
};

/** The race on its ground. Fills its parent. */
export const RaceMap = (props: RaceMapProps): ReactElement => {
  const { cars, route, pois, home, settings, palette, live, selected, onPick, texts } = props;
  const [land, setLand] = useState<Feature<MultiPolygon> | null>(null);
  const [styled, setStyled] = useState(false);
  const style = useMemo(() => groundStyle(palette, land, settings), [palette, land, settings]);
  const bounds = useMemo(() => (route === null ? null : boundsOf(route)), [route]);

  useEffect(() => {
    let gone = false;
    const show = (outlines: Feature<MultiPolygon>): void => {
      if (!gone) setLand(outlines);
    };
    loadLand().then(show, () => show(NO_LAND));
    return () => {
      gone = true;
    };
  }, []);

  const pick = useCallback(
    (event: MapLayerMouseEvent): void => {
      const buffer = cars.buffer;
      const timeS = cars.pictureTimeS(performance.now());
      const near: { id: number; distance: number }[] = [];
      for (let i = 0; i < buffer.count; i++) {
        if (!isDrawn(buffer, i)) continue;
        const at = event.target.project(lngLatAt(buffer, i, timeS));
        const distance = Math.hypot(at.x - event.point.x, at.y - event.point.y);
        if (distance <= PICK_PX) near.push({ id: buffer.ids[i] ?? 0, distance });
      }
      onPick(near.sort((a, b) => a.distance - b.distance).map(({ id }) => id));
    },
    [cars, onPick],
  );

  return (
    <div className="race-map" role="region" aria-label={texts.map}>
      {land !== null && (
        <Map
          mapLib={maplibre}
          initialViewState={
            bounds === null
              ? { latitude: home.lat, longitude: home.lng, zoom: home.zoom }
              : { bounds, fitBoundsOptions: { padding: FIT_PADDING_PX } }
          }
          mapStyle={style}
          attributionControl={false}
          maxPitch={0}
          dragRotate={false}
          touchPitch={false}
          onStyleData={({ target }) => {
            providePatterns(target, palette);
            setStyled(true);
          }}
          // Tiles that do not come are no error of the race: the ground below them is a design of its own.
          onError={() => undefined}
          onClick={pick}
        >
          {styled && route !== null && <RouteLayers route={route} palette={palette} texts={texts} />}
          <PoiMarkers pois={pois} />
          <CarOverlay cars={cars} palette={palette} live={live} selected={selected} />
          <ScaleControl position="bottom-left" unit="metric" />
          <AttributionControl position="bottom-right" />
          <ViewControls route={route} home={home} texts={texts} />
        </Map>
      )}
    </div>
  );
};

/** Nearer, farther, and back to the first view; fits a route that came after the map. */
const ViewControls = ({
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
    else map?.fitBounds(bounds, { padding: FIT_PADDING_PX, animate: false });
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
