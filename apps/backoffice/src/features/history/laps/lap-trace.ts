import type { LatLng } from '@flagpost/contracts';
import { distanceM, lngDifference, type PastPosition } from '@flagpost/telemetry';

/** What a car drove from the beginning of a lap on, place by place: columns of equal length. */
export interface LapTrace {
  /** Seconds and metres since the lap began. */
  readonly seconds: readonly number[];
  readonly metres: readonly number[];
  readonly kph: readonly number[];
  readonly places: readonly LatLng[];
}

type Driven = Pick<PastPosition, 'at' | 'lat' | 'lng' | 'speedKph'>;

/** @param driven in order, from the beginning of the lap to its end, both included */
export const traceOf = (driven: readonly Driven[]): LapTrace => {
  const [first] = driven;
  let metres = 0;
  const along = driven.map(({ lat, lng }, i) => {
    const before = driven[i - 1];
    if (before !== undefined) metres += distanceM(before.lat, before.lng, lat, lng);
    return metres;
  });
  return {
    seconds: driven.map(({ at }) => (at - (first?.at ?? 0)) / 1_000),
    metres: along,
    kph: driven.map(({ speedKph }) => speedKph),
    places: driven.map(({ lat, lng }) => ({ lat, lng })),
  };
};

/** What laps are laid over each other by. */
export const AXES = ['metres', 'seconds'] as const;
export type Axis = (typeof AXES)[number];

/** A car within a lap. */
export interface LapPoint extends LatLng {
  readonly seconds: number;
  readonly metres: number;
  readonly kph: number;
}

/** Where the car was at this distance or time, between two positions; null beyond the ends of the lap. */
export const pointAt = (trace: LapTrace, axis: Axis, value: number): LapPoint | null => {
  const column = trace[axis];
  const last = column.length - 1;
  if (last < 0 || value < (column[0] ?? 0) || value > (column[last] ?? 0)) return null;
  let [low, high] = [0, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const [to, from] = [low, Math.max(0, low - 1)];
  const span = (column[to] ?? 0) - (column[from] ?? 0);
  const share = span > 0 ? (value - (column[from] ?? 0)) / span : 1;
  const between = (of: readonly number[]): number =>
    (of[from] ?? 0) + share * ((of[to] ?? 0) - (of[from] ?? 0));
  const [here, there] = [trace.places[from], trace.places[to]];
  if (here === undefined || there === undefined) return null;
  return {
    seconds: between(trace.seconds),
    metres: between(trace.metres),
    kph: between(trace.kph),
    lat: here.lat + share * (there.lat - here.lat),
    lng: here.lng + share * lngDifference(here.lng, there.lng),
  };
};

const POINTS = 600;

/** Speeds of laps at the same distances or times: the common column, then one for each lap. */
export const laidOver = (
  traces: readonly LapTrace[],
  axis: Axis,
): readonly [number[], ...(number | null)[][]] => {
  const longest = Math.max(0, ...traces.map((trace) => trace[axis].at(-1) ?? 0));
  const along = Array.from({ length: POINTS + 1 }, (_, i) => (longest * i) / POINTS);
  return [along, ...traces.map((trace) => along.map((value) => pointAt(trace, axis, value)?.kph ?? null))];
};
