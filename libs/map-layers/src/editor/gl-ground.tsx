import type * as Maplibre from 'maplibre-gl';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Map, ScaleControl, type ErrorEvent, type MapRef } from 'react-map-gl/maplibre';
import { useContextLoss } from '../context-loss.js';
import { Ground } from '../ground.js';
import { EMPTY_STYLE, WEBGL_2, isWithoutMap, maplibre } from '../maplibre.js';
import type { EditorMapProps } from './types.js';
import type { Viewport } from './viewport.js';

type Shown = 'home' | 'settings' | 'palette' | 'texts';
export interface GroundMapProps
  extends Pick<EditorMapProps, Shown>, Required<Pick<EditorMapProps, 'imageryShare' | 'doubledCasings'>> {
  readonly viewport: Viewport;
}

interface GlGroundProps extends GroundMapProps {
  /** Otherwise two presses may be two points. */
  readonly zoomsOnDoublePress: boolean;
  readonly onDrawn: () => void;
  /** The canvas has lost its context, and is not used again. */
  readonly onLost: () => void;
  /** No context could be created. */
  readonly onRefused: () => void;
}

/** The ground below the drawing, by WebGL 2: land, grid and imagery. It is dragged and zoomed here. */
export const GlGround = (props: GlGroundProps): ReactElement => {
  const { viewport, home, settings, palette, texts, onLost, onRefused } = props;
  const [styledMap, setStyledMap] = useState<Maplibre.Map | null>(null);
  const frame = useContextLoss(onLost);
  const map = useRef<MapRef>(null);
  const [first] = useState(() => viewport.camera ?? home);

  useEffect(
    () =>
      viewport.moveBy((camera) => {
        // A map tells the viewport, as it does of a drag. Before there is one, the view waits for it.
        if (map.current === null) viewport.look(camera);
        else map.current.jumpTo({ center: [camera.lng, camera.lat], zoom: camera.zoom });
      }),
    [viewport],
  );

  const hearError = (event: ErrorEvent): void => {
    if (isWithoutMap(event)) onRefused();
    // Missing tiles are not an error of the drawing: the drawn ground below them is complete.
  };

  return (
    <div className="race-map-drawing" ref={frame}>
      <Map
        ref={map}
        mapLib={maplibre}
        initialViewState={{ latitude: first.lat, longitude: first.lng, zoom: first.zoom }}
        mapStyle={EMPTY_STYLE}
        attributionControl={false}
        canvasContextAttributes={WEBGL_2}
        fadeDuration={0}
        maxPitch={0}
        dragRotate={false}
        touchPitch={false}
        keyboard={false}
        boxZoom={false}
        doubleClickZoom={props.zoomsOnDoublePress}
        onLoad={({ target }) => {
          target.touchZoomRotate.disableRotation();
          const { camera } = viewport;
          if (camera !== null) target.jumpTo({ center: [camera.lng, camera.lat], zoom: camera.zoom });
          // The region around it has the name and the keys.
          const canvas = target.getCanvas();
          canvas.tabIndex = -1;
          canvas.setAttribute('aria-hidden', 'true');
        }}
        onStyleData={({ target }) => setStyledMap(target)}
        onError={hearError}
        onMove={({ viewState: { latitude, longitude, zoom } }) =>
          viewport.look({ lat: latitude, lng: longitude, zoom })
        }
        onRender={props.onDrawn}
      >
        {styledMap !== null && (
          <Ground
            map={styledMap}
            route={null}
            home={home}
            settings={settings}
            palette={palette}
            texts={texts}
            imageryShare={props.imageryShare}
            doubledCasings={props.doubledCasings}
          />
        )}
        <ScaleControl position="bottom-left" unit="metric" />
      </Map>
    </div>
  );
};
