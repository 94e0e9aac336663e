import type { LatLng } from '@flagpost/contracts';
import { apartM } from '@flagpost/telemetry';
import { between, isClosed, lengthM, type Line } from './line.js';
import { project } from './project.js';

/** The two gates of a stretch, in driving order. */
export interface StretchGates {
  readonly from: LatLng;
  readonly to: LatLng;
}

interface LinePart {
  /** In driving order, both ends included. */
  readonly points: Line;
  readonly lengthM: number;
}

/** A part of a line between two gates. */
export interface Stretch extends LinePart {
  /** How far the farther gate is off the line, metres. */
  readonly offM: number;
}

/** Points of a line from one distance along it to a larger one, both ends included. */
const part = (line: Line, fromM: number, toM: number): LatLng[] => {
  const points: LatLng[] = [];
  let alongM = 0;
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [line[i - 1], line[i]];
    if (from === undefined || to === undefined) continue;
    const segmentM = apartM(from, to);
    const endM = alongM + segmentM;
    if (points.length === 0 && endM >= fromM)
      points.push(between(from, to, segmentM === 0 ? 0 : Math.min(1, (fromM - alongM) / segmentM)));
    if (points.length > 0 && endM >= toM) {
      points.push(between(from, to, segmentM === 0 ? 1 : Math.min(1, (toM - alongM) / segmentM)));
      return points;
    }
    if (points.length > 0 && endM > fromM) points.push(to);
    alongM = endM;
  }
  return points;
};

/** Gates that lie nearer along a closed line are the same one: the stretch between them is a whole lap. */
const SAME_GATE_M = 0.01;

/**
 * The part of a line between two distances along it, both within its length. On a closed line it goes over the line's ends if
 * the second is not the larger one, and once round if both are the same; on an open one it has no length then.
 */
export const stretchAlong = (line: Line, fromM: number, toM: number): LinePart => {
  if (toM - fromM > SAME_GATE_M || !isClosed(line))
    return { points: part(line, fromM, toM), lengthM: Math.max(0, toM - fromM) };
  const wholeM = lengthM(line);
  const points = [...part(line, fromM, wholeM), ...part(line, 0, toM).slice(1)];
  return { points, lengthM: wholeM - fromM + toM };
};

export type StretchFault = 'same' | 'reversed';

/** Why there is no stretch from one distance along a line to another, in driving order; null if there is one. */
export const stretchFault = (isCircuit: boolean, fromM: number, toM: number): StretchFault | null => {
  if (fromM === toM) return 'same';
  return isCircuit || fromM < toM ? null : 'reversed';
};

/**
 * The part of a line between two gates, each projected on it. On a closed line it goes from the first gate in driving
 * order to the second, over the line's ends if need be, and once round if both are the same. On an open line it lies
 * between them, whichever comes first. Null for a line of fewer than two points.
 */
export const stretch = (line: Line, from: LatLng, to: LatLng): Stretch | null => {
  const [a, b] = [project(line, from), project(line, to)];
  if (line.length < 2 || a === null || b === null) return null;
  const [fromM, toM] = isClosed(line) || a.alongM < b.alongM ? [a.alongM, b.alongM] : [b.alongM, a.alongM];
  return { ...stretchAlong(line, fromM, toM), offM: Math.max(a.offM, b.offM) };
};

/** The point so many metres along a line, its last one beyond its end; undefined for an empty line. */
export const pointAt = (line: Line, alongM: number): LatLng | undefined => {
  const points = part(line, alongM, alongM);
  return points[0] ?? line.at(-1);
};

/**
 * Divides a line into stretches of equal length. A closed line is divided from its finish on, or from its start or its
 * first point if it has none; an open one between start and finish, or its own ends. Empty for a line of fewer than two
 * points, or a count below one.
 *
 * @param count of stretches, a whole number
 */
export const dividedIn = (
  line: Line,
  count: number,
  { start = null, finish = null }: { readonly start?: LatLng | null; readonly finish?: LatLng | null } = {},
): readonly StretchGates[] => {
  if (line.length < 2 || count < 1) return [];
  const wholeM = lengthM(line);
  const along = (at: LatLng | null): number | null => at && (project(line, at)?.alongM ?? null);
  const isLoop = isClosed(line);
  let [fromM, toM] = [along(start) ?? 0, along(finish) ?? wholeM];
  if (isLoop) {
    fromM = along(finish ?? start) ?? 0;
    toM = fromM + wholeM;
  } else if (toM < fromM) [fromM, toM] = [toM, fromM];
  const gates = Array.from({ length: count + 1 }, (_, i) => {
    const alongM = fromM + ((toM - fromM) * i) / count;
    return pointAt(line, isLoop && alongM > wholeM ? alongM - wholeM : alongM);
  });
  return gates.flatMap((to, i) => {
    const from = gates[i - 1];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
};
