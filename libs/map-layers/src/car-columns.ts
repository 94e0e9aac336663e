import { CAR_LOOKS, lookIndex, type CarLook } from '@flagpost/contracts';
import { ALARM_CELL, dotCell, SELECTION_CELL, WEDGE_CELL } from './car-atlas.js';
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

/** Sizes in pixels: of an easily visible mark, of an SOS, and the minimum of a stopped car and of the others. */
const SIZE_PX = 36;
const DANGER_SIZE_PX = 54;
const SMALLEST_STOPPED_PX = 26;
const SMALLEST_PX = 12;
/** Smaller marks are drawn as dots: a letter or a wedge would be illegible. */
const DOT_BELOW_PX = 22;
/** Cars run in groups: a mark takes this share of the space that each car would have if they were evenly spread. */
const BUNCHED = 0.8;
/** Without a track: the assumed distance between cars. */
const USUAL_TRACK_M = 5000;
export const RING_TIMES = 1.3;

/**
 * Drawing order, the last on top: offline cars, as their position is unknown, ordinary ones, flagged ones, stopped
 * ones, SOS.
 */
const RANK = { offline: 0, default: 1, flagged: 2, stopped: 3, sos: 4 } as const;
const rank = (look: CarLook): number => (typeof look === 'string' ? RANK[look] : RANK.flagged);
const RANKS = CAR_LOOKS.map(rank);
const SOS = lookIndex('sos');
const STOPPED = lookIndex('stopped');

/** Selected cars are drawn above all others except those in SOS. */
const DRAWN_LAST = RANK.sos + 1;
const NOT_DRAWN = 255;

export const isSos = (look: number): boolean => look === SOS;
/** Rank of a look for drawing and for placing labels, 0 to 4. */
export const rankOf = (look: number): number => RANKS[look] ?? 0;
/** Whether a car is under no flag and in no danger. */
export const isOrdinary = (look: number): boolean => rankOf(look) <= RANK.default;

/** Space for each car along the track, pixels. `trackM` is 0 if there is none. */
export const roomPx = (trackM: number, metresPerPx: number, cars: number): number =>
  (trackM > 0 ? trackM : USUAL_TRACK_M) / metresPerPx / Math.max(1, cars);

/** Size of a mark in pixels: dangers stay large, others shrink to dots if cars have little space. */
export const markSizePx = (look: number, room: number): number => {
  if (look === SOS) return DANGER_SIZE_PX;
  const smallest = look === STOPPED ? SMALLEST_STOPPED_PX : SMALLEST_PX;
  return Math.min(SIZE_PX, Math.max(smallest, room * BUNCHED));
};

export const isDot = (sizePx: number): boolean => sizePx < DOT_BELOW_PX;

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

export interface CarMarks {
  readonly wedges: MarkColumns;
  readonly discs: MarkColumns;
  /** Rings that pulse. */
  readonly pulses: MarkColumns;
}

/**
 * The marks of all visible cars, dangers last, with a ring under each selected one and each SOS; and the wedges of
 * those with a heading. `room`: see `roomPx`; `pulsing`: cars with an unacknowledged SOS.
 */
export const markColumns = (
  cars: LiveCarsBuffer,
  room: number,
  selected: ReadonlySet<number>,
  pulsing: ReadonlySet<number>,
): CarMarks => {
  const turns = new Uint8Array(cars.count);
  let rings = selected.size;
  for (let i = 0; i < cars.count; i++) {
    const look = cars.look[i] ?? 0;
    if (look === SOS) rings += 1;
    turns[i] = !isDrawn(cars, i)
      ? NOT_DRAWN
      : look === SOS
        ? DRAWN_LAST
        : selected.has(cars.ids[i] ?? 0)
          ? DRAWN_LAST - 1
          : rankOf(look);
  }
  // The whole column is uploaded to the GPU, so it is no longer than necessary.
  const discs = columns(cars.count + rings);
  const wedges = columns(cars.count);
  const pulses = columns(pulsing.size);
  for (let drawn = 0; drawn <= DRAWN_LAST; drawn++) {
    for (let i = 0; i < cars.count; i++) {
      if (turns[i] !== drawn) continue;
      const look = cars.look[i] ?? 0;
      const id = cars.ids[i] ?? 0;
      const sizePx = markSizePx(look, room);
      const ringPx = sizePx * RING_TIMES;
      if (look === SOS) {
        if (pulsing.has(id)) add(pulses, cars, i, ALARM_CELL, ringPx);
        else add(discs, cars, i, ALARM_CELL, ringPx);
      }
      if (selected.has(id)) add(discs, cars, i, SELECTION_CELL, look === SOS ? ringPx * 1.2 : ringPx);
      const dot = isDot(sizePx);
      add(discs, cars, i, dot ? dotCell(look) : look, sizePx);
      if (!dot && !Number.isNaN(cars.nextHeadingDeg[i])) add(wedges, cars, i, WEDGE_CELL, ringPx);
    }
  }
  return { wedges, discs, pulses };
};
