import { RACE } from '@flagpost/contracts';
import { east, localPlane, north, type LocalPlane } from '@flagpost/telemetry';

/** A position of a car on a drive, in the order of driving. */
export interface DriveFix {
  readonly lat: number;
  readonly lng: number;
  /** Epoch ms. Without it jumps and gaps cannot be told from driving. */
  readonly t?: number;
}

/** A drive in metres east and north of its plane: fixes that moved on, without jumps. */
export interface Path {
  readonly plane: LocalPlane;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Metres driven up to each fix. */
  readonly s: Float64Array;
  /** Epoch ms, NaN where unknown. */
  readonly t: Float64Array;
}

/** A car that moved less stands, or its receiver errs. */
const MOVED_M = 4;
const MAX_MPS = RACE.maxSpeedKph / 3.6;

/** Drops what is out of range, what stands, and jumps: up to two fixes that are too far for their time. */
export const pathOf = (fixes: readonly DriveFix[]): Path => {
  const sound = fixes.filter(({ lat, lng }) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180);
  const plane = localPlane(sound[0]?.lat ?? 0, sound[0]?.lng ?? 0);
  const [x, y, s, t]: [number[], number[], number[], number[]] = [[], [], [], []];
  let jumps = 0;
  for (const fix of sound) {
    const [atX, atY, atT] = [east(plane, fix.lng), north(plane, fix.lat), fix.t ?? NaN];
    const movedM = Math.hypot(atX - (x.at(-1) ?? Infinity), atY - (y.at(-1) ?? Infinity));
    if (movedM < MOVED_M) continue;
    const seconds = (atT - (t.at(-1) ?? NaN)) / 1_000;
    const isJump = movedM < Infinity && seconds >= 0 && movedM > MAX_MPS * seconds;
    if (isJump && jumps + 1 < RACE.agreeingFixes) {
      jumps += 1;
      continue;
    }
    jumps = 0;
    x.push(atX);
    y.push(atY);
    t.push(atT);
    s.push(s.length === 0 ? 0 : (s.at(-1) ?? 0) + movedM);
  }
  const [xs, ys, ss, ts] = [x, y, s, t].map((each) => Float64Array.from(each));
  const none = new Float64Array();
  return { plane, x: xs ?? none, y: ys ?? none, s: ss ?? none, t: ts ?? none };
};

/** Length of a path, metres. */
export const drivenM = ({ s }: Path): number => s.at(-1) ?? 0;

/** Points at equal distances along a path, with the direction driven there. */
export interface Samples {
  readonly stepM: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** A vector of length 1. */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
}

export const samplesOf = ({ x, y, s }: Path, stepM: number): Samples => {
  const count = Math.floor((s.at(-1) ?? 0) / stepM) + 1;
  const samples: Samples = {
    stepM,
    x: new Float64Array(count),
    y: new Float64Array(count),
    dx: new Float64Array(count),
    dy: new Float64Array(count),
  };
  let to = 1;
  for (let i = 0; i < count; i += 1) {
    const at = i * stepM;
    while (to < s.length - 1 && (s[to] ?? 0) < at) to += 1;
    const [ax, ay, as] = [x[to - 1] ?? 0, y[to - 1] ?? 0, s[to - 1] ?? 0];
    const [bx, by, bs] = [x[to] ?? ax, y[to] ?? ay, s[to] ?? as + 1];
    const share = Math.min(1, (at - as) / (bs - as));
    samples.x[i] = ax + share * (bx - ax);
    samples.y[i] = ay + share * (by - ay);
    samples.dx[i] = (bx - ax) / (bs - as);
    samples.dy[i] = (by - ay) / (bs - as);
  }
  return samples;
};
