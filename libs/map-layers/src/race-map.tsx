import * as maplibre from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import './race-map.css';
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react';
import { Map, ScaleControl, type MapLayerMouseEvent } from 'react-map-gl/maplibre';
import { isDrawn } from './car-columns.js';
import { CarOverlay } from './car-overlay.js';
import { Ground } from './ground.js';
import { MAP_FONT } from './ground-images.js';
import { lngLatAt } from './motion.js';
import { PoiMarkers } from './pois.js';
import { Attribution } from './attribution.js';
import { Corner } from './corner.js';
import { boundsOf } from './route-geometry.js';
import type { RaceMapProps } from './types.js';
import { ViewControls } from './view-controls.js';

maplibre.setWorkerUrl(workerUrl);
// A browser opens six connections to a server: flags must always find one free.
maplibre.config.MAX_PARALLEL_IMAGE_REQUESTS = 3;
maplibre.config.MAX_PARALLEL_IMAGE_REQUESTS_PER_FRAME = 3;

/** A click reaches every car within this many pixels. */
const PICK_PX = 24;
/** Never changed: what is drawn is put on it and taken off piece by piece, so that nothing is lost on the way. */
const EMPTY_STYLE: maplibre.StyleSpecification = { version: 8, sources: {}, layers: [] };
const NONE: ReadonlySet<number> = new Set();

/** Numbers and names are drawn on canvases, which do not wait for a font that is still coming. */
const useFont = (): boolean => {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    let gone = false;
    const go = (): void => {
      if (!gone) setIsThere(true);
    };
    Promise.all([
      document.fonts.load(`600 12px ${MAP_FONT}`),
      document.fonts.load(`700 12px ${MAP_FONT}`),
    ]).then(go, go);
    return () => {
      gone = true;
    };
  }, []);
  return isThere;
};

/** The race on its ground. Fills its parent. */
export const RaceMap = (props: RaceMapProps): ReactElement => {
  const { cars, route, pois, home, settings, palette, live, selected, onPick, texts } = props;
  const { imageryShare = 1, doubledCasings = false, pulsing = NONE } = props;
  const { trailOf = null, follow = null, onFollowEnd } = props;
  const [styledMap, setStyledMap] = useState<maplibre.Map | null>(null);
  const hasFont = useFont();
  const bounds = useMemo(() => (route === null ? null : boundsOf(route)), [route]);

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
      {hasFont && (
        <Map
          mapLib={maplibre}
          initialViewState={
            bounds === null ? { latitude: home.lat, longitude: home.lng, zoom: home.zoom } : { bounds }
          }
          mapStyle={EMPTY_STYLE}
          attributionControl={false}
          fadeDuration={0}
          maxPitch={0}
          dragRotate={false}
          touchPitch={false}
          onStyleData={({ target }) => setStyledMap(target)}
          // Tiles that do not come are no error of the race: the ground below them is a design of its own.
          onError={() => undefined}
          onClick={pick}
        >
          {styledMap !== null && (
            <Ground
              map={styledMap}
              route={route}
              home={home}
              settings={settings}
              palette={palette}
              texts={texts}
              imageryShare={imageryShare}
              doubledCasings={doubledCasings}
            />
          )}
          <PoiMarkers pois={pois} />
          <CarOverlay
            cars={cars}
            route={route}
            texts={texts}
            palette={palette}
            live={live}
            selected={selected}
            doubledCasings={doubledCasings}
            pulsing={pulsing}
            trailOf={trailOf}
            follow={follow}
            onFollowEnd={onFollowEnd}
          />
          <ScaleControl position="bottom-left" unit="metric" />
          <Corner>
            <ViewControls route={route} home={home} texts={texts} />
            {settings !== null && settings.tileUrl !== '' && <Attribution text={settings.attribution} />}
          </Corner>
        </Map>
      )}
    </div>
  );
};
