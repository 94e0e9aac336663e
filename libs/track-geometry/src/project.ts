import type { LatLng } from '@flagpost/contracts';
import { apartM, east, localPlane, nearestShare, north } from '@flagpost/telemetry';
import { between, isClosed, type Line } from './line.js';

/** The point of a line nearest to a place. */
export interface Projection {
  /** Metres along the line from its first point. */
  readonly alongM: number;
  /** Metres from the place to the line. */
  readonly offM: number;
  /** On the line. */
  readonly at: LatLng;
}

/** One segment of a line as it lies around a place, in metres east and north of it. */
export interface Segment {
  readonly from: LatLng;
  readonly to: LatLng;
  /** Of `from`, along the line. */
  readonly alongM: number;
  readonly lengthM: number;
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/** Calls back with each segment of a line in order; a line of one point is one segment without length. */
const eachSegment = (line: Line, around: LatLng, visit: (segment: Segment) => void): void => {
  const plane = localPlane(around.lat, around.lng);
  let alongM = 0;
  for (let i = line.length === 1 ? 0 : 1; i < line.length; i += 1) {
    const to = line[i];
    if (to === undefined) continue;
    const from = line[i - 1] ?? to;
    const lengthM = apartM(from, to);
    visit({
      from,
      to,
      alongM,
      lengthM,
      ax: east(plane, from.lng),
      ay: north(plane, from.lat),
      bx: east(plane, to.lng),
      by: north(plane, to.lat),
    });
    alongM += lengthM;
  }
};

const nearestOf = ({ from, to, alongM, lengthM, ax, ay, bx, by }: Segment): Projection => {
  const share = nearestShare(ax, ay, bx, by);
  return {
    alongM: alongM + share * lengthM,
    offM: Math.hypot(ax + share * (bx - ax), ay + share * (by - ay)),
    at: between(from, to, share),
  };
};

/** Projects a place on a line: of several points equally near the first in driving order. Null if the line is empty. */
export const project = (line: Line, at: LatLng): Projection | null => {
  let nearest: Projection | null = null;
  eachSegment(line, at, (segment) => {
    const found = nearestOf(segment);
    if (nearest === null || found.offM < nearest.offM) nearest = found;
  });
  return nearest;
};

/** A part of a line, metres along it. */
export interface Span {
  fromM: number;
  toM: number;
}

/** Shares of a segment between which it lies inside a circle around the origin; null if it stays outside. */
const insideShares = ({ ax, ay, bx, by }: Segment, radiusM: number): readonly [number, number] | null => {
  const [dx, dy] = [bx - ax, by - ay];
  const a = dx * dx + dy * dy;
  const c = ax * ax + ay * ay - radiusM * radiusM;
  if (a === 0) return c <= 0 ? [0, 1] : null;
  const b = ax * dx + ay * dy;
  const root2 = b * b - a * c;
  if (root2 < 0) return null;
  const root = Math.sqrt(root2);
  const [enter, leave] = [Math.max(0, (-b - root) / a), Math.min(1, (-b + root) / a)];
  return enter <= leave ? [enter, leave] : null;
};

/** Gaps shorter than this are between two segments that meet. */
const JOINT_M = 1e-6;

/** Parts of a line within a radius of a place, in order; a closed line's last one may run on into its first. */
export const spansWithin = (line: Line, at: LatLng, radiusM: number): readonly Span[] => {
  const spans: Span[] = [];
  eachSegment(line, at, (segment) => {
    const shares = insideShares(segment, radiusM);
    if (shares === null) return;
    const fromM = segment.alongM + shares[0] * segment.lengthM;
    const toM = segment.alongM + shares[1] * segment.lengthM;
    const last = spans.at(-1);
    if (last !== undefined && fromM - last.toM < JOINT_M) last.toM = toM;
    else spans.push({ fromM, toM });
  });
  return spans;
};

/**
 * Every passage of a line within a radius of a place, in driving order, each at its nearest point. A closed line that
 * begins within the radius passes there once, not twice.
 */
export const passages = (line: Line, at: LatLng, radiusM: number): readonly Projection[] => {
  const found: { nearest: Projection; beginsLine: boolean; endsLine: boolean }[] = [];
  let goesOn = false;
  eachSegment(line, at, (segment) => {
    const shares = insideShares(segment, radiusM);
    const last = found.at(-1);
    if (last !== undefined) last.endsLine = false;
    if (shares === null) {
      goesOn = false;
      return;
    }
    const nearest = nearestOf(segment);
    const endsLine = shares[1] === 1;
    if (last === undefined || !goesOn || shares[0] > 0)
      found.push({ nearest, beginsLine: segment.alongM === 0 && shares[0] === 0, endsLine });
    else {
      last.endsLine = endsLine;
      if (nearest.offM < last.nearest.offM) last.nearest = nearest;
    }
    goesOn = endsLine;
  });
  const [first, last] = [found[0], found.at(-1)];
  const isOne = first !== last && first?.beginsLine === true && last?.endsLine === true && isClosed(line);
  if (isOne) {
    if (last.nearest.offM < first.nearest.offM) found.shift();
    else found.pop();
  }
  return found.map(({ nearest }) => nearest);
};
