import { MapLibreOverlay } from '@deck.gl/maplibre';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useControl, useMap } from 'react-map-gl/maplibre';
import { drawCarAtlas } from './car-atlas.js';
import { markScale, roomPx, type MarkScale } from './car-columns.js';
import { carLayers } from './car-layers.js';
import { numbersOfField } from './car-numbers.js';
import { useCentre } from './centre.js';
import { useFollow } from './follow.js';
import { framesOnDemand, type AnimationFrames } from './frames-on-demand.js';
import { drawGlyphAtlas } from './glyph-atlas.js';
import { metresPerPixel } from './grid.js';
import { createKeptMarks, type KeptMarks } from './kept-marks.js';
import { labelCandidates } from './label-candidates.js';
import { placeLabels, type PlacedLabel } from './labels.js';
import { kilometreBoxes, nameBoxes } from './name-boxes.js';
import { projectionOf } from './near.js';
import { trackLengthM } from './route-geometry.js';
import { trackPx } from './route-style.js';
import type { TrailSource } from './trails.js';
import type {
  CentreRequest,
  LiveCarsBuffer,
  LiveCarsSource,
  MapPalette,
  RaceMapTexts,
  RaceRoute,
} from './types.js';
import type { ViewMemory } from './view-memory.js';
import { releaseContext } from './webgl-context.js';

const LABELS_EVERY_MS = 200;

/** deck.gl hands all its properties to the loop of luma.gl, and types those that it knows itself. */
const framedBy = (frames: AnimationFrames): object => ({ animationFrameProvider: frames });

const areSameLabels = (a: ReadonlyMap<number, PlacedLabel>, b: ReadonlyMap<number, PlacedLabel>): boolean => {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, { dx, dy }] of a) {
    const other = b.get(id);
    if (other?.dx !== dx || other.dy !== dy) return false;
  }
  return true;
};

interface CarOverlayProps {
  cars: LiveCarsSource;
  route: RaceRoute | null;
  texts: RaceMapTexts;
  palette: MapPalette;
  live: boolean;
  selected: ReadonlySet<number>;
  leaders: ReadonlySet<number>;
  doubledCasings: boolean;
  unacknowledged: ReadonlySet<number>;
  trail: TrailSource | null;
  follow: number | null;
  centre: CentreRequest | null;
  stepped: boolean;
  memory: ViewMemory;
  onFollowEnd: (() => void) | undefined;
  onDrawn: (newestReceivedAt: number | null) => void;
  onFailure: (error: unknown) => void;
}

/** The cars over the map: drawn by the GPU between changes, rebuilt when the fixes, the zoom or the selection change. */
export const CarOverlay = (props: CarOverlayProps): null => {
  const {
    cars,
    route,
    texts,
    palette,
    live,
    selected,
    leaders,
    doubledCasings,
    unacknowledged,
    trail,
    follow,
    centre,
    stepped,
    memory,
    onFollowEnd,
    onDrawn,
    onFailure,
  } = props;
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
  const labels = useRef<{ placed: Map<number, PlacedLabel>; atMs: number }>({
    placed: new Map(),
    atMs: -Infinity,
  });
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

  useEffect(() => {
    if (map === undefined) return;
    const now = (): number => cars.pictureTimeS(performance.now());
    const clock = { timeS: now, restsAtS: () => cars.buffer.restsAtS };
    let again: number | undefined;
    let frame: number | undefined;

    const kilometres = route === null ? () => [] : kilometreBoxes(route);

    const marked = { selected, leaders };

    const scaleOf = (buffer: LiveCarsBuffer): MarkScale => {
      const zoom = map.getZoom();
      const room = roomPx(trackM, metresPerPixel(map.getCenter().lat, zoom), buffer.count);
      return markScale(buffer, room, route === null ? 0 : trackPx(zoom, doubledCasings));
    };

    /** Drawn again only if the field has other characters. */
    let glyphs: { alphabet: string; image: HTMLCanvasElement } | null = null;
    const glyphsOf = ({ carNumbers }: LiveCarsBuffer): HTMLCanvasElement => {
      const { alphabet } = numbersOfField(carNumbers);
      const characters = alphabet.join('');
      if (glyphs?.alphabet !== characters)
        glyphs = { alphabet: characters, image: drawGlyphAtlas(alphabet, palette.white) };
      return glyphs.image;
    };

    const place = (): void => {
      const nowMs = performance.now();
      const { clientWidth, clientHeight } = map.getContainer();
      const project = projectionOf(map);
      const names = route === null ? [] : nameBoxes(route, texts, project);
      const { candidates, marks, dots } = labelCandidates(cars.buffer, now(), marked, {
        scale: scaleOf(cars.buffer),
        widthPx: clientWidth,
        heightPx: clientHeight,
        project,
      });
      labels.current = {
        placed: placeLabels(candidates, labels.current.placed, nowMs, [...names, ...marks], {
          spared: kilometres(project),
          dots,
        }),
        atMs: nowMs,
      };
    };

    const keepMarks = createKeptMarks();
    /** What deck.gl was given last. */
    let shown: { marks: KeptMarks; placed: ReadonlyMap<number, PlacedLabel>; timeS: number } | null = null;
    /** Layers draw slides by themselves, steps when they are given again. */
    const isShown = ({ wedges, discs, pulses }: KeptMarks): boolean =>
      shown !== null &&
      (!stepped || shown.timeS >= cars.buffer.restsAtS) &&
      shown.marks.wedges === wedges &&
      shown.marks.discs === discs &&
      shown.marks.pulses === pulses &&
      areSameLabels(shown.placed, labels.current.placed);

    const draw = (): void => {
      const waitMs = labels.current.atMs + LABELS_EVERY_MS - performance.now();
      if (waitMs <= 0) place();
      const { buffer } = cars;
      const { placed } = labels.current;
      const marks = keepMarks(buffer, scaleOf(buffer), marked, unacknowledged, stepped);
      given.current = cars.newestReceivedAt;
      if (trail === null && isShown(marks)) drawn(given.current);
      else {
        const layers = carLayers({
          cars: buffer,
          clock,
          marks,
          labels: placed,
          trail,
          atlas,
          glyphs: glyphsOf(buffer),
          palette,
          live,
          stepped,
        });
        overlay.setProps({ layers });
        frames.wake();
        shown = { marks, placed, timeS: now() };
        // Without a layer deck.gl draws no frame, and an empty map is always up to date.
        if (layers.length === 0) drawn(given.current);
      }
      if (waitMs > 0 || now() < buffer.restsAtS) placeAgain();
    };

    /** Labels are placed while cars or the view move, and once more afterwards. */
    const placeAgain = (): void => {
      again ??= window.setTimeout(() => {
        again = undefined;
        drawSoon();
      }, LABELS_EVERY_MS);
    };

    /** Coalesces changes until the next frame, so that nothing is prepared that is not drawn. */
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
    frames,
    cars,
    route,
    texts,
    trackM,
    atlas,
    palette,
    live,
    selected,
    leaders,
    doubledCasings,
    unacknowledged,
    trail,
    stepped,
  ]);

  useFollow({ cars, follow, stepped, onFollowEnd });
  useCentre({ cars, centre, stepped, memory });
  return null;
};
