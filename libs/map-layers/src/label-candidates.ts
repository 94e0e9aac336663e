import { isDot, isDrawn, isSos, markSizePx, RANK, rankOf, stretchPx, wantsNumber } from './car-columns.js';
import type { Marked, MarkScale } from './car-columns.js';
import { numbersOfField } from './car-numbers.js';
import type { Box, LabelCandidate } from './labels.js';
import { lngLatAt } from './motion.js';
import type { LiveCarsBuffer } from './types.js';

const CHARACTER_PX = 8.5;
const SPARE_PX = 6;
/** Half the drawn width, with casing, as a share of a mark's size. */
const MARK_SHARE = 0.42;
/** The same with a ring. */
const RINGED_SHARE = 0.62;
/** A number cannot be read if a mark drawn later is nearer than this share of both reaches. */
const COVERED_SHARE = 0.7;

/** SOS first, then chosen cars, then dots: with a driver's flag, stopped, silent. */
const PRIORITIES: Readonly<Record<number, number>> = {
  [RANK.sos]: 5,
  [RANK.chosenStanding]: 4,
  [RANK.chosen]: 4,
  [RANK.leader]: 3,
  [RANK.flagged]: 2,
  [RANK.stopped]: 1,
  [RANK.offline]: 0,
};

export interface LabelView {
  readonly scale: MarkScale;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Cars step from fix to fix instead of sliding. */
  readonly stepped?: boolean;
  project(lngLat: [lng: number, lat: number]): { x: number; y: number };
}

/** For `placeLabels`. */
export interface Labelling {
  readonly candidates: LabelCandidate[];
  /** The marks of all other cars in view; empty if there are no candidates. */
  readonly marks: Box[];
  /** Dots without a number in view, which a label covers if it finds no other place; empty if there are no candidates. */
  readonly dots: Box[];
}

/** A car in view, and how much of the screen its mark takes. */
interface InView {
  readonly index: number;
  readonly rank: number;
  readonly mark: Box;
}

const NOTHING: Labelling = { candidates: [], marks: [], dots: [] };

/**
 * The labels to place beside marks: of dots that need attention, and of SOS, chosen cars and leaders whose numbers are
 * covered by a mark that is drawn later. The other numbers stand within the discs.
 */
export const labelCandidates = (
  cars: LiveCarsBuffer,
  timeS: number,
  marked: Marked,
  view: LabelView,
): Labelling => {
  const { scale } = view;
  const dotWants = (i: number, rank: number): boolean =>
    isDot(rank, scale) && wantsNumber(rank, cars.look[i] ?? 0);
  const isProminent = (rank: number): boolean =>
    rank === RANK.sos || rank === RANK.chosen || rank === RANK.chosenStanding || rank === RANK.leader;

  let someWant = false;
  for (let i = 0; i < cars.count && !someWant; i++) {
    if (!isDrawn(cars, i)) continue;
    const rank = rankOf(cars, i, marked);
    someWant = isProminent(rank) || dotWants(i, rank);
  }
  if (!someWant) return NOTHING;

  const { lengths } = numbersOfField(cars.carNumbers);
  const candidates: LabelCandidate[] = [];
  const marks: Box[] = [];
  const dots: Box[] = [];
  const prominent: InView[] = [];
  const drawn: InView[] = [];
  const add = (i: number, rank: number, { x, y, widthPx }: Box): void => {
    candidates.push({
      id: cars.ids[i] ?? 0,
      x,
      y,
      reachPx: widthPx / 2,
      widthPx: (cars.carNumbers[i]?.length ?? 1) * CHARACTER_PX + SPARE_PX,
      priority: PRIORITIES[rank] ?? 0,
      always: isProminent(rank) && rank !== RANK.leader,
    });
  };
  for (let i = 0; i < cars.count; i++) {
    if (!isDrawn(cars, i)) continue;
    const { x, y } = view.project(lngLatAt(cars, i, timeS, view.stepped));
    if (x < 0 || y < 0 || x > view.widthPx || y > view.heightPx) continue;
    const rank = rankOf(cars, i, marked);
    const length = lengths[i] ?? 0;
    const sizePx = markSizePx(rank, length, scale);
    const isRinged = isSos(cars.look[i] ?? 0) || marked.selected.has(cars.ids[i] ?? 0);
    const reachPx = sizePx * (isRinged ? RINGED_SHARE : MARK_SHARE);
    const stretch = isDot(rank, scale) ? 0 : stretchPx(sizePx, length);
    const mark = { x, y, widthPx: 2 * (reachPx + stretch), heightPx: 2 * reachPx };
    drawn.push({ rank, mark, index: i });
    const isBareDot = isDot(rank, scale) && !wantsNumber(rank, cars.look[i] ?? 0);
    (isBareDot ? dots : marks).push(mark);
    if (dotWants(i, rank)) add(i, rank, mark);
    else if (isProminent(rank)) prominent.push({ index: i, rank, mark });
  }
  for (const { index, rank, mark } of prominent) {
    const isCovered = drawn.some((by) => {
      if (by.rank < rank || (by.rank === rank && by.index <= index)) return false;
      const reach = ((mark.heightPx + by.mark.heightPx) / 2) * COVERED_SHARE;
      return Math.hypot(by.mark.x - mark.x, by.mark.y - mark.y) < reach;
    });
    if (isCovered) add(index, rank, mark);
  }
  return { candidates, marks, dots };
};
