import { MapLibreOverlay } from '@deck.gl/maplibre';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useControl, useMap } from 'react-map-gl/maplibre';
import { drawCarAtlas } from './car-atlas.js';
import { noLabels, startCarDrawing, type CarScene } from './car-drawing.js';
import { useCentre } from './centre.js';
import { useFollow } from './follow.js';
import { framesOnDemand, type AnimationFrames } from './frames-on-demand.js';
import { trackLengthM } from './route-geometry.js';
import type { CentreRequest, LiveCarsSource } from './types.js';
import type { ViewMemory } from './view-memory.js';
import { releaseContext } from './webgl-context.js';

/** deck.gl hands all its properties to the loop of luma.gl, and types those that it knows itself. */
const framedBy = (frames: AnimationFrames): object => ({ animationFrameProvider: frames });

interface CarOverlayProps extends Omit<CarScene, 'atlas'> {
  cars: LiveCarsSource;
  follow: number | null;
  centre: CentreRequest | null;
  memory: ViewMemory;
  onFollowEnd: (() => void) | undefined;
  onDrawn: (newestReceivedAt: number | null) => void;
  onFailure: (error: unknown) => void;
}

/** The cars over the map: drawn by the GPU between changes, rebuilt when the fixes, the zoom or the selection change. */
export const CarOverlay = (props: CarOverlayProps): null => {
  const { cars, follow, centre, memory, onFollowEnd, onDrawn, onFailure } = props;
  const { route, texts, palette, doubledCasings, live, selected, leaders, unacknowledged, trail, stepped } =
    props;
  const canvas = useRef<HTMLCanvasElement | null>(null);
  const [frames] = useState(() =>
    framesOnDemand({
      requestAnimationFrame: (callback) => window.requestAnimationFrame(callback),
      cancelAnimationFrame: (id) => window.cancelAnimationFrame(id),
    }),
  );
  const overlay = useControl(() => {
    const created: MapLibreOverlay = new MapLibreOverlay({
      interleaved: false,
      layers: [],
      onLoad: () => {
        canvas.current = created.getCanvas();
        // Keys go to the map below, so this canvas is not in the tab order.
        canvas.current?.setAttribute('tabindex', '-1');
      },
      onResize: frames.wake,
      ...framedBy(frames),
    });
    return created;
  });
  const { current: map } = useMap();
  const trackM = useMemo(() => (route === null ? 0 : trackLengthM(route)), [route]);
  const atlas = useMemo(() => drawCarAtlas({ palette, doubledCasings }), [palette, doubledCasings]);
  const [labels] = useState(noLabels);
  /** Of the newest position that deck.gl was given. */
  const given = useRef<number | null>(null);

  useEffect(
    () => () => {
      if (canvas.current !== null) releaseContext(canvas.current);
    },
    [],
  );

  const failed = useEffectEvent(onFailure);
  const drawn = useEffectEvent(onDrawn);
  useEffect(() => {
    overlay.setProps({
      onError: (error) => failed(error),
      onAfterRender: ({ gl }) => {
        frames.wake();
        if (!gl.isContextLost()) drawn(given.current);
      },
    });
    window.addEventListener('resize', frames.wake);
    return () => window.removeEventListener('resize', frames.wake);
  }, [overlay, frames]);

  const scene = useMemo<CarScene>(
    () => ({
      route,
      texts,
      palette,
      atlas,
      doubledCasings,
      live,
      selected,
      leaders,
      unacknowledged,
      trail,
      stepped,
    }),
    [route, texts, palette, atlas, doubledCasings, live, selected, leaders, unacknowledged, trail, stepped],
  );
  useEffect(() => {
    if (map === undefined) return;
    return startCarDrawing({
      map,
      cars,
      scene,
      trackM,
      labels,
      give: (layers) => {
        given.current = cars.newestReceivedAt;
        if (layers !== null) {
          overlay.setProps({ layers });
          frames.wake();
        }
        // Without a layer deck.gl draws no frame, and an empty map is always up to date.
        if (layers === null || layers.length === 0) drawn(given.current);
      },
    });
  }, [map, overlay, frames, cars, scene, trackM, labels]);

  useFollow({ cars, follow, stepped, onFollowEnd });
  useCentre({ cars, centre, stepped, memory });
  return null;
};
