import { nearestShare } from '@flagpost/telemetry';

/** A closed curve: points at about equal distances, the last one joined with the first. Metres in a plane. */
export interface Ring {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Metres along the ring at each point. */
  readonly s: Float64Array;
  readonly lengthM: number;
}

export const ringOf = (x: Float64Array, y: Float64Array): Ring => {
  const s = new Float64Array(x.length);
  let alongM = 0;
  for (let i = 0; i < x.length; i += 1) {
    s[i] = alongM;
    const next = (i + 1) % x.length;
    alongM += Math.hypot((x[next] ?? 0) - (x[i] ?? 0), (y[next] ?? 0) - (y[i] ?? 0));
  }
  return { x, y, s, lengthM: alongM };
};

/** The same curve with points at equal distances of about `stepM`. */
export const evenly = ({ x, y, s, lengthM }: Ring, stepM: number): Ring => {
  const count = Math.max(3, Math.round(lengthM / stepM));
  const [ex, ey] = [new Float64Array(count), new Float64Array(count)];
  let from = 0;
  for (let i = 0; i < count; i += 1) {
    const alongM = (lengthM * i) / count;
    while (from + 1 < s.length && (s[from + 1] ?? 0) <= alongM) from += 1;
    const to = (from + 1) % s.length;
    const [fromM, toM] = [s[from] ?? 0, to === 0 ? lengthM : (s[to] ?? 0)];
    const share = toM > fromM ? (alongM - fromM) / (toM - fromM) : 0;
    ex[i] = (x[from] ?? 0) + share * ((x[to] ?? 0) - (x[from] ?? 0));
    ey[i] = (y[from] ?? 0) + share * ((y[to] ?? 0) - (y[from] ?? 0));
  }
  return ringOf(ex, ey);
};

/** A curve through the points of a ring that turns evenly between them (Catmull and Rom's). */
export const rounded = ({ x, y, s, lengthM }: Ring, stepM: number): Ring => {
  const count = x.length;
  const [rx, ry]: [number[], number[]] = [[], []];
  const at = (values: Float64Array, i: number): number => values[(i + count) % count] ?? 0;
  for (let i = 0; i < count; i += 1) {
    const pieceM = (i + 1 < count ? (s[i + 1] ?? 0) : lengthM) - (s[i] ?? 0);
    const pieces = Math.max(1, Math.round(pieceM / stepM));
    for (let k = 0; k < pieces; k += 1) {
      const u = k / pieces;
      const value = (of: Float64Array): number => {
        const [p0, p1, p2, p3] = [at(of, i - 1), at(of, i), at(of, i + 1), at(of, i + 2)];
        const bend = (2 * p0 - 5 * p1 + 4 * p2 - p3) * u * u + (3 * p1 - p0 - 3 * p2 + p3) * u * u * u;
        return p1 + 0.5 * ((p2 - p0) * u + bend);
      };
      rx.push(value(x));
      ry.push(value(y));
    }
  }
  return evenly(ringOf(Float64Array.from(rx), Float64Array.from(ry)), stepM);
};

/** Where a place is nearest to a ring. */
export interface OnRing {
  readonly alongM: number;
  readonly offM: number;
}

/** The nearest point of an even ring within `withinM` of a distance along it. */
export const onRing = (
  { x, y, lengthM }: Ring,
  px: number,
  py: number,
  aboutM: number,
  withinM: number,
): OnRing => {
  const count = x.length;
  const stepM = lengthM / count;
  const reach = Math.min(Math.ceil(withinM / stepM), count >> 1);
  const middle = Math.round(aboutM / stepM);
  let [alongM, off2] = [0, Infinity];
  for (let k = middle - reach; k <= middle + reach; k += 1) {
    const i = ((k % count) + count) % count;
    const next = i + 1 === count ? 0 : i + 1;
    const [ax, ay] = [(x[i] ?? 0) - px, (y[i] ?? 0) - py];
    const [bx, by] = [(x[next] ?? 0) - px, (y[next] ?? 0) - py];
    const share = nearestShare(ax, ay, bx, by);
    const [nx, ny] = [ax + share * (bx - ax), ay + share * (by - ay)];
    const distance2 = nx * nx + ny * ny;
    if (distance2 < off2) [alongM, off2] = [(i + share) * stepM, distance2];
  }
  return { alongM, offM: Math.sqrt(off2) };
};
