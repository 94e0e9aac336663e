import { CAR_LOOKS, type CarLook } from '@flagpost/contracts';
import { SELECTION_CELL, WEDGE_CELL } from './car-atlas.js';
import type { LiveCarsBuffer } from './types.js';

/** Instances for one `CarMarkLayer`: positions as [lng, lat], spans as [from s, to s, from deg, to deg]. */
export interface MarkColumns {
  length: number;
  positions: Float64Array;
  nextPositions: Float64Array;
  spans: Float32Array;
  sizes: Float32Array;
  cells: Float32Array;
}

const SIZE_PX = 36;
const DANGER_SIZE_PX = 54;
const DOT_PX = 14;

/** Drawn last, so that nothing covers them: flagged cars over the rest, stopped ones over these, SOS on top. */
const rank = (look: CarLook | undefined): number =>
  look === 'sos' ? 3 : look === 'stopped' ? 2 : look === 'default' || look === 'offline' ? 0 : 1;
const RANKS = CAR_LOOKS.map(rank);
const SOS = CAR_LOOKS.indexOf('sos');

/** Size of a mark in pixels: dangers stay large, the rest shrinks to dots when zoomed out. */
export const markSizePx = (look: number, zoom: number): number =>
  look === SOS ? DANGER_SIZE_PX : Math.min(SIZE_PX, Math.max(DOT_PX, DOT_PX + (zoom - 9) * 6));

/** Whether a car is drawn at all. */
export const isDrawn = (cars: LiveCarsBuffer, i: number): boolean =>
  cars.visible[i] === 1 && Number.isFinite(cars.nextLat[i]) && Number.isFinite(cars.nextLng[i]);

const columns = (capacity: number): MarkColumns => ({
  length: 0,
  positions: new Float64Array(capacity * 2),
  nextPositions: new Float64Array(capacity * 2),
  spans: new Float32Array(capacity * 4),
  sizes: new Float32Array(capacity),
  cells: new Float32Array(capacity),
});

/** Appends one mark that moves as car `i` does. */
const add = (to: MarkColumns, cars: LiveCarsBuffer, i: number, cell: number, sizePx: number): void => {
  const at = to.length++;
  to.positions[at * 2] = cars.prevLng[i] ?? NaN;
  to.positions[at * 2 + 1] = cars.prevLat[i] ?? NaN;
  to.nextPositions[at * 2] = cars.nextLng[i] ?? NaN;
  to.nextPositions[at * 2 + 1] = cars.nextLat[i] ?? NaN;
  to.spans[at * 4] = cars.prevTimeS[i] ?? 0;
  to.spans[at * 4 + 1] = cars.nextTimeS[i] ?? 0;
  const heading = cars.nextHeadingDeg[i] ?? NaN;
  const former = cars.prevHeadingDeg[i] ?? NaN;
  to.spans[at * 4 + 2] = Number.isNaN(former) ? heading : former;
  to.spans[at * 4 + 3] = heading;
  to.sizes[at] = sizePx;
  to.cells[at] = cell;
};

/** The marks of all drawn cars, dangers last, with a ring under each selected one; and the wedges of those that head somewhere. */
export const markColumns = (
  cars: LiveCarsBuffer,
  zoom: number,
  selected: ReadonlySet<number>,
): { discs: MarkColumns; wedges: MarkColumns } => {
  const discs = columns(cars.count + selected.size);
  const wedges = columns(cars.count);
  for (let drawn = 0; drawn <= 3; drawn++) {
    for (let i = 0; i < cars.count; i++) {
      const look = cars.look[i] ?? 0;
      if (RANKS[look] !== drawn || !isDrawn(cars, i)) continue;
      const sizePx = markSizePx(look, zoom);
      if (selected.has(cars.ids[i] ?? 0)) add(discs, cars, i, SELECTION_CELL, sizePx * 1.3);
      add(discs, cars, i, look, sizePx);
      if (!Number.isNaN(cars.nextHeadingDeg[i])) add(wedges, cars, i, WEDGE_CELL, sizePx * 1.3);
    }
  }
  return { discs, wedges };
};
