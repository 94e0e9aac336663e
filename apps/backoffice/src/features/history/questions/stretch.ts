import type { CircuitRouteAnswer, LatLng } from '@flagpost/contracts';
import {
  isClosed,
  lengthM,
  project,
  stretchFault,
  type Line,
  type StretchFault,
} from '@flagpost/track-geometry';
import { raceLineOf } from '../../../shared/sector-stretches.js';

/** A stretch of the race line between two points, however it is chosen. Distances are metres from the start of the line. */

export interface RaceLine {
  readonly points: Line;
  readonly lengthM: number;
  readonly isCircuit: boolean;
}

export const ENDS = ['from', 'to'] as const;
export type End = (typeof ENDS)[number];
/** Null: not chosen. */
export type Ends = Readonly<Record<End, number | null>>;
/** Kilometres as they are typed. */
export type TypedEnds = Readonly<Record<End, string>>;

export const NO_ENDS: Ends = { from: null, to: null };

/** On the map points are chosen this exactly: a car is in a stretch within 25 m. */
const GRID_M = 10;

/** Null without a race line that is long enough for a stretch. */
export const lineOf = (route: CircuitRouteAnswer | null): RaceLine | null => {
  const points = route === null ? null : raceLineOf(route);
  if (points === null) return null;
  const line = { points, lengthM: lengthM(points), isCircuit: isClosed(points) };
  return line.lengthM < 2 * GRID_M ? null : line;
};

/** The last point that is chosen on the map. */
export const lastM = (line: RaceLine): number => Math.floor(line.lengthM / GRID_M) * GRID_M;

/** '1.20', and '1.234' if it is typed so. */
export const kmText = (metres: number): string =>
  (metres / 1_000).toLocaleString('en', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
    useGrouping: false,
  });

const TYPED = /^\d{1,5}([.,]\d{0,3})?$/;
const metresIn = (typed: string): number | null =>
  TYPED.test(typed.trim()) ? Math.round(Number(typed.trim().replace(',', '.')) * 1_000) : null;

/** What is typed, as far as it is on the line. */
export const endsIn = (line: RaceLine, typed: TypedEnds): Ends => {
  const onLine = (text: string): number | null => {
    const metres = metresIn(text);
    return metres === null || metres > line.lengthM ? null : metres;
  };
  return { from: onLine(typed.from), to: onLine(typed.to) };
};

/** As somebody would type them. */
export const typedEnds = ({ from, to }: Ends): TypedEnds => ({
  from: from === null ? '' : kmText(from),
  to: to === null ? '' : kmText(to),
});

export type EndsFault = 'missing' | StretchFault;

/** The stretch between them in the direction of travel, which on a circuit may cross the ends of the line, or why there is none. */
export const stretchIn = (
  { isCircuit }: RaceLine,
  { from, to }: Ends,
): Readonly<Record<End, number>> | EndsFault => {
  if (from === null || to === null) return 'missing';
  return stretchFault(isCircuit, from, to) ?? { from, to };
};

const clamped = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** One end moved along the line: on a circuit over its ends, otherwise as far as the other end. */
export const moved = (line: RaceLine, ends: Ends, end: End, toM: number): Ends => {
  const alongM = line.isCircuit ? (toM + line.lengthM) % line.lengthM : toM;
  const most = lastM(line);
  const metres = clamped(Math.round(alongM / GRID_M) * GRID_M, 0, most);
  const other = ends[end === 'from' ? 'to' : 'from'];
  if (line.isCircuit || other === null) return { ...ends, [end]: metres };
  return end === 'from'
    ? { ...ends, from: clamped(metres, 0, Math.max(0, other - GRID_M)) }
    : { ...ends, to: clamped(metres, Math.min(most, other + GRID_M), most) };
};

/** One end moved by steps of an arrow key. */
export const stepped = (line: RaceLine, ends: Ends, end: End, steps: number): Ends =>
  moved(line, ends, end, (ends[end] ?? 0) + steps * GRID_M);

/** Where a place is along the line. */
export const alongM = (line: RaceLine, at: LatLng): number => project(line.points, at)?.alongM ?? 0;

/**
 * The first press on the map chooses where a stretch begins, the second one where it ends, a further one moves the end that is
 * nearer. Without a circuit the end that comes first on the line is the beginning.
 */
export const placed = (line: RaceLine, ends: Ends, at: LatLng): Ends => {
  const pressedM = alongM(line, at);
  const { from, to } = ends;
  if (from !== null && to !== null) {
    const apartM = (metres: number): number => {
      const straight = Math.abs(metres - pressedM);
      return line.isCircuit ? Math.min(straight, line.lengthM - straight) : straight;
    };
    return moved(line, ends, apartM(from) < apartM(to) ? 'from' : 'to', pressedM);
  }
  const known = from ?? to;
  const pressed = moved(line, NO_ENDS, 'from', pressedM).from;
  if (known === null || pressed === null) return { from: pressed, to: null };
  const chosen = from === null ? { from: pressed, to: known } : { from: known, to: pressed };
  const isReversed = !line.isCircuit && chosen.from > chosen.to;
  return isReversed ? { from: chosen.to, to: chosen.from } : chosen;
};
