import {
  ATLAS_CELL_PX,
  atlasPlace,
  BADGE_CELL_PX,
  badgeCell,
  DISC_SHARE,
  drawCarAtlas,
} from './car-atlas.js';
import { ADVANCE, markColumns, markScale, roomPx, textPx, type MarkColumns } from './car-columns.js';
import { whiteNumbers } from './car-face.js';
import { numbersOfField, shownGlyphs } from './car-numbers.js';
import { css } from './colours.js';
import { NUMBER_WEIGHT } from './glyph-atlas.js';
import { zoomOf } from './grid.js';
import { MAP_FONT } from './ground-images.js';
import { labelCandidates } from './label-candidates.js';
import { placeLabels, type PlacedLabel } from './labels.js';
import { TRAIL_CASING_PX, TRAIL_PX } from './line-widths.js';
import { progress, turn } from './motion.js';
import { kilometreBoxes, nameBoxes } from './name-boxes.js';
import { trackLengthM } from './route-geometry.js';
import { trackPx } from './route-style.js';
import type { SnapshotFrame } from './snapshot-frame.js';
import { paintText } from './snapshot-route.js';
import type { TrailColumns } from './trails.js';
import type { LiveCarsBuffer, MapPalette, RaceMapTexts, RaceRoute } from './types.js';

type Context2D = CanvasRenderingContext2D;

export interface CarsLook {
  readonly route: RaceRoute | null;
  readonly texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>;
  readonly palette: MapPalette;
  readonly doubledCasings: boolean;
}

export interface CarsMoment {
  readonly cars: LiveCarsBuffer;
  /** Picture time. */
  readonly timeS: number;
  readonly selected?: ReadonlySet<number>;
  readonly leaders?: ReadonlySet<number>;
  readonly trail?: TrailColumns | null;
  /** The connection is down: marks are grey. */
  readonly greyed?: boolean;
  /** Cars step from fix to fix instead of sliding. */
  readonly stepped?: boolean;
}

export interface CarPainter {
  /** Paints trail, marks and numbers of the cars. Visible numbers keep their places as `placeLabels` defines. */
  paint(ctx: Context2D, frame: SnapshotFrame, moment: CarsMoment): void;
}

const NONE: ReadonlySet<number> = new Set();
/** Like the grey of `CarMarkLayer`. */
const GREYED = 0.8;

/** The same marks, desaturated. */
const greyedAtlas = (atlas: HTMLCanvasElement): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = atlas.width;
  canvas.height = atlas.height;
  const ctx = canvas.getContext('2d');
  if (ctx === null) return atlas;
  ctx.drawImage(atlas, 0, 0);
  ctx.globalCompositeOperation = 'saturation';
  ctx.globalAlpha = GREYED;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  // The blend has also filled the empty pixels between the marks.
  ctx.globalCompositeOperation = 'destination-in';
  ctx.globalAlpha = 1;
  ctx.drawImage(atlas, 0, 0);
  return canvas;
};

const paintTrail = (
  ctx: Context2D,
  frame: SnapshotFrame,
  { length, from, to, spans }: TrailColumns,
  { timeS, stepped = false }: CarsMoment,
  palette: MapPalette,
): void => {
  ctx.beginPath();
  for (let k = 0; k < length; k++) {
    const reached = progress(timeS, spans[k * 2] ?? 0, spans[k * 2 + 1] ?? 0);
    const share = stepped ? Math.floor(reached) : reached;
    const [lng = NaN, lat = NaN] = [from[k * 2], from[k * 2 + 1]];
    ctx.moveTo(...frame.toPx({ lat, lng }));
    const between = (start: number, end = NaN): number => start + (end - start) * share;
    ctx.lineTo(...frame.toPx({ lat: between(lat, to[k * 2 + 1]), lng: between(lng, to[k * 2]) }));
  }
  const lines = [
    [TRAIL_CASING_PX, palette.carCasing],
    [TRAIL_PX, palette.selection],
  ] as const;
  for (const [widthPx, colour] of lines) {
    ctx.lineWidth = widthPx;
    ctx.strokeStyle = css(colour);
    ctx.stroke();
  }
};

/** One cell of the atlas around the origin, its middle column repeated for a pill. */
const paintCell = (
  ctx: Context2D,
  image: HTMLCanvasElement,
  cell: number,
  sizePx: number,
  stretch: number,
): void => {
  const [column, row] = atlasPlace(cell);
  const [left, top, half] = [column * ATLAS_CELL_PX, row * ATLAS_CELL_PX, ATLAS_CELL_PX / 2];
  const part = (fromX: number, fromPx: number, toX: number, toPx: number): void =>
    ctx.drawImage(image, left + fromX, top, fromPx, ATLAS_CELL_PX, toX, -sizePx / 2, toPx, sizePx);
  if (stretch === 0) {
    part(0, ATLAS_CELL_PX, -sizePx / 2, sizePx);
    return;
  }
  part(half - 1, 2, -stretch - 0.5, 2 * stretch + 1);
  part(0, half, -sizePx / 2 - stretch, sizePx / 2);
  part(half, half, stretch, sizePx / 2);
};

const glyphsOfMark = (marks: MarkColumns, i: number, alphabet: readonly string[]): string[] =>
  shownGlyphs(marks.glyphs[i * 2] ?? 0, marks.glyphs[i * 2 + 1] ?? 0).map(
    (glyph) => alphabet[glyph - 1] ?? '',
  );

/** Draws cars on a 2D canvas as `carLayers` does with WebGL, reusing as much as possible between frames. */
export const createCarPainter = ({ route, texts, palette, doubledCasings }: CarsLook): CarPainter => {
  const atlas = drawCarAtlas({ palette, doubledCasings });
  let greyAtlas: HTMLCanvasElement | null = null;
  const whites = whiteNumbers(palette);
  const trackM = route === null ? 0 : trackLengthM(route);
  const kilometres = route === null ? () => [] : kilometreBoxes(route);
  let labels: Map<number, PlacedLabel> = new Map();

  /** A number within its mark, and the badge of its look. */
  const paintNumber = (
    ctx: Context2D,
    image: HTMLCanvasElement,
    characters: readonly string[],
    look: number,
    sizePx: number,
    stretch: number,
  ): void => {
    if (characters.length === 0) return;
    const px = textPx(sizePx, characters.length);
    const isWhite = Math.floor(whites / 2 ** look) % 2 === 1;
    ctx.font = `${NUMBER_WEIGHT} ${px}px ${MAP_FONT}`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = css(isWhite ? palette.white : palette.black);
    ctx.fillText(characters.join(''), 0, px * 0.06, characters.length * px * ADVANCE);
    const aside = sizePx * DISC_SHARE * 0.35;
    const [column, row] = atlasPlace(badgeCell(look));
    ctx.drawImage(
      image,
      column * ATLAS_CELL_PX,
      row * ATLAS_CELL_PX,
      ATLAS_CELL_PX,
      ATLAS_CELL_PX,
      aside + stretch - BADGE_CELL_PX / 2,
      -aside - BADGE_CELL_PX / 2,
      BADGE_CELL_PX,
      BADGE_CELL_PX,
    );
  };

  const paintMarks = (
    ctx: Context2D,
    frame: SnapshotFrame,
    marks: MarkColumns,
    moment: CarsMoment,
    turns: boolean,
  ): void => {
    const { cars, timeS, greyed = false, stepped = false } = moment;
    const { alphabet } = numbersOfField(cars.carNumbers);
    const image = greyed ? (greyAtlas ??= greyedAtlas(atlas)) : atlas;
    for (let i = 0; i < marks.length; i++) {
      const reached = progress(timeS, marks.spans[i * 4] ?? 0, marks.spans[i * 4 + 1] ?? 0);
      const share = stepped ? Math.floor(reached) : reached;
      const between = (axis: 0 | 1): number => {
        const from = marks.positions[i * 2 + axis] ?? NaN;
        return from + ((marks.nextPositions[i * 2 + axis] ?? NaN) - from) * share;
      };
      const cell = marks.cells[i] ?? 0;
      const sizePx = marks.sizes[i] ?? 0;
      const stretch = marks.stretches[i] ?? 0;
      const [x, y] = frame.toPx({ lng: between(0), lat: between(1) });
      const reach = sizePx + stretch;
      if (x < -reach || y < -reach || x > frame.widthPx + reach || y > frame.heightPx + reach) continue;
      ctx.save();
      ctx.translate(x, y);
      if (turns)
        ctx.rotate((turn(marks.spans[i * 4 + 2] ?? 0, marks.spans[i * 4 + 3] ?? 0, share) * Math.PI) / 180);
      paintCell(ctx, image, cell, sizePx, stretch);
      paintNumber(ctx, image, glyphsOfMark(marks, i, alphabet), cell, sizePx, stretch);
      ctx.restore();
    }
  };

  return {
    paint(ctx, frame, moment) {
      const { cars, timeS, selected = NONE, leaders = NONE, trail = null, stepped = false } = moment;
      ctx.font = `600 12px ${MAP_FONT}`;
      ctx.imageSmoothingQuality = 'high';
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      if (trail !== null) paintTrail(ctx, frame, trail, moment, palette);
      const room = roomPx(trackM, frame.metresPerPx, cars.count);
      // An SOS has a steady ring: a canvas painted ten times a second cannot pulse.
      const zoom = zoomOf(frame.centre.lat, frame.metresPerPx);
      const scale = markScale(cars, room, route === null ? 0 : trackPx(zoom, doubledCasings));
      const marked = { selected, leaders };
      const { wedges, discs } = markColumns(cars, scale, marked, NONE);
      paintMarks(ctx, frame, wedges, moment, true);
      paintMarks(ctx, frame, discs, moment, false);

      const project = ([lng, lat]: [lng: number, lat: number]): { x: number; y: number } => {
        const [x, y] = frame.toPx({ lat, lng });
        return { x, y };
      };
      const names = route === null ? [] : nameBoxes(route, texts, project);
      const { widthPx, heightPx } = frame;
      const view = { scale, widthPx, heightPx, stepped, project };
      const { candidates, marks, dots } = labelCandidates(cars, timeS, marked, view);
      labels = placeLabels(candidates, labels, timeS * 1_000, [...names, ...marks], {
        spared: kilometres(project),
        dots,
      });
      ctx.font = `600 12px ${MAP_FONT}`;
      const numbers = new Map(cars.carNumbers.map((number, i) => [cars.ids[i] ?? 0, number]));
      for (const { id, x, y } of candidates) {
        const label = labels.get(id);
        if (label !== undefined) paintText(ctx, numbers.get(id) ?? '', x + label.dx, y + label.dy, palette);
      }
    },
  };
};
