import { MapLibreOverlay } from '@deck.gl/maplibre';
import { useEffect, useMemo, useRef } from 'react';
import { useControl, useMap } from 'react-map-gl/maplibre';
import { drawCarAtlas } from './car-atlas.js';
import { roomPx } from './car-columns.js';
import { carLayers } from './car-layers.js';
import { useFollow } from './follow.js';
import { metresPerPixel } from './grid.js';
import { labelWishes } from './label-wishes.js';
import { placeLabels, type PlacedLabel } from './labels.js';
import { kilometreBoxes, nameBoxes } from './name-boxes.js';
import { trackLengthM } from './route-geometry.js';
import { createTrails } from './trails.js';
import type { LiveCarsSource, MapPalette, RaceMapTexts, RaceRoute } from './types.js';
import { useReducedMotion } from './use-reduced-motion.js';

const LABELS_EVERY_MS = 200;

interface CarOverlayProps {
  cars: LiveCarsSource;
  route: RaceRoute | null;
  texts: RaceMapTexts;
  palette: MapPalette;
  live: boolean;
  selected: ReadonlySet<number>;
  doubledCasings: boolean;
  pulsing: ReadonlySet<number>;
  trailOf: number | null;
  follow: number | null;
  onFollowEnd: (() => void) | undefined;
}

const createOverlay = (): MapLibreOverlay => {
  const overlay: MapLibreOverlay = new MapLibreOverlay({
    interleaved: false,
    layers: [],
    // Keys go to the map under it: its own canvas is no stop for the tab key.
    onLoad: () => overlay.getCanvas()?.setAttribute('tabindex', '-1'),
  });
  return overlay;
};

/** The cars over the map: drawn by the GPU between changes, rebuilt when the fixes, the zoom or the selection change. */
export const CarOverlay = (props: CarOverlayProps): null => {
  const {
    cars,
    route,
    texts,
    palette,
    live,
    selected,
    doubledCasings,
    pulsing,
    trailOf,
    follow,
    onFollowEnd,
  } = props;
  const overlay = useControl(createOverlay);
  const { current: map } = useMap();
  const stepped = useReducedMotion();
  const trackM = useMemo(() => (route === null ? 0 : trackLengthM(route)), [route]);
  const atlas = useMemo(() => drawCarAtlas({ palette, doubledCasings }), [palette, doubledCasings]);
  const trails = useMemo(() => createTrails(cars), [cars]);
  const labels = useRef<{ placed: Map<number, PlacedLabel>; atMs: number }>({
    placed: new Map(),
    atMs: -Infinity,
  });

  useEffect(() => {
    const hear = (): void => trails.hear();
    hear();
    return cars.subscribe(hear);
  }, [cars, trails]);

  useEffect(() => {
    if (map === undefined) return;
    const now = (): number => cars.pictureTimeS(performance.now());
    const clock = { timeS: now, restsAtS: () => cars.buffer.restsAtS };
    let again: number | undefined;
    let frame: number | undefined;

    const kilometres = route === null ? () => [] : kilometreBoxes(route);

    const room = (): number =>
      roomPx(trackM, metresPerPixel(map.getCenter().lat, map.getZoom()), cars.buffer.count);

    const place = (): void => {
      const nowMs = performance.now();
      const { clientWidth, clientHeight } = map.getContainer();
      const project = (lngLat: [lng: number, lat: number]): { x: number; y: number } => map.project(lngLat);
      const names = route === null ? [] : nameBoxes(route, texts, project);
      const { wishes, marks } = labelWishes(cars.buffer, now(), selected, {
        room: room(),
        widthPx: clientWidth,
        heightPx: clientHeight,
        project,
      });
      labels.current = {
        placed: placeLabels(wishes, labels.current.placed, nowMs, [...names, ...marks], kilometres(project)),
        atMs: nowMs,
      };
    };

    const draw = (): void => {
      const waitMs = labels.current.atMs + LABELS_EVERY_MS - performance.now();
      if (waitMs <= 0) place();
      overlay.setProps({
        layers: carLayers({
          cars: cars.buffer,
          clock,
          room: room(),
          selected,
          pulsing,
          labels: labels.current.placed,
          trail: trailOf === null ? null : trails.of(trailOf),
          atlas,
          palette,
          live,
          stepped,
        }),
      });
      if (waitMs > 0 || now() < cars.buffer.restsAtS) placeAgain();
    };

    /** Numbers are placed as long as cars or view move, and once more when they have come to rest. */
    const placeAgain = (): void => {
      again ??= window.setTimeout(() => {
        again = undefined;
        drawSoon();
      }, LABELS_EVERY_MS);
    };

    /** With the next frame, however much changes until then: what nobody sees is not prepared. */
    const drawSoon = (): void => {
      frame ??= window.requestAnimationFrame(() => {
        frame = undefined;
        draw();
      });
    };

    draw();
    const stop = cars.subscribe(drawSoon);
    map.on('zoom', draw);
    map.on('move', placeAgain);
    return () => {
      stop();
      if (frame !== undefined) window.cancelAnimationFrame(frame);
      map.off('zoom', draw);
      map.off('move', placeAgain);
      window.clearTimeout(again);
    };
  }, [
    map,
    overlay,
    cars,
    route,
    texts,
    trackM,
    trails,
    atlas,
    palette,
    live,
    selected,
    pulsing,
    trailOf,
    stepped,
  ]);

  useFollow({ cars, follow, stepped, onFollowEnd });
  return null;
};
