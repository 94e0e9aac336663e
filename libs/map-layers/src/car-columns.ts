import { CAR_LOOKS, isDriverFlag, lookIndex } from '@flagpost/contracts';
import { ALARM_CELL, DISC_SHARE, dotCell, SELECTION_CELL, WEDGE_CELL } from './car-atlas.js';
import { numbersOfField } from './car-numbers.js';
import type { LiveCarsBuffer } from './types.js';

/** Instances for one `CarMarkLayer`. */
export interface MarkColumns {
  length: number;
  /** Indices of the cars. */
  sources: Int32Array;
  /** As [lng, lat]. These and the next two change with every fix; see `moveMarks`. */
  positions: Float64Array;
  nextPositions: Float64Array;
  /** As [from s, to s, from deg, to deg]; a car that stays where it is has no times. */
  spans: Float32Array;
  /** Sides of the cells, pixels. */
  sizes: Float32Array;
  /** By how much either side of a mark is moved outwards, pixels: a disc becomes a pill. */
  stretches: Float32Array;
  cells: Float32Array;
  /** The number within the mark, two floats each as in `CarNumbers`; zeros: none. */
  glyphs: Float32Array;
}

/** Diameters in pixels, casings included. */
const DISC_PX = 30;
const THREE_DIGITS_PX = 36;
const DANGER_TIMES = 1.5;
/** Discs are drawn while so many of them fit between two neighbours on average. */
const ROOM_IN_DISCS = 1.2;
/** Dots of cars that are stopped or silent, in proportion to those of running ones. */
const STANDING_DOT_TIMES = 1.3;
/** Dots are wider than the track by so many pixels. */
const DOT_BEYOND_TRACK_PX = 4;
/** Without a track: the assumed distance between cars. */
const USUAL_TRACK_M = 5000;
const RING_TIMES = 1.3;

/** Size of the number in proportion to the cell: 14 px in a disc or a pill, 13 px if it has three digits. */
const TEXT_SHARE = 0.364;
const THREE_DIGITS_TEXT_SHARE = 0.281;
/** Width of a character, in proportion to the size of the text. */
export const ADVANCE = 0.63;
/** A pill begins where a number is wider than this share of the cell, which a disc leaves for it. */
const TEXT_ROOM_SHARE = 0.48;

/** Size of a number's text in a mark, pixels. */
export const textPx = (sizePx: number, length: number): number =>
  sizePx * (length === 3 ? THREE_DIGITS_TEXT_SHARE : TEXT_SHARE);

/** How far either side of a mark moves outwards for a number of so many characters, pixels. */
export const stretchPx = (sizePx: number, length: number): number =>
  length < 4 ? 0 : Math.max(0, (length * ADVANCE * TEXT_SHARE - TEXT_ROOM_SHARE) / 2) * sizePx;

const discPx = (length: number): number => (length === 3 ? THREE_DIGITS_PX : DISC_PX);

const OFFLINE = lookIndex('offline');
const SOS = lookIndex('sos');
const STOPPED = lookIndex('stopped');
const DEFAULT = lookIndex('default');
const DRIVER_FLAGS: readonly boolean[] = CAR_LOOKS.map(
  (look) => typeof look === 'number' && isDriverFlag(look),
);

/**
 * Drawing order, the last on top. No running car covers one that is stopped or silent, not even a chosen one; nothing
 * covers an SOS.
 */
export const RANK = {
  running: 0,
  flagged: 1,
  leader: 2,
  chosen: 3,
  offline: 4,
  stopped: 5,
  chosenStanding: 6,
  sos: 7,
} as const;
const RANKS = RANK.sos + 1;
const NOT_DRAWN = 255;

export const isSos = (look: number): boolean => look === SOS;

/** Which cars are marked in another way than their state says. */
export interface Marked {
  /** Inspected and selected cars: ring, number, and drawn over other running ones. */
  readonly selected: ReadonlySet<number>;
  /** Cars whose numbers are shown even if the others are dots. */
  readonly leaders: ReadonlySet<number>;
}

/** How large marks are drawn. */
export interface MarkScale {
  /** Cars are dots, except SOS, chosen ones and leaders. */
  readonly dots: boolean;
  /** Diameter of a dot, casings included, pixels. */
  readonly dotPx: number;
}

/** Space for each car along the track, pixels. `trackM` is 0 if there is none. */
export const roomPx = (trackM: number, metresPerPx: number, cars: number): number =>
  (trackM > 0 ? trackM : USUAL_TRACK_M) / metresPerPx / Math.max(1, cars);

/** Width of a whole mark with its number, casings included, pixels. */
const wholePx = (length: number): number =>
  discPx(length) + 2 * stretchPx(discPx(length) / DISC_SHARE, length);

/**
 * @param room see `roomPx`
 * @param trackPx width of the drawn track with its casings
 */
export const markScale = (cars: LiveCarsBuffer, room: number, trackPx: number): MarkScale => {
  const { ofLength } = numbersOfField(cars.carNumbers);
  const sum = ofLength.reduce((sumPx, count, length) => sumPx + count * wholePx(length), 0);
  const dots = cars.count > 0 && room < (ROOM_IN_DISCS * sum) / cars.count;
  return { dots, dotPx: trackPx + DOT_BEYOND_TRACK_PX };
};

/** Whether a car is drawn at all. */
export const isDrawn = (cars: LiveCarsBuffer, i: number): boolean =>
  cars.visible[i] === 1 && Number.isFinite(cars.nextLat[i]) && Number.isFinite(cars.nextLng[i]);

const has = (ids: ReadonlySet<number>, id: number): boolean => ids.size > 0 && ids.has(id);

/** Rank for drawing and for placing labels, of `RANK`. */
export const rankOf = (cars: LiveCarsBuffer, i: number, { selected, leaders }: Marked): number => {
  const look = cars.look[i] ?? 0;
  if (look === SOS) return RANK.sos;
  const id = cars.ids[i] ?? 0;
  const isChosen = has(selected, id);
  if (look === OFFLINE) return isChosen ? RANK.chosenStanding : RANK.offline;
  if (look === STOPPED || cars.stopped[i] === 1) return isChosen ? RANK.chosenStanding : RANK.stopped;
  if (isChosen) return RANK.chosen;
  if (has(leaders, id)) return RANK.leader;
  return look === DEFAULT ? RANK.running : RANK.flagged;
};

/** Whether a car of this rank is a dot. */
export const isDot = (rank: number, { dots }: MarkScale): boolean =>
  dots && rank !== RANK.sos && rank !== RANK.chosen && rank !== RANK.chosenStanding && rank !== RANK.leader;

/** Side of a mark's cell in pixels; `length`: characters of its number. */
export const markSizePx = (rank: number, length: number, scale: MarkScale): number => {
  if (isDot(rank, scale)) return (scale.dotPx * (rank >= RANK.offline ? STANDING_DOT_TIMES : 1)) / DISC_SHARE;
  return (discPx(length) * (rank === RANK.sos ? DANGER_TIMES : 1)) / DISC_SHARE;
};

/** Whether a dot's number is shown beside it: cars that do not run, and those with a driver's flag. */
export const wantsNumber = (rank: number, look: number): boolean =>
  rank === RANK.offline || rank === RANK.stopped || DRIVER_FLAGS[look] === true;

const columns = (capacity: number): MarkColumns => ({
  length: 0,
  sources: new Int32Array(capacity),
  positions: new Float64Array(capacity * 2),
  nextPositions: new Float64Array(capacity * 2),
  spans: new Float32Array(capacity * 4),
  sizes: new Float32Array(capacity),
  stretches: new Float32Array(capacity),
  cells: new Float32Array(capacity),
  glyphs: new Float32Array(capacity * 2),
});

/** Appends one mark that moves as car `i` does. */
const add = (to: MarkColumns, i: number, cell: number, sizePx: number, stretch: number): number => {
  const at = to.length++;
  to.sources[at] = i;
  to.sizes[at] = sizePx;
  to.stretches[at] = stretch;
  to.cells[at] = cell;
  return at;
};

/** Puts the marks where their cars are now. @returns whether anything has changed */
export const moveMarks = (marks: MarkColumns, cars: LiveCarsBuffer): boolean => {
  const { length, sources, positions, nextPositions, spans } = marks;
  const { prevLng, prevLat, nextLng, nextLat, prevTimeS, nextTimeS, prevHeadingDeg, nextHeadingDeg } = cars;
  let hasChanged = false;
  for (let at = 0; at < length; at++) {
    const i = sources[at] ?? 0;
    const lng = nextLng[i] ?? NaN;
    const lat = nextLat[i] ?? NaN;
    const fromLng = prevLng[i] ?? NaN;
    const fromLat = prevLat[i] ?? NaN;
    const heading = nextHeadingDeg[i] ?? NaN;
    const former = prevHeadingDeg[i] ?? NaN;
    const fromHeading = Number.isNaN(former) ? heading : former;
    const stays = fromLng === lng && fromLat === lat && !(fromHeading !== heading && !Number.isNaN(heading));
    const fromS = stays ? 0 : (prevTimeS[i] ?? 0);
    const toS = stays ? 0 : (nextTimeS[i] ?? 0);
    const place = at * 2;
    const span = at * 4;
    hasChanged ||=
      nextPositions[place] !== lng ||
      nextPositions[place + 1] !== lat ||
      positions[place] !== fromLng ||
      positions[place + 1] !== fromLat ||
      spans[span + 1] !== toS ||
      (spans[span + 3] !== heading && !Number.isNaN(heading));
    positions[place] = fromLng;
    positions[place + 1] = fromLat;
    nextPositions[place] = lng;
    nextPositions[place + 1] = lat;
    spans[span] = fromS;
    spans[span + 1] = toS;
    spans[span + 2] = fromHeading;
    spans[span + 3] = heading;
  }
  return hasChanged;
};

export interface CarMarks {
  readonly wedges: MarkColumns;
  readonly discs: MarkColumns;
  /** Rings that pulse. */
  readonly pulses: MarkColumns;
}

/** Indices of the drawn cars, by rank. */
const inOrder = (cars: LiveCarsBuffer, marked: Marked): { order: Int32Array; ranks: Uint8Array } => {
  const ranks = new Uint8Array(cars.count);
  const starts = new Int32Array(RANKS + 1);
  for (let i = 0; i < cars.count; i++) {
    const rank = isDrawn(cars, i) ? rankOf(cars, i, marked) : NOT_DRAWN;
    ranks[i] = rank;
    if (rank !== NOT_DRAWN) starts[rank + 1] = (starts[rank + 1] ?? 0) + 1;
  }
  for (let rank = 0; rank < RANKS; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0);
  const order = new Int32Array(starts[RANKS] ?? 0);
  for (let i = 0; i < cars.count; i++) {
    const rank = ranks[i] ?? NOT_DRAWN;
    if (rank === NOT_DRAWN) continue;
    const at = starts[rank] ?? 0;
    order[at] = i;
    starts[rank] = at + 1;
  }
  return { order, ranks };
};

/**
 * The marks of all visible cars by `RANK`, with a ring under each chosen one and each SOS; and the wedges of those with
 * a heading. `unacknowledged`: cars whose SOS nobody has acknowledged. Their rings pulse unless `still`; the ring of one
 * that the car has cleared stands still.
 */
export const markColumns = (
  cars: LiveCarsBuffer,
  scale: MarkScale,
  marked: Marked,
  unacknowledged: ReadonlySet<number>,
  still = false,
): CarMarks => {
  const { order, ranks } = inOrder(cars, marked);
  const { glyphs, lengths } = numbersOfField(cars.carNumbers);
  let rings = marked.selected.size + unacknowledged.size;
  for (let k = order.length - 1; k >= 0 && ranks[order[k] ?? 0] === RANK.sos; k--) rings += 1;
  // The whole column is uploaded to the GPU, so it is no longer than necessary.
  const discs = columns(order.length + rings);
  const wedges = columns(order.length);
  const pulses = columns(unacknowledged.size);
  for (const i of order) {
    const look = cars.look[i] ?? 0;
    const id = cars.ids[i] ?? 0;
    const rank = ranks[i] ?? 0;
    const length = lengths[i] ?? 0;
    const dot = isDot(rank, scale);
    const sizePx = markSizePx(rank, length, scale);
    const stretch = dot ? 0 : stretchPx(sizePx, length);
    const ringPx = sizePx * RING_TIMES;
    const isUnacknowledged = has(unacknowledged, id);
    const isRinged = look === SOS || isUnacknowledged;
    if (isRinged) {
      const isPulsing = look === SOS && isUnacknowledged && !still;
      add(isPulsing ? pulses : discs, i, ALARM_CELL, ringPx, stretch);
    }
    if (has(marked.selected, id)) add(discs, i, SELECTION_CELL, isRinged ? ringPx * 1.2 : ringPx, stretch);
    const at = add(discs, i, dot ? dotCell(look) : look, sizePx, stretch);
    if (dot) continue;
    discs.glyphs[at * 2] = glyphs[i * 2] ?? 0;
    discs.glyphs[at * 2 + 1] = glyphs[i * 2 + 1] ?? 0;
    // Beside a pill the wedge would be hidden.
    if (!Number.isNaN(cars.nextHeadingDeg[i])) add(wedges, i, WEDGE_CELL, ringPx + 2 * stretch, 0);
  }
  for (const marks of [wedges, discs, pulses]) moveMarks(marks, cars);
  return { wedges, discs, pulses };
};
