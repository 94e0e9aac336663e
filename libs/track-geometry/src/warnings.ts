import { RACE, type LatLng } from '@flagpost/contracts';
import { apartM, east, localPlane, north } from '@flagpost/telemetry';
import { isClosed, lengthM, offLineM, raceLine, type Line } from './line.js';
import { passages, spansWithin, type Span } from './project.js';

/** What a drawn route is checked by. */
export interface CheckedRoute {
  readonly lines: readonly Line[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  /** Closed or not: its last point is joined with its first. */
  readonly boxes: Line | null;
  /** Of start and finish, metres. */
  readonly radiusM: number;
}

/** Something about a route that is allowed and probably not meant. Lengths in metres. */
export type RouteWarning =
  | {
      /** One lap would count several times: the race line comes back into the finish circle. */
      readonly code: 'finishTwice';
      readonly radiusM: number;
      /** Crossings that one lap would count. */
      readonly times: number;
      /** Distance from the finish at which the line passes again. */
      readonly besideM: number;
      /** The largest whole radius that counts one and ends well before the other passage; null if there is none. */
      readonly fittingM: number | null;
    }
  | {
      /** Runs of a stage would not count: its gates are too near for the radius, so that laps of a circuit count. */
      readonly code: 'startNearFinish';
      readonly radiusM: number;
      readonly apartM: number;
      /** They must be farther apart than this. */
      readonly leastM: number;
    }
  | {
      /** Cars in the boxes would count laps. */
      readonly code: 'boxesOverFinish';
      readonly radiusM: number;
      /** From the finish to the boxes, 0 if it lies inside. */
      readonly offM: number;
    }
  | {
      /** No lap would count: cars on the race line do not come into the finish circle. */
      readonly code: 'finishOffLine';
      readonly radiusM: number;
      readonly offM: number;
    };

/**
 * Way beyond the circle that arms a finish again: what a slow car drives in the time that it takes. A faster car needs
 * more of it, so that the warning may come for a line on which only slow cars count double.
 */
const SLOW_KPH = 60;
const REARM_WAY_M = (SLOW_KPH / 3.6) * (RACE.rearmAfterMs / 1_000);

/** Crossings that one lap counts with such a circle, as the race engine counts them. */
const crossingsOf = (line: Line, finish: LatLng, radiusM: number): number => {
  const wholeM = lengthM(line);
  const inside = spansWithin(line, finish, radiusM);
  const near = spansWithin(line, finish, radiusM + RACE.rearmMarginM);
  const visits: Span[] = [];
  for (const { fromM, toM } of near) {
    const last = visits.at(-1);
    if (last !== undefined && fromM - last.toM < REARM_WAY_M) last.toM = toM;
    else visits.push({ fromM, toM });
  }
  const [first, last] = [visits[0], visits.at(-1)];
  // The car goes on from the line's end to its beginning: visits there are one.
  const isLoop = isClosed(line) || hasEndsWithin(line, finish, radiusM);
  if (isLoop && visits.length > 1 && first !== undefined && last !== undefined) {
    if (first.fromM + wholeM - last.toM < REARM_WAY_M) {
      visits.pop();
      first.fromM = last.fromM - wholeM;
    }
  }
  return visits.filter((visit) =>
    inside.some(
      ({ fromM, toM }) =>
        (fromM >= visit.fromM && toM <= visit.toM) || (isLoop && fromM - wholeM >= visit.fromM),
    ),
  ).length;
};

/** A circuit that was not closed: both its ends are at the finish. */
const hasEndsWithin = (line: Line, finish: LatLng, radiusM: number): boolean =>
  [line[0], line.at(-1)].every((end) => end !== undefined && apartM(end, finish) <= radiusM);

const isInside = (area: Line, at: LatLng): boolean => {
  const plane = localPlane(at.lat, at.lng);
  let inside = false;
  area.forEach((to, i) => {
    const from = area.at(i - 1) ?? to;
    const [ax, ay, bx, by] = [
      east(plane, from.lng),
      north(plane, from.lat),
      east(plane, to.lng),
      north(plane, to.lat),
    ];
    if (ay > 0 !== by > 0 && ax + ((bx - ax) * -ay) / (by - ay) > 0) inside = !inside;
  });
  return inside;
};

/** A circle ends well before the line beside it: receivers err, and cars do not drive on the drawn line. */
const CLEAR_OF = 0.8;

const finishTwice = (line: Line, finish: LatLng, radiusM: number): readonly RouteWarning[] => {
  const times = crossingsOf(line, finish, radiusM);
  if (times < 2) return [];
  const distances = passages(line, finish, radiusM).map(({ offM }) => offM);
  const [, besideM = 0] = distances.toSorted((a, b) => a - b);
  let fittingM = Math.floor(Math.min(radiusM, besideM * CLEAR_OF));
  while (fittingM > 0 && crossingsOf(line, finish, fittingM) !== 1) fittingM -= 1;
  return [{ code: 'finishTwice', radiusM, times, besideM, fittingM: fittingM > 0 ? fittingM : null }];
};

/** What is probably not meant in a route, as warnings: each may be saved as it is. */
export const warningsOf = ({
  lines,
  start,
  finish,
  boxes,
  radiusM,
}: CheckedRoute): readonly RouteWarning[] => {
  if (finish === null) return [];
  const warnings: RouteWarning[] = [];
  const index = raceLine(lines, finish);
  const line = index === null ? undefined : lines[index];
  if (line !== undefined && line.length > 1) {
    const offM = offLineM(line, finish);
    if (offM > radiusM) warnings.push({ code: 'finishOffLine', radiusM, offM });
    else warnings.push(...finishTwice(line, finish, radiusM));
    if (start !== null && !isClosed(line)) {
      const apart = apartM(start, finish);
      if (apart > 0 && apart <= 2 * radiusM)
        warnings.push({ code: 'startNearFinish', radiusM, apartM: apart, leastM: 2 * radiusM });
    }
  }
  if (boxes !== null && boxes.length > 1) {
    const [first] = boxes;
    const offM = isInside(boxes, finish)
      ? 0
      : offLineM(first === undefined ? boxes : [...boxes, first], finish);
    if (offM <= radiusM) warnings.push({ code: 'boxesOverFinish', radiusM, offM });
  }
  return warnings;
};
