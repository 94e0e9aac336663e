/** A closed curve through measured places: a periodic cubic spline whose bending is penalised. */

/** Places with their way along the curve, 0 to below `lengthM`. */
export interface Measured {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly alongM: Float64Array;
  readonly weight: Float64Array;
  readonly lengthM: number;
}

export interface Curve {
  readonly knots: number;
  readonly cx: Float64Array;
  readonly cy: Float64Array;
}

const KNOT_M = 10;
/** Knots repeated before the curve's beginning and after its end, so that it bends there as anywhere else. */
const WRAP = 24;
const BAND = 4;

/** The four basis functions that are not zero at a share of the way between two knots. */
const basis = (share: number, out: Float64Array): void => {
  const [u, v] = [share, 1 - share];
  out[0] = (v * v * v) / 6;
  out[1] = (3 * u * u * u - 6 * u * u + 4) / 6;
  out[2] = (3 * v * v * v - 6 * v * v + 4) / 6;
  out[3] = (u * u * u) / 6;
};

const FOUR = new Float64Array(BAND);

/** Solves a symmetric positive definite system of four diagonals for two right-hand sides, in place. */
const solve = (diagonals: Float64Array, count: number, bx: Float64Array, by: Float64Array): void => {
  // diagonals[i * BAND + k] is the element of row i and column i - k; it becomes the Cholesky factor.
  for (let i = 0; i < count; i += 1) {
    for (let k = Math.min(i, BAND - 1); k >= 0; k -= 1) {
      const j = i - k;
      let sum = diagonals[i * BAND + k] ?? 0;
      for (let m = k + 1; m < BAND && m <= i; m += 1)
        if (m - k < BAND) sum -= (diagonals[i * BAND + m] ?? 0) * (diagonals[j * BAND + m - k] ?? 0);
      diagonals[i * BAND + k] = k === 0 ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (diagonals[j * BAND] ?? 1);
    }
  }
  for (let i = 0; i < count; i += 1) {
    let [sumX, sumY] = [bx[i] ?? 0, by[i] ?? 0];
    for (let k = 1; k < BAND && k <= i; k += 1) {
      const factor = diagonals[i * BAND + k] ?? 0;
      sumX -= factor * (bx[i - k] ?? 0);
      sumY -= factor * (by[i - k] ?? 0);
    }
    const own = diagonals[i * BAND] ?? 1;
    bx[i] = sumX / own;
    by[i] = sumY / own;
  }
  for (let i = count - 1; i >= 0; i -= 1) {
    let [sumX, sumY] = [bx[i] ?? 0, by[i] ?? 0];
    for (let k = 1; k < BAND && i + k < count; k += 1) {
      const factor = diagonals[(i + k) * BAND + k] ?? 0;
      sumX -= factor * (bx[i + k] ?? 0);
      sumY -= factor * (by[i + k] ?? 0);
    }
    const own = diagonals[i * BAND] ?? 1;
    bx[i] = sumX / own;
    by[i] = sumY / own;
  }
};

/**
 * What bending costs against distance from the places: a compromise between noise of 3 m, which it takes out, and the
 * tightest hairpins, which it leaves. One value for all: choosing it by places left out prefers curves that follow noise,
 * since places were assigned to the curve before.
 */
const STIFFNESS = 2;

export const smoothCurve = ({ x, y, alongM, weight, lengthM }: Measured): Curve => {
  const knots = Math.max(8, Math.round(lengthM / KNOT_M));
  const count = knots + 2 * WRAP + 3;
  const diagonals = new Float64Array(count * BAND);
  const [bx, by] = [new Float64Array(count), new Float64Array(count)];
  const add = (i: number, at: number): void => {
    const first = Math.floor(at);
    const own = first + WRAP;
    if (own < 0 || own + BAND > count) return;
    basis(at - first, FOUR);
    const w = weight[i] ?? 0;
    for (let a = 0; a < BAND; a += 1) {
      const wa = w * (FOUR[a] ?? 0);
      bx[own + a] = (bx[own + a] ?? 0) + wa * (x[i] ?? 0);
      by[own + a] = (by[own + a] ?? 0) + wa * (y[i] ?? 0);
      for (let b = 0; b <= a; b += 1) {
        const cell = (own + a) * BAND + a - b;
        diagonals[cell] = (diagonals[cell] ?? 0) + wa * (FOUR[b] ?? 0);
      }
    }
  };
  for (let i = 0; i < x.length; i += 1) {
    const at = ((alongM[i] ?? 0) / lengthM) * knots;
    for (const turn of [-1, 0, 1]) add(i, at + turn * knots);
  }
  const bend = [1, -2, 1];
  for (let i = 0; i + 2 < count; i += 1) {
    for (let a = 0; a < 3; a += 1) {
      for (let b = 0; b <= a; b += 1) {
        const cell = (i + a) * BAND + a - b;
        diagonals[cell] = (diagonals[cell] ?? 0) + STIFFNESS * (bend[a] ?? 0) * (bend[b] ?? 0);
      }
    }
  }
  // Knots far from any place: kept near their neighbours by bending alone, and the system solvable.
  for (let i = 0; i < count; i += 1) diagonals[i * BAND] = (diagonals[i * BAND] ?? 0) + 1e-9;
  solve(diagonals, count, bx, by);
  return { knots, cx: bx.subarray(WRAP, WRAP + knots + 3), cy: by.subarray(WRAP, WRAP + knots + 3) };
};

/** A point of the curve at a share, 0 to below 1, of its length. */
export const curveAt = ({ knots, cx, cy }: Curve, share: number): { x: number; y: number } => {
  const at = share * knots;
  const first = Math.min(knots - 1, Math.floor(at));
  basis(at - first, FOUR);
  let [x, y] = [0, 0];
  for (let a = 0; a < BAND; a += 1) {
    x += (FOUR[a] ?? 0) * (cx[first + a] ?? 0);
    y += (FOUR[a] ?? 0) * (cy[first + a] ?? 0);
  }
  return { x, y };
};
