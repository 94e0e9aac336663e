import { RACE } from '@flagpost/contracts';
import { drivenM, samplesOf, type Path, type Samples } from './path.js';

/** A whole lap, as metres driven. */
export interface Lap {
  readonly fromM: number;
  readonly toM: number;
}

/** How a drive goes round. */
export interface Circling {
  readonly lapM: number;
  /** Of them all the one that the others are compared with. */
  readonly reference: Lap;
  /** Whole ones, of about the same length, in order. */
  readonly laps: readonly Lap[];
}

const STEP_M = 10;
/** A car that comes back within this distance, going the same way, is on the same piece of track. */
const SAME_TRACK_M = 25;
const SAME_WAY_COS = Math.cos((45 * Math.PI) / 180);
/** Shorter ways round are not a circuit: a car that turns in the paddock. */
const MIN_LAP_M = 200;
/** Laps of one circuit differ in length by less: lines differ, and receivers err. */
const LAPS_DIFFER = 0.05;

const isSameWay = (samples: Samples, i: number, dx: number, dy: number): boolean =>
  (samples.dx[i] ?? 0) * dx + (samples.dy[i] ?? 0) * dy > SAME_WAY_COS;

const apartAt = (samples: Samples, i: number, x: number, y: number): number =>
  Math.hypot((samples.x[i] ?? Infinity) - x, (samples.y[i] ?? Infinity) - y);

/** Samples by the square of the ground on which they lie. */
const gridOf = (samples: Samples) => {
  const squares = new Map<number, number[]>();
  const square = (x: number, y: number): number =>
    Math.floor(x / SAME_TRACK_M) * 4_194_304 + Math.floor(y / SAME_TRACK_M);
  samples.x.forEach((x, i) => {
    const id = square(x, samples.y[i] ?? 0);
    const own = squares.get(id);
    if (own === undefined) squares.set(id, [i]);
    else own.push(i);
  });
  /** The first index of a list that is not below a value. */
  const firstFrom = (list: readonly number[], value: number): number => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    /** The first sample from `from` on that lies on the same track as sample `i`; -1 if there is none. */
    nextAt(i: number, from: number): number {
      const [x, y, dx, dy] = [samples.x[i] ?? 0, samples.y[i] ?? 0, samples.dx[i] ?? 0, samples.dy[i] ?? 0];
      let next = Infinity;
      for (let across = -1; across <= 1; across += 1) {
        for (let up = -1; up <= 1; up += 1) {
          const list = squares.get(square(x + across * SAME_TRACK_M, y + up * SAME_TRACK_M)) ?? [];
          for (let k = firstFrom(list, from); k < list.length; k += 1) {
            const j = list[k] ?? Infinity;
            if (j >= next) break;
            if (apartAt(samples, j, x, y) <= SAME_TRACK_M && isSameWay(samples, j, dx, dy)) next = j;
          }
        }
      }
      return next === Infinity ? -1 : next;
    },
  };
};

/** From a sample that is near a place to the one that is nearest before the path leads away again. */
const nearestFrom = (samples: Samples, from: number, x: number, y: number): number => {
  let nearest = from;
  for (let j = from + 1; j < samples.x.length && apartAt(samples, j, x, y) <= SAME_TRACK_M; j += 1)
    if (apartAt(samples, j, x, y) < apartAt(samples, nearest, x, y)) nearest = j;
  return nearest;
};

/** Where the path comes back to a sample for the first time, as a number of samples; 0 if it does not. */
const returnsOf = (samples: Samples): Int32Array => {
  const grid = gridOf(samples);
  return Int32Array.from(samples.x, (x, i) => {
    const next = grid.nextAt(i, i + MIN_LAP_M / STEP_M);
    return next < 0 ? 0 : nearestFrom(samples, next, x, samples.y[i] ?? 0) - i;
  });
};

/** The way round that most returns agree on: its length in samples, and how many agree. */
const commonReturn = (returns: Int32Array): { length: number; agreeing: number } => {
  const sorted = returns.filter((length) => length > 0).sort();
  let [from, best, agreeing] = [0, 0, 0];
  sorted.forEach((length, to) => {
    while ((sorted[from] ?? 0) * (1 + LAPS_DIFFER) < length) from += 1;
    if (to - from + 1 > agreeing) [agreeing, best] = [to - from + 1, sorted[(from + to) >> 1] ?? 0];
  });
  return { length: best, agreeing };
};

/** Metres driven at each passage of a place in a direction. */
const passagesOf = (samples: Samples, x: number, y: number, dx: number, dy: number): number[] => {
  const found: number[] = [];
  let nearest = -1;
  samples.x.forEach((_, i) => {
    const apart = apartAt(samples, i, x, y);
    const isNear = apart <= SAME_TRACK_M && isSameWay(samples, i, dx, dy);
    if (isNear && (nearest < 0 || apart < apartAt(samples, nearest, x, y))) nearest = i;
    if (isNear || nearest < 0) return;
    found.push(nearest * STEP_M);
    nearest = -1;
  });
  return nearest < 0 ? found : [...found, nearest * STEP_M];
};

/** The first fix not before so many metres driven. */
const indexAt = ({ s }: Path, alongM: number): number => {
  let [low, high] = [0, s.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((s[middle] ?? 0) < alongM) low = middle + 1;
    else high = middle;
  }
  return low;
};

const hasGap = (path: Path, { fromM, toM }: Lap): boolean => {
  const to = indexAt(path, toM);
  for (let i = indexAt(path, fromM) + 1; i <= to; i += 1)
    if ((path.t[i] ?? NaN) - (path.t[i - 1] ?? NaN) > RACE.maxPathGapMs) return true;
  return false;
};

/**
 * The fastest lap without a gap: a car does not drive it through the pit lane. Without times the one of middle length.
 */
const referenceOf = (path: Path, laps: readonly Lap[]): Lap | undefined => {
  const whole = laps.filter((lap) => !hasGap(path, lap));
  const timed = (whole.length > 0 ? whole : laps).map((lap) => ({
    lap,
    ms: (path.t[indexAt(path, lap.toM)] ?? NaN) - (path.t[indexAt(path, lap.fromM)] ?? NaN),
    lengthM: lap.toM - lap.fromM,
  }));
  if (timed.every(({ ms }) => ms > 0)) return timed.toSorted((a, b) => a.ms - b.ms)[0]?.lap;
  return timed.toSorted((a, b) => a.lengthM - b.lengthM)[timed.length >> 1]?.lap;
};

/** What may be missing of a lap that does not overlap, as a share of it. */
const MISSING_SHARE = 0.02;

/** A drive of one lap need not overlap: its end leads to its beginning. The distance between them, null if it does not. */
const gapToItself = ({ x, y, s }: Path): number | null => {
  const last = s.length - 1;
  const wayM = s[last] ?? 0;
  const way = (from: number, to: number): readonly [number, number, number] => {
    const [dx, dy] = [(x[to] ?? 0) - (x[from] ?? 0), (y[to] ?? 0) - (y[from] ?? 0)];
    return [dx, dy, Math.hypot(dx, dy)];
  };
  const isOneWay = ([ax, ay, a]: ReturnType<typeof way>, [bx, by, b]: ReturnType<typeof way>): boolean =>
    ax * bx + ay * by >= SAME_WAY_COS * a * b;
  const [end, begin, gap] = [way(last - 1, last), way(0, 1), way(last, 0)];
  const [, , gapM] = gap;
  if (wayM < MIN_LAP_M || gapM > Math.max(SAME_TRACK_M, (2 * wayM) / last, MISSING_SHARE * wayM)) return null;
  // Near each other the ends may overlap a little, or lie beside each other.
  const leadsOn = gapM <= SAME_TRACK_M ? isOneWay(end, begin) : isOneWay(end, gap) && isOneWay(gap, begin);
  return leadsOn ? gapM : null;
};

/**
 * Finds the laps of a drive: where it comes back to itself in the same direction, over and over at the same distance.
 * Null if it does not go round, or only on a part of its way that is not the most of it.
 *
 * @param finish where laps begin, in metres of the path's plane; where the drive meets itself if null
 */
export const circlingOf = (path: Path, finish: { x: number; y: number } | null): Circling | null => {
  if (path.s.length < 3) return null;
  const samples = samplesOf(path, STEP_M);
  const returns = returnsOf(samples);
  const { length, agreeing } = commonReturn(returns);
  const isCommon = (each: number): boolean => Math.abs(each - length) <= LAPS_DIFFER * length;
  const meeting = returns.findIndex((each) => each > 0 && isCommon(each));
  // From where it first comes back to, what is left of the drive goes round again: a crossing of the own way does not.
  const goesRoundAgain =
    length > samples.x.length / 2 && agreeing > (samples.x.length - length - meeting) / 2;
  if (agreeing > 0.8 * length || (agreeing > 0 && goesRoundAgain)) {
    let anchor = meeting;
    if (finish !== null) {
      // Among what is driven more than once: a car may pass the finish in the pit lane.
      const nearest = returns.reduce(
        (best, each, i) =>
          isCommon(each) &&
          (best < 0 || apartAt(samples, i, finish.x, finish.y) < apartAt(samples, best, finish.x, finish.y))
            ? i
            : best,
        -1,
      );
      if (apartAt(samples, nearest, finish.x, finish.y) <= 2 * SAME_TRACK_M) anchor = nearest;
    }
    const [x, y] = [samples.x[anchor] ?? 0, samples.y[anchor] ?? 0];
    const at = passagesOf(samples, x, y, samples.dx[anchor] ?? 0, samples.dy[anchor] ?? 0);
    const laps = at
      .slice(1)
      .map((toM, i): Lap => ({ fromM: at[i] ?? 0, toM }))
      .filter(({ fromM, toM }) => isCommon((toM - fromM) / STEP_M));
    const reference = referenceOf(path, laps);
    if (reference !== undefined) return { lapM: reference.toM - reference.fromM, reference, laps };
  }
  const gapM = gapToItself(path);
  if (gapM === null) return null;
  const lap: Lap = { fromM: 0, toM: drivenM(path) };
  return { lapM: lap.toM + gapM, reference: lap, laps: [lap] };
};
