import type { LatLng, RouteChange } from '@flagpost/contracts';
import { apartM, isStage } from '@flagpost/telemetry';
import { kilometres, raceLine, type Line } from './line.js';

/** The parts of a route on which a race depends. */
export interface ComparedRoute {
  readonly lines: readonly Line[];
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  readonly boxes: Line | null;
}

/** These parts without their points: enough to compare two routes. JSON. */
export interface RouteSummary {
  /** Of the race line; null if there is none. */
  readonly line: { readonly km: number; readonly fingerprint: string } | null;
  readonly start: LatLng | null;
  readonly finish: LatLng | null;
  /** A fingerprint; null if there are none. */
  readonly boxes: string | null;
}

/** FNV-1a, 32 bits, of the coordinates in their order. */
const fingerprint = (points: Line): string => {
  let hash = 0x811c9dc5;
  const text = points.map(({ lat, lng }) => `${lat},${lng}`).join(';');
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
};

/** Boxes are saved closed and drawn open: the repeated first point is left out. */
const corners = (boxes: Line): Line => {
  const [first, last] = [boxes[0], boxes.at(-1)];
  const isRepeated = boxes.length > 1 && first?.lat === last?.lat && first?.lng === last?.lng;
  return isRepeated ? boxes.slice(0, -1) : boxes;
};

export const summaryOf = ({ lines, start, finish, boxes }: ComparedRoute): RouteSummary => {
  const index = raceLine(lines, finish);
  const line = index === null ? undefined : lines[index];
  return {
    line: line === undefined ? null : { km: kilometres([line]), fingerprint: fingerprint(line) },
    start,
    finish,
    boxes: boxes && fingerprint(corners(boxes)),
  };
};

const placing = (before: unknown, after: unknown): 'placed' | 'moved' | 'removed' =>
  before === null ? 'placed' : after === null ? 'removed' : 'moved';

const gateChange = (
  part: 'start' | 'finish',
  before: LatLng | null,
  after: LatLng | null,
): readonly RouteChange[] => {
  if (before?.lat === after?.lat && before?.lng === after?.lng) return [];
  const movedM = before && after && Math.max(1, Math.round(apartM(before, after)));
  return [{ part, change: placing(before, after), movedM }];
};

/**
 * What a race notices between two states of its route, in the order in which it is told: finish, start, timing, line, boxes.
 *
 * @param radiusM of start and finish
 */
export const routeChanges = (before: RouteSummary, after: RouteSummary, radiusM: number): RouteChange[] => {
  const changes = [
    ...gateChange('finish', before.finish, after.finish),
    ...gateChange('start', before.start, after.start),
  ];
  const isTimedFromStart = isStage(after.start, after.finish, radiusM);
  if (after.finish !== null && isTimedFromStart !== isStage(before.start, before.finish, radiusM))
    changes.push({ part: 'timing', from: isTimedFromStart ? 'start' : 'finish' });
  if (before.line?.fingerprint !== after.line?.fingerprint)
    changes.push({ part: 'line', beforeKm: before.line?.km ?? null, afterKm: after.line?.km ?? null });
  if (before.boxes !== after.boxes)
    changes.push({ part: 'boxes', change: placing(before.boxes, after.boxes) });
  return changes;
};
