import { TRACK_LIMITS, type LatLng } from '@flagpost/contracts';
import { east, north } from '@flagpost/telemetry';
import { placeAt, type Line } from '../line.js';
import { thinned } from '../thin.js';
import { circlingOf, type Circling } from './laps.js';
import { drivenM, pathOf, type DriveFix, type Path } from './path.js';
import { evenly, onRing, ringOf, rounded, type Ring } from './ring.js';
import { curveAt, smoothCurve, type Measured } from './smooth.js';

/** The track that a drive went along. */
export interface DriveTrack {
  /** In driving order, closed if the drive went round. Empty for a car that did not move. */
  readonly line: Line;
  /** Where the drive meets itself, or begins; null without a line. */
  readonly start: LatLng | null;
  /** The same place as the start if the line is closed, else where the drive ends. */
  readonly finish: LatLng | null;
  /** Whole laps that the line was made of; 0 if it is open. */
  readonly laps: number;
  /** Largest distance of a point that was left out from the line, metres. */
  readonly errorM: number;
  readonly isClosed: boolean;
}

export interface DriveOptions {
  /** Where laps begin, if it is known. The line of a circuit begins there. */
  readonly finish?: LatLng | null;
  /** Points of the line at most. */
  readonly most?: number;
}

const STATION_M = 5;
const TOLERANCE_M = 0.3;
/** Farther from the curve a fix is not on the track. */
const OFF_TRACK_M = 40;
const FITS = 5;
/** More fixes make the line no better; then every second one counts, or fewer. */
const ENOUGH_FIXES = 20_000;

/** Fixes of the drive with their places along the lap, as the way driven tells. */
interface Assigned {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly alongM: Float64Array;
}

/**
 * Assigns each fix a place along the lap: within whole laps by the share of the way driven, before the first and after the
 * last by the way to it. Fixes of rounds that are no whole lap are left out: they may have gaps.
 */
const assignedTo = (path: Path, { lapM, laps }: Circling): Assigned => {
  const [x, y, alongM]: [number[], number[], number[]] = [[], [], []];
  const [first, last] = [laps[0], laps.at(-1)];
  const every = Math.ceil(path.s.length / ENOUGH_FIXES);
  let lap = 0;
  path.s.forEach((s, i) => {
    if (i % every !== 0) return;
    while (lap < laps.length - 1 && s >= (laps[lap]?.toM ?? Infinity)) lap += 1;
    const own = laps[lap];
    let along = NaN;
    if (first !== undefined && s < first.fromM && first.fromM - s < lapM) along = lapM - (first.fromM - s);
    else if (last !== undefined && s > last.toM && s - last.toM < lapM) along = s - last.toM;
    else if (own !== undefined && s >= own.fromM && s <= own.toM) {
      // The one lap of a drive that does not overlap ends before its beginning.
      const roundM = laps.length === 1 && own.toM - own.fromM < lapM ? lapM : own.toM - own.fromM;
      along = ((s - own.fromM) / roundM) * lapM;
    }
    if (Number.isNaN(along)) return;
    x.push(path.x[i] ?? 0);
    y.push(path.y[i] ?? 0);
    alongM.push(along);
  });
  return { x: Float64Array.from(x), y: Float64Array.from(y), alongM: Float64Array.from(alongM) };
};

const referenceRing = (path: Path, { reference }: Circling): Ring => {
  const inLap = (values: Float64Array): Float64Array =>
    values.filter((_, i) => (path.s[i] ?? 0) >= reference.fromM && (path.s[i] ?? 0) < reference.toM);
  return rounded(ringOf(inLap(path.x), inLap(path.y)), STATION_M);
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** A fix at twice the usual distance from the curve has half the weight, but one at this distance no less. */
const LEAST_SCALE_M = 8;

/** The line of the laps: a curve is laid through the fixes of all, and they are assigned to it anew, several times. */
const ringThrough = (path: Path, circling: Circling): Ring => {
  const assigned = assignedTo(path, circling);
  let ring = referenceRing(path, circling);
  let about = Float64Array.from(assigned.alongM, (along) => (along / circling.lapM) * ring.lengthM);
  let withinM = 0.05 * ring.lengthM + 2 * OFF_TRACK_M;
  for (let round = 0; round < FITS; round += 1) {
    const found = Array.from(assigned.x, (x, i) =>
      onRing(ring, x, assigned.y[i] ?? 0, about[i] ?? 0, withinM),
    );
    const scaleM = Math.max(LEAST_SCALE_M, 2 * median(found.map(({ offM }) => offM)));
    const measured: Measured = {
      x: assigned.x,
      y: assigned.y,
      alongM: Float64Array.from(found, ({ alongM }) => Math.min(alongM, ring.lengthM * (1 - 1e-9))),
      weight: Float64Array.from(found, ({ offM }) =>
        offM > OFF_TRACK_M ? 0 : 1 / (1 + (offM / scaleM) ** 2),
      ),
      lengthM: ring.lengthM,
    };
    const curve = smoothCurve(measured);
    const count = Math.round(ring.lengthM / (STATION_M / 2));
    const places = Array.from({ length: count }, (_, i) => curveAt(curve, i / count));
    const before = ring.lengthM;
    ring = evenly(
      ringOf(
        Float64Array.from(places, ({ x }) => x),
        Float64Array.from(places, ({ y }) => y),
      ),
      STATION_M / 2,
    );
    const stretched = ring.lengthM / before;
    about = measured.alongM.map((along) => along * stretched);
    withinM = 2 * OFF_TRACK_M;
  }
  return ring;
};

/**
 * Lays a track along a drive. A drive that goes round gives a closed line: of several laps a mean one, from which a
 * pass through the pit lane hardly draws it away. It begins where the drive meets itself. Any other drive gives an open
 * line.
 */
export const trackFromDrive = (
  fixes: readonly DriveFix[],
  { finish = null, most = TRACK_LIMITS.points }: DriveOptions = {},
): DriveTrack => {
  const path = pathOf(fixes);
  if (path.s.length < 2) return { line: [], start: null, finish: null, laps: 0, errorM: 0, isClosed: false };
  const { plane } = path;
  const known = finish && { x: east(plane, finish.lng), y: north(plane, finish.lat) };
  const circling = circlingOf(path, known);
  if (circling === null || drivenM(path) === 0) {
    const way = Array.from(path.x, (x, i) => placeAt(plane, x, path.y[i] ?? 0));
    const { points, errorM } = thinned(way, most, { toleranceM: TOLERANCE_M });
    return {
      line: points,
      start: points[0] ?? null,
      finish: points.at(-1) ?? null,
      laps: 0,
      errorM,
      isClosed: false,
    };
  }
  const ring = ringThrough(path, circling);
  // From the point nearest to the finish, or to where the reference lap begins.
  const begins = known ?? { x: ring.x[0] ?? 0, y: ring.y[0] ?? 0 };
  const { alongM } = onRing(ring, begins.x, begins.y, 0, ring.lengthM);
  const first = Math.round((alongM / ring.lengthM) * ring.x.length);
  const round = Array.from({ length: ring.x.length + 1 }, (_, i) => {
    const at = (first + i) % ring.x.length;
    return placeAt(plane, ring.x[at] ?? 0, ring.y[at] ?? 0);
  });
  const { points, errorM } = thinned(round, most, { toleranceM: TOLERANCE_M });
  const gate = finish ?? points[0] ?? null;
  return { line: points, start: gate, finish: gate, laps: circling.laps.length, errorM, isClosed: true };
};
