import { useState, type ReactElement } from 'react';
import { Map, Marker, type ErrorEvent } from 'react-map-gl/maplibre';
import { CarOverlay } from './car-overlay.js';
import { placeOf } from './centre-on.js';
import { useContextLoss } from './context-loss.js';
import { Ground } from './ground.js';
import { useHeldSize } from './held-size.js';
import type { DrawingProps } from './map-parts.js';
import { EMPTY_STYLE, WEBGL_2, isWithoutMap, maplibre } from './maplibre.js';
import { projectionOf } from './near.js';
import { PoiMark } from './pois.js';
import { boundsOf } from './route-geometry.js';
import { ViewControls } from './view-controls.js';

interface GpuMapProps extends DrawingProps {
  /** One of the two canvases has lost its context. Neither is used again. */
  readonly onLost: () => void;
  /** No context could be created. */
  readonly onRefused: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** MapLibre takes a marker for a button, and calls each 'Map marker'; here the mark within it is one, and has a name. */
const unnamed = (marker: maplibre.Marker | null): void => {
  const element = marker?.getElement();
  element?.setAttribute('role', 'none');
  element?.setAttribute('aria-label', '');
};

/** The race drawn by WebGL 2: the ground by MapLibre, the cars by deck.gl on a canvas of their own. */
export const GpuMap = (props: GpuMapProps): ReactElement => {
  const { route, pois, home, settings, palette, texts, memory } = props;
  const { onPoi, onPress, onLost, onRefused, onFailure } = props;
  const [styledMap, setStyledMap] = useState<maplibre.Map | null>(null);
  useHeldSize(styledMap);
  const frame = useContextLoss(onLost);
  const [initialView] = useState(() => {
    const { camera } = memory;
    if (camera !== null) return { latitude: camera.lat, longitude: camera.lng, zoom: camera.zoom };
    const bounds = route === null ? null : boundsOf(route);
    return bounds === null ? { latitude: home.lat, longitude: home.lng, zoom: home.zoom } : { bounds };
  });

  const hearError = (event: ErrorEvent): void => {
    if (isWithoutMap(event)) onRefused();
    // Missing tiles are not an error of the race: the drawn ground below them is complete.
  };

  return (
    <div className="race-map-drawing" ref={frame}>
      <Map
        mapLib={maplibre}
        initialViewState={initialView}
        mapStyle={EMPTY_STYLE}
        attributionControl={false}
        canvasContextAttributes={WEBGL_2}
        fadeDuration={0}
        maxPitch={0}
        dragRotate={false}
        touchPitch={false}
        doubleClickZoom={props.onPlace === undefined}
        onStyleData={({ target }) => setStyledMap(target)}
        onError={hearError}
        onClick={({ target, point }) => onPress(projectionOf(target), point)}
      >
        {styledMap !== null && (
          <Ground
            map={styledMap}
            route={route}
            home={home}
            settings={settings}
            palette={palette}
            texts={texts}
            imageryShare={props.imageryShare}
            doubledCasings={props.doubledCasings}
          />
        )}
        {pois.map((poi) => (
          <Marker key={poi.id} ref={unnamed} latitude={poi.position.lat} longitude={poi.position.lng}>
            <PoiMark poi={poi} onOpen={onPoi} />
          </Marker>
        ))}
        <CarOverlay
          cars={props.cars}
          route={route}
          texts={texts}
          palette={palette}
          live={props.live}
          selected={props.selected}
          leaders={props.leaders}
          doubledCasings={props.doubledCasings}
          unacknowledged={props.unacknowledged}
          trail={props.trail}
          follow={props.follow}
          centre={props.centre}
          stepped={props.stepped}
          memory={memory}
          onFollowEnd={props.onFollowEnd}
          onDrawn={props.onDrawn}
          onFailure={onFailure}
        />
        <ViewControls
          route={route}
          home={home}
          memory={memory}
          texts={texts}
          place={props.controls}
          followed={() => (props.follow === null ? null : placeOf(props.cars, props.follow, props.stepped))}
          onFollowEnd={props.onFollowEnd}
        />
      </Map>
    </div>
  );
};
