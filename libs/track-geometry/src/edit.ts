import type { LatLng } from '@flagpost/contracts';
import { apartM, east, localPlane, north } from '@flagpost/telemetry';
import { isClosed, isSamePlace, placeAt, type Line } from './line.js';

/**
 * Editing of lines: each returns a new line, and the same one if the change is not allowed or the index is not one of its
 * points. A closed line stays closed.
 */

const hasPoint = (points: Line, index: number): boolean => points[index] !== undefined;
const isEnd = (points: Line, index: number): boolean => index === 0 || index === points.length - 1;

/** Adds a point before the one at `index`; at the line's length it becomes the last. */
export const insertPoint = (points: Line, index: number, at: LatLng): Line =>
  index >= 0 && index <= points.length ? points.toSpliced(index, 0, at) : points;

/** Removes a point, unless fewer than two places would be left. */
export const removePoint = (points: Line, index: number): Line => {
  const isLoop = isClosed(points);
  if (!hasPoint(points, index) || points.length - (isLoop ? 1 : 0) <= 2) return points;
  if (!isLoop || !isEnd(points, index)) return points.toSpliced(index, 1);
  const rest = points.slice(1, -1);
  const [first] = rest;
  return first === undefined ? points : [...rest, first];
};

/** Moves one point; the first and the last of a closed line are the same. */
export const movePoint = (points: Line, index: number, to: LatLng): Line => {
  if (!hasPoint(points, index)) return points;
  if (!isClosed(points) || !isEnd(points, index)) return points.with(index, to);
  return points.with(0, to).with(points.length - 1, to);
};

/**
 * Moves all points as one moves from `from` to `to`. The form stays the same in metres: degrees of longitude are
 * shorter farther from the equator.
 */
export const moveShape = (points: Line, from: LatLng, to: LatLng): Line => {
  const [here, there] = [localPlane(from.lat, from.lng), localPlane(to.lat, to.lng)];
  return points.map(({ lat, lng }) => placeAt(there, east(here, lng), north(here, lat)));
};

/** Cuts a line at one of its points, which both parts then have; a single part at an end, or outside the line. */
export const cutAt = (points: Line, index: number): readonly Line[] =>
  hasPoint(points, index) && !isEnd(points, index)
    ? [points.slice(0, index + 1), points.slice(index)]
    : [points];

export const reversed = (points: Line): Line => points.toReversed();

/**
 * Joins two lines at those of their ends that are nearest to each other. The first keeps its driving order. Ends at the
 * same place become one point.
 */
export const joined = (one: Line, other: Line): Line => {
  const [first, last, otherFirst, otherLast] = [one[0], one.at(-1), other[0], other.at(-1)];
  if (first === undefined || last === undefined) return other;
  if (otherFirst === undefined || otherLast === undefined) return one;
  const ways = [
    { gapM: apartM(last, otherFirst), before: one, after: other },
    { gapM: apartM(last, otherLast), before: one, after: reversed(other) },
    { gapM: apartM(first, otherLast), before: other, after: one },
    { gapM: apartM(first, otherFirst), before: reversed(other), after: one },
  ];
  const { before, after } = ways.reduce((best, way) => (way.gapM < best.gapM ? way : best));
  const [end, begin] = [before.at(-1), after[0]];
  const isOnePlace = end !== undefined && begin !== undefined && isSamePlace(end, begin);
  return [...before, ...(isOnePlace ? after.slice(1) : after)];
};

/** Repeats the first point at the end, if the line has three points and does not end there. */
export const closed = (points: Line): Line => {
  const [first] = points;
  return first === undefined || points.length < 3 || isClosed(points) ? points : [...points, first];
};
