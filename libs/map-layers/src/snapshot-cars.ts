import { ATLAS_CELL_PX, atlasPlace, drawCarAtlas } from './car-atlas.js';
import { markColumns, roomPx, type MarkColumns } from './car-columns.js';
import { css } from './colours.js';
import { MAP_FONT } from './ground-images.js';
import { labelCandidates } from './label-candidates.js';
import { placeLabels, type PlacedLabel } from './labels.js';
import { progress, turn } from './motion.js';
import { kilometreBoxes, nameBoxes } from './name-boxes.js';
import { trackLengthM } from './route-geometry.js';
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
const TRAIL_CASING_PX = 7;
const TRAIL_PX = 4;
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

/** Draws cars on a 2D canvas as `carLayers` does with WebGL, reusing as much as possible between frames. */
export const createCarPainter = ({ route, texts, palette, doubledCasings }: CarsLook): CarPainter => {
  const atlas = drawCarAtlas({ palette, doubledCasings });
  let greyAtlas: HTMLCanvasElement | null = null;
  const trackM = route === null ? 0 : trackLengthM(route);
  const kilometres = route === null ? () => [] : kilometreBoxes(route);
  let labels: Map<number, PlacedLabel> = new Map();

  const paintMarks = (
    ctx: Context2D,
    frame: SnapshotFrame,
    marks: MarkColumns,
    moment: CarsMoment,
    turns: boolean,
  ): void => {
    const { timeS, greyed = false, stepped = false } = moment;
    const image = greyed ? (greyAtlas ??= greyedAtlas(atlas)) : atlas;
    for (let i = 0; i < marks.length; i++) {
      const reached = progress(timeS, marks.spans[i * 4] ?? 0, marks.spans[i * 4 + 1] ?? 0);
      const share = stepped ? Math.floor(reached) : reached;
      const between = (axis: 0 | 1): number => {
        const from = marks.positions[i * 2 + axis] ?? NaN;
        return from + ((marks.nextPositions[i * 2 + axis] ?? NaN) - from) * share;
      };
      const [column, row] = atlasPlace(marks.cells[i] ?? 0);
      const sizePx = marks.sizes[i] ?? 0;
      const [x, y] = frame.toPx({ lng: between(0), lat: between(1) });
      if (x < -sizePx || y < -sizePx || x > frame.widthPx + sizePx || y > frame.heightPx + sizePx) continue;
      ctx.save();
      ctx.translate(x, y);
      if (turns)
        ctx.rotate((turn(marks.spans[i * 4 + 2] ?? 0, marks.spans[i * 4 + 3] ?? 0, share) * Math.PI) / 180);
      ctx.drawImage(
        image,
        column * ATLAS_CELL_PX,
        row * ATLAS_CELL_PX,
        ATLAS_CELL_PX,
        ATLAS_CELL_PX,
        -sizePx / 2,
        -sizePx / 2,
        sizePx,
        sizePx,
      );
      ctx.restore();
    }
  };

  return {
    paint(ctx, frame, moment) {
      const { cars, timeS, selected = NONE, trail = null, stepped = false } = moment;
      ctx.font = `600 12px ${MAP_FONT}`;
      ctx.imageSmoothingQuality = 'high';
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      if (trail !== null) paintTrail(ctx, frame, trail, moment, palette);
      const room = roomPx(trackM, frame.metresPerPx, cars.count);
      // An SOS has a steady ring: a canvas painted ten times a second cannot pulse.
      const { wedges, discs } = markColumns(cars, room, selected, NONE);
      paintMarks(ctx, frame, wedges, moment, true);
      paintMarks(ctx, frame, discs, moment, false);

      const project = ([lng, lat]: [lng: number, lat: number]): { x: number; y: number } => {
        const [x, y] = frame.toPx({ lat, lng });
        return { x, y };
      };
      const names = route === null ? [] : nameBoxes(route, texts, project);
      const { widthPx, heightPx } = frame;
      const view = { room, widthPx, heightPx, stepped, project };
      const { candidates, marks } = labelCandidates(cars, timeS, selected, view);
      labels = placeLabels(candidates, labels, timeS * 1_000, [...names, ...marks], kilometres(project));
      const numbers = new Map(cars.carNumbers.map((number, i) => [cars.ids[i] ?? 0, number]));
      for (const { id, x, y } of candidates) {
        const label = labels.get(id);
        if (label !== undefined) paintText(ctx, numbers.get(id) ?? '', x + label.dx, y + label.dy, palette);
      }
    },
  };
};
