import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from 'react';
import { createPortal } from 'react-dom';
import { canvasView, fittingCamera, zoomedAt, type Size } from './canvas-view.js';
import { clearedContext } from './canvas-context.js';
import { centreOn, placeOf } from './centre-on.js';
import type { DrawingProps } from './map-parts.js';
import { isInMiddle } from './middle.js';
import type { Project } from './near.js';
import { usePlainCars } from './plain-cars.js';
import { PoiMark } from './pois.js';
import { boundsOf } from './route-geometry.js';
import { paintGround } from './snapshot-route.js';
import { usePointerView } from './use-pointer-view.js';
import { useSize } from './use-size.js';
import { fitPadding } from './view-memory.js';
import type { CentreRequest } from './types.js';
import { ZoomButtons } from './zoom-buttons.js';

/** The camera, which starts at the former renderer's view, and a reset to the first view. */
const usePlainCamera = ({ memory, route, home }: DrawingProps, size: Size | null) => {
  const camera = useSyncExternalStore(memory.subscribe, () => memory.camera);
  const fit = useCallback((): void => {
    if (size === null) return;
    const bounds = route === null ? null : boundsOf(route);
    const padding = fitPadding(size.widthPx, size.heightPx);
    memory.look(bounds === null ? home : fittingCamera(bounds, size, padding));
    memory.fitted();
  }, [size, memory, route, home]);
  useEffect(() => {
    if (size === null) return;
    if (memory.takesFit(route, home) || memory.camera === null || memory.isFitted()) fit();
  }, [size, memory, route, home, fit]);
  return { camera, fit };
};

/** The race on a 2D canvas, for browsers without WebGL 2: track, cars, numbers and states, without imagery. */
export const PlainMap = (props: DrawingProps): ReactElement => {
  const { cars, route, pois, palette, texts, doubledCasings, follow, centre, stepped } = props;
  const { memory, controls, onPoi, onPress, onFollowEnd } = props;
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [ground, setGround] = useState<HTMLCanvasElement | null>(null);
  const [above, setAbove] = useState<HTMLCanvasElement | null>(null);
  const size = useSize(box);
  const { camera, fit } = usePlainCamera(props, size);
  const view = useMemo(
    () => (camera === null || size === null ? null : canvasView(camera, size)),
    [camera, size],
  );

  useEffect(() => {
    if (ground === null || view === null) return;
    const ctx = clearedContext(ground, view);
    if (ctx !== null) paintGround(ctx, view, route, { palette, texts, doubledCasings });
  }, [ground, view, route, palette, texts, doubledCasings]);

  usePlainCars(above, view, props);

  useEffect(() => {
    if (follow === null || view === null || camera === null) return undefined;
    const keep = (): void => {
      const place = placeOf(cars, follow, stepped);
      if (place === null) return;
      const [lng, lat] = place;
      const [x, y] = view.toPx({ lat, lng });
      if (!isInMiddle(x, y, view.widthPx, view.heightPx)) memory.look({ lat, lng, zoom: camera.zoom });
    };
    keep();
    return cars.subscribe(keep);
  }, [cars, follow, view, camera, stepped, memory]);

  const look = useEffectEvent((request: CentreRequest): void => {
    if (camera === null || !memory.takesCentre(request)) return;
    const shown = centreOn({ cars, centre: request, stepped }, camera.zoom);
    if (shown !== null) memory.look({ lng: shown.lngLat[0], lat: shown.lngLat[1], zoom: shown.zoom });
  });
  useEffect(() => {
    if (centre !== null) look(centre);
  }, [centre]);

  const project: Project = ([lng, lat]) => {
    const [x, y] = view?.toPx({ lat, lng }) ?? [NaN, NaN];
    return { x, y };
  };
  const handlers = usePointerView({
    view,
    camera,
    onMove: memory.look,
    onDragStart: () => follow !== null && onFollowEnd?.(),
    onPress: (at) => onPress(project, at),
  });
  const zoom = (by: number): void => {
    if (view === null || camera === null) return;
    const followed = follow === null ? null : placeOf(cars, follow, stepped);
    const around: readonly [number, number] =
      followed === null
        ? [view.widthPx / 2, view.heightPx / 2]
        : view.toPx({ lng: followed[0], lat: followed[1] });
    memory.look(zoomedAt(view, camera, by, around));
  };
  const fitAll = (): void => {
    onFollowEnd?.();
    fit();
  };

  return (
    <div className="race-map-plain" ref={setBox}>
      <div {...handlers}>
        <canvas ref={setGround} />
        <canvas ref={setAbove} />
        {pois.map((poi) => {
          const { x, y } = project([poi.position.lng, poi.position.lat]);
          return (
            <div key={poi.id} className="race-map-place" style={{ left: x, top: y }}>
              <PoiMark poi={poi} onOpen={onPoi} />
            </div>
          );
        })}
      </div>
      {controls !== null &&
        createPortal(
          <ZoomButtons texts={texts} onZoomIn={() => zoom(1)} onZoomOut={() => zoom(-1)} onFit={fitAll} />,
          controls,
        )}
    </div>
  );
};
