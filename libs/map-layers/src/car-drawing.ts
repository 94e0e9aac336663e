import type { Layer } from '@deck.gl/core';
import type { MapRef } from 'react-map-gl/maplibre';
import { markScale, roomPx, type MarkScale } from './car-columns.js';
import { carLayers } from './car-layers.js';
import { numbersOfField } from './car-numbers.js';
import { drawGlyphAtlas } from './glyph-atlas.js';
import { metresPerPixel } from './grid.js';
import { createKeptMarks, type KeptMarks } from './kept-marks.js';
import { labelCandidates } from './label-candidates.js';
import { placeLabels, type PlacedLabel } from './labels.js';
import { kilometreBoxes, nameBoxes } from './name-boxes.js';
import { projectionOf } from './near.js';
import { trackPx } from './route-style.js';
import type { TrailSource } from './trails.js';
import type { LiveCarsBuffer, LiveCarsSource, MapPalette, RaceMapTexts, RaceRoute } from './types.js';

const LABELS_EVERY_MS = 200;

/** How the cars are drawn; a drawing is for one of these. */
export interface CarScene {
  readonly route: RaceRoute | null;
  readonly texts: RaceMapTexts;
  readonly palette: MapPalette;
  readonly atlas: HTMLCanvasElement;
  readonly doubledCasings: boolean;
  readonly live: boolean;
  readonly selected: ReadonlySet<number>;
  readonly leaders: ReadonlySet<number>;
  readonly unacknowledged: ReadonlySet<number>;
  readonly trail: TrailSource | null;
  readonly stepped: boolean;
}

/** The numbers that are shown, by invitation id. They outlive a drawing, so that they keep their places. */
export interface ShownLabels {
  placed: Map<number, PlacedLabel>;
  /** When they were placed, by `performance.now()`. */
  atMs: number;
}

export const noLabels = (): ShownLabels => ({ placed: new Map(), atMs: -Infinity });

export interface CarDrawingOptions {
  readonly map: MapRef;
  readonly cars: LiveCarsSource;
  readonly scene: CarScene;
  /** The length of the scene's route, 0 without one. Routes change less often than scenes, and adding it up passes over every point. */
  readonly trackM: number;
  readonly labels: ShownLabels;
  /** Takes what has to be drawn now; null if what was given last still shows the cars as they are. */
  readonly give: (layers: Layer[] | null) => void;
}

const areSameLabels = (a: ReadonlyMap<number, PlacedLabel>, b: ReadonlyMap<number, PlacedLabel>): boolean => {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [id, { dx, dy }] of a) {
    const other = b.get(id);
    if (other?.dx !== dx || other.dy !== dy) return false;
  }
  return true;
};

/** The characters of the field's numbers, drawn again only if the field has other ones. */
const createGlyphs = (colour: MapPalette['white']): ((cars: LiveCarsBuffer) => HTMLCanvasElement) => {
  let drawn: { alphabet: string; image: HTMLCanvasElement } | null = null;
  return ({ carNumbers }) => {
    const { alphabet } = numbersOfField(carNumbers);
    const characters = alphabet.join('');
    if (drawn?.alphabet !== characters)
      drawn = { alphabet: characters, image: drawGlyphAtlas(alphabet, colour) };
    return drawn.image;
  };
};

/** The size of marks at the map's zoom, and where numbers have room. */
const createPlacing = ({ map, cars, scene, trackM, labels }: CarDrawingOptions) => {
  const { route, texts, doubledCasings, selected, leaders } = scene;
  const kilometres = route === null ? () => [] : kilometreBoxes(route);

  const scale = (): MarkScale => {
    const zoom = map.getZoom();
    const room = roomPx(trackM, metresPerPixel(map.getCenter().lat, zoom), cars.buffer.count);
    return markScale(cars.buffer, room, route === null ? 0 : trackPx(zoom, doubledCasings));
  };
  const place = (): void => {
    const nowMs = performance.now();
    const { clientWidth, clientHeight } = map.getContainer();
    const project = projectionOf(map);
    const names = route === null ? [] : nameBoxes(route, texts, project);
    const { candidates, marks, dots } = labelCandidates(
      cars.buffer,
      cars.pictureTimeS(nowMs),
      { selected, leaders },
      { scale: scale(), widthPx: clientWidth, heightPx: clientHeight, project },
    );
    const spared = kilometres(project);
    labels.placed = placeLabels(candidates, labels.placed, nowMs, [...names, ...marks], { spared, dots });
    labels.atMs = nowMs;
  };
  return { scale, place };
};

/**
 * Draws the cars now, and again as the fixes, the zoom or the places of the numbers change.
 *
 * @returns a function that ends it
 */
export const startCarDrawing = (options: CarDrawingOptions): (() => void) => {
  const { map, cars, scene, labels, give } = options;
  const { selected, leaders, unacknowledged, trail, stepped, palette, live, atlas } = scene;
  const now = (): number => cars.pictureTimeS(performance.now());
  const clock = { timeS: now, restsAtS: () => cars.buffer.restsAtS };
  const placing = createPlacing(options);
  const glyphsOf = createGlyphs(palette.white);
  const keepMarks = createKeptMarks();
  /** What was given last. */
  let shown: { marks: KeptMarks; placed: ReadonlyMap<number, PlacedLabel>; timeS: number } | null = null;
  let again: number | undefined;
  let frame: number | undefined;

  /** Layers draw slides by themselves, steps when they are given again. */
  const isShown = ({ wedges, discs, pulses }: KeptMarks): boolean =>
    trail === null &&
    shown !== null &&
    (!stepped || shown.timeS >= cars.buffer.restsAtS) &&
    shown.marks.wedges === wedges &&
    shown.marks.discs === discs &&
    shown.marks.pulses === pulses &&
    areSameLabels(shown.placed, labels.placed);

  const draw = (): void => {
    const waitMs = labels.atMs + LABELS_EVERY_MS - performance.now();
    if (waitMs <= 0) placing.place();
    const { buffer } = cars;
    const { placed } = labels;
    const marks = keepMarks(buffer, placing.scale(), { selected, leaders }, unacknowledged, stepped);
    if (isShown(marks)) give(null);
    else {
      const glyphs = glyphsOf(buffer);
      give(
        carLayers({
          cars: buffer,
          clock,
          marks,
          labels: placed,
          trail,
          atlas,
          glyphs,
          palette,
          live,
          stepped,
        }),
      );
      shown = { marks, placed, timeS: now() };
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
};
