import { ATLAS_CELL_PX, atlasPlace, drawCarAtlas } from './car-atlas.js';
import { markColumns, roomPx, type MarkColumns } from './car-columns.js';
import { labelWishes } from './label-wishes.js';
import { placeLabels } from './labels.js';
import { progress, turn } from './motion.js';
import { kilometreBoxes, nameBoxes } from './name-boxes.js';
import { trackLengthM } from './route-geometry.js';
import type { SnapshotFrame } from './snapshot-frame.js';
import { paintText } from './snapshot-route.js';
import type { LiveCarsBuffer, MapPalette, RaceMapTexts, RaceRoute } from './types.js';

type Pen = CanvasRenderingContext2D;

export interface CarsLook {
  readonly route: RaceRoute | null;
  readonly texts: Pick<RaceMapTexts, 'start' | 'finish' | 'boxes'>;
  readonly palette: MapPalette;
  readonly doubledCasings: boolean;
}

const NONE: ReadonlySet<number> = new Set();

/** Marks and numbers of the cars where they were at that moment. */
export const paintCars = (
  pen: Pen,
  frame: SnapshotFrame,
  cars: LiveCarsBuffer,
  timeS: number,
  { route, texts, palette, doubledCasings }: CarsLook,
): void => {
  const atlas = drawCarAtlas({ palette, doubledCasings });
  const room = roomPx(route === null ? 0 : trackLengthM(route), frame.metresPerPx, cars.count);
  const { wedges, discs } = markColumns(cars, room, NONE, NONE);
  const paint = (marks: MarkColumns, turns: boolean): void => {
    for (let i = 0; i < marks.length; i++) {
      const share = progress(timeS, marks.spans[i * 4] ?? 0, marks.spans[i * 4 + 1] ?? 0);
      const between = (axis: 0 | 1): number => {
        const from = marks.positions[i * 2 + axis] ?? NaN;
        return from + ((marks.nextPositions[i * 2 + axis] ?? NaN) - from) * share;
      };
      const [column, row] = atlasPlace(marks.cells[i] ?? 0);
      const sizePx = marks.sizes[i] ?? 0;
      pen.save();
      pen.translate(...frame.toPx({ lng: between(0), lat: between(1) }));
      if (turns)
        pen.rotate((turn(marks.spans[i * 4 + 2] ?? 0, marks.spans[i * 4 + 3] ?? 0, share) * Math.PI) / 180);
      pen.drawImage(
        atlas,
        column * ATLAS_CELL_PX,
        row * ATLAS_CELL_PX,
        ATLAS_CELL_PX,
        ATLAS_CELL_PX,
        -sizePx / 2,
        -sizePx / 2,
        sizePx,
        sizePx,
      );
      pen.restore();
    }
  };
  paint(wedges, true);
  paint(discs, false);

  const project = ([lng, lat]: [lng: number, lat: number]): { x: number; y: number } => {
    const [x, y] = frame.toPx({ lat, lng });
    return { x, y };
  };
  const names = route === null ? [] : nameBoxes(route, texts, project);
  const { wishes, marks } = labelWishes(cars, timeS, NONE, {
    room,
    widthPx: frame.sizePx,
    heightPx: frame.sizePx,
    project,
  });
  const kilometres = route === null ? [] : kilometreBoxes(route)(project);
  const labels = placeLabels(wishes, new Map(), 0, [...names, ...marks], kilometres);
  const numbers = new Map(cars.carNumbers.map((number, i) => [cars.ids[i] ?? 0, number]));
  for (const { id, x, y } of wishes) {
    const label = labels.get(id);
    if (label !== undefined) paintText(pen, numbers.get(id) ?? '', x + label.dx, y + label.dy, palette);
  }
};
