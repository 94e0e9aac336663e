import type { LatLng } from '@flagpost/contracts';
import { east, localPlane, nearestShare, north } from '@flagpost/telemetry';
import type { Line } from './line.js';

export interface Thinned {
  /** Those kept, in order: the first and the last are among them. */
  readonly points: LatLng[];
  /** Largest distance of a removed point from the segment that replaces it, metres. */
  readonly errorM: number;
}

export interface ThinOptions {
  /** Points are removed as long as none of them is farther than this from the line. 0: only down to `most`. */
  readonly toleranceM?: number;
}

/** Work per slice: distances measured, or points copied, about a millisecond. */
const SLICE = 5_000;
/** Work of keeping a run in its place, in distances. */
const RUN_WORK = 10;
/**
 * A point at every so many is kept in any case, so that the time grows with the points and not with their square, even
 * for lines that are drawn to be slow.
 */
const PART_POINTS = 2_048;

/** Points between two kept ones, and the one of them farthest from the segment. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly farthest: number;
  readonly awayM: number;
}

/** A heap of runs, the one with the largest distance first. */
const createRuns = () => {
  const runs: Run[] = [];
  const awayAt = (i: number): number => runs[i]?.awayM ?? -1;
  const swap = (i: number, j: number): void => {
    const [a, b] = [runs[i], runs[j]];
    if (a === undefined || b === undefined) return;
    runs[i] = b;
    runs[j] = a;
  };
  return {
    first: (): Run | undefined => runs[0],
    add(run: Run): void {
      runs.push(run);
      let i = runs.length - 1;
      while (i > 0) {
        const above = (i - 1) >> 1;
        if (awayAt(above) >= awayAt(i)) break;
        swap(i, above);
        i = above;
      }
    },
    removeFirst(): void {
      const last = runs.pop();
      if (last === undefined || runs.length === 0) return;
      runs[0] = last;
      let i = 0;
      for (;;) {
        const left = 2 * i + 1;
        const below = awayAt(left) >= awayAt(left + 1) ? left : left + 1;
        if (awayAt(below) <= awayAt(i)) break;
        swap(i, below);
        i = below;
      }
    },
  };
};

/**
 * Douglas and Peucker's choice of points, the worst first: the point farthest from the line so far is added until
 * enough are kept. It yields after each slice of work.
 */
function* thinning(points: Line, most: number, toleranceM: number): Generator<undefined, Thinned> {
  const end = points.length - 1;
  if (end < 1 || (points.length <= most && toleranceM === 0)) return { points: [...points], errorM: 0 };
  const lats = new Float64Array(points.length);
  const lngs = new Float64Array(points.length);
  for (const [i, { lat, lng }] of points.entries()) {
    [lats[i], lngs[i]] = [lat, lng];
    if (i % SLICE === SLICE - 1) yield;
  }
  const kept = new Uint8Array(points.length);
  const runs = createRuns();
  let measured = 0;

  const runBetween = (from: number, to: number): Run => {
    const plane = localPlane(lats[from] ?? 0, lngs[from] ?? 0);
    const [bx, by] = [east(plane, lngs[to] ?? 0), north(plane, lats[to] ?? 0)];
    let [farthest, away2] = [from, -1];
    for (let i = from + 1; i < to; i += 1) {
      const [x, y] = [east(plane, lngs[i] ?? 0), north(plane, lats[i] ?? 0)];
      const share = nearestShare(-x, -y, bx - x, by - y);
      const [offX, offY] = [share * bx - x, share * by - y];
      const distance2 = offX * offX + offY * offY;
      if (distance2 > away2) [farthest, away2] = [i, distance2];
    }
    measured += RUN_WORK + to - from;
    return { from, to, farthest, awayM: away2 < 0 ? -1 : Math.sqrt(away2) };
  };

  const parts = Math.max(1, Math.min(Math.ceil(end / PART_POINTS), Math.floor(most / 4)));
  let count = 1;
  kept[0] = 1;
  for (let part = 1, from = 0; part <= parts; part += 1) {
    const to = Math.round((end * part) / parts);
    if (to === from) continue;
    kept[to] = 1;
    count += 1;
    runs.add(runBetween(from, to));
    from = to;
    if (measured >= SLICE) {
      measured = 0;
      yield;
    }
  }
  let worst = runs.first();
  while (worst !== undefined && worst.awayM > Math.max(0, toleranceM) && count < most) {
    runs.removeFirst();
    kept[worst.farthest] = 1;
    count += 1;
    runs.add(runBetween(worst.from, worst.farthest));
    runs.add(runBetween(worst.farthest, worst.to));
    if (measured >= SLICE) {
      measured = 0;
      yield;
    }
    worst = runs.first();
  }
  const left: LatLng[] = [];
  for (const [i, point] of points.entries()) {
    if (kept[i] === 1) left.push(point);
    if (i % SLICE === SLICE - 1) yield;
  }
  return { points: left, errorM: Math.max(0, worst?.awayM ?? 0) };
}

/**
 * Removes points of a line so that what is left keeps its form (Douglas and Peucker).
 *
 * @param most points to keep, at least 2
 */
export const thinned = (points: Line, most: number, { toleranceM = 0 }: ThinOptions = {}): Thinned => {
  const work = thinning(points, Math.max(2, most), toleranceM);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
};

/**
 * The same for lines of any size: `pause` is awaited between slices of some milliseconds of work, so that other work
 * goes on.
 */
export const thinnedInSlices = async (
  points: Line,
  most: number,
  { pause, toleranceM = 0 }: ThinOptions & { readonly pause: () => Promise<void> },
): Promise<Thinned> => {
  const work = thinning(points, Math.max(2, most), toleranceM);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await pause();
  }
};
