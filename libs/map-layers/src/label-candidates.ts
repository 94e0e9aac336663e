import { isDot, isDrawn, isOrdinary, isSos, markSizePx, rankOf } from './car-columns.js';
import type { Box, LabelCandidate } from './labels.js';
import { lngLatAt } from './motion.js';
import type { LiveCarsBuffer } from './types.js';

const CHARACTER_PX = 8.5;
const SPARE_PX = 6;
/** Half the drawn width, with casing, as a share of a mark's size. */
const MARK_SHARE = 0.42;
/** The same for a car in SOS with its ring. */
const ALARM_SHARE = 0.62;

/** By drawing rank: SOS first, then selected cars, flagged ones, stopped ones, others, offline ones. */
const PRIORITY_OF_RANK = [0, 1, 3, 2, 5] as const;
const SELECTED_PRIORITY = 4;

export interface LabelView {
  /** Space for each car along the track, pixels. */
  readonly room: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Cars step from fix to fix instead of sliding. */
  readonly stepped?: boolean;
  project(lngLat: [lng: number, lat: number]): { x: number; y: number };
}

/** For `placeLabels`. */
export interface Labelling {
  readonly candidates: LabelCandidate[];
  /** The marks of all cars in view; empty if there are no candidates. */
  readonly marks: Box[];
}

/** The labels to place: of every car in view, or only of those that need attention if the others are dots. */
export const labelCandidates = (
  cars: LiveCarsBuffer,
  timeS: number,
  selected: ReadonlySet<number>,
  view: LabelView,
): Labelling => {
  const candidates: LabelCandidate[] = [];
  const marks: Box[] = [];
  const wants = (i: number): boolean => {
    const look = cars.look[i] ?? 0;
    return selected.has(cars.ids[i] ?? 0) || !isOrdinary(look) || !isDot(markSizePx(look, view.room));
  };
  let someWant = false;
  for (let i = 0; i < cars.count && !someWant; i++) someWant = isDrawn(cars, i) && wants(i);
  if (!someWant) return { candidates, marks };
  for (let i = 0; i < cars.count; i++) {
    if (!isDrawn(cars, i)) continue;
    const { x, y } = view.project(lngLatAt(cars, i, timeS, view.stepped));
    if (x < 0 || y < 0 || x > view.widthPx || y > view.heightPx) continue;
    const id = cars.ids[i] ?? 0;
    const look = cars.look[i] ?? 0;
    const alarm = isSos(look);
    const sizePx = markSizePx(look, view.room);
    const reachPx = sizePx * (alarm ? ALARM_SHARE : MARK_SHARE);
    marks.push({ x, y, widthPx: reachPx * 2, heightPx: reachPx * 2 });
    if (!wants(i)) continue;
    candidates.push({
      id,
      x,
      y,
      reachPx,
      widthPx: (cars.carNumbers[i]?.length ?? 1) * CHARACTER_PX + SPARE_PX,
      priority: selected.has(id) && !alarm ? SELECTED_PRIORITY : (PRIORITY_OF_RANK[rankOf(look)] ?? 0),
      alarm,
    });
  }
  return { candidates, marks };
};
