import type { LatLng } from '@flagpost/contracts';
import { DOCUMENT_PARTS, type DocumentPart, type TrackDocument } from './document.js';

/** What differs between two drawings of the same map, by part. Ids do not count: only what is drawn does. */

type Same<Value> = (one: Value, other: Value) => boolean;

const samePoint: Same<LatLng | null> = (one, other) =>
  one === other || (one !== null && other !== null && one.lat === other.lat && one.lng === other.lng);

const sameList =
  <Item>(sameItem: Same<Item>): Same<readonly Item[] | null> =>
  (one, other) =>
    one === other ||
    (one !== null &&
      other !== null &&
      one.length === other.length &&
      // Both are of the same length.
      one.every((item, at) => sameItem(item, other[at] as Item)));

const samePoints = sameList(samePoint);

const SAME: { readonly [Part in DocumentPart]: Same<TrackDocument[Part]> } = {
  name: Object.is,
  lines: sameList((one, other) => samePoints(one.points, other.points)),
  start: samePoint,
  finish: samePoint,
  boxes: samePoints,
  pois: sameList(
    (one, other) =>
      samePoint(one.position, other.position) &&
      one.description === other.description &&
      one.icon === other.icon,
  ),
  stages: sameList(
    (one, other) =>
      one.number === other.number &&
      one.name === other.name &&
      one.km === other.km &&
      one.startDate === other.startDate &&
      samePoints(one.points, other.points) &&
      samePoint(one.start, other.start) &&
      samePoint(one.finish, other.finish),
  ),
  mapPosition: (one, other) => samePoint(one, other) && one?.zoom === other?.zoom,
};

export const samePart = (part: DocumentPart, one: TrackDocument, other: TrackDocument): boolean => {
  // Each part is compared by the function of its own type, which the table ensures.
  const same = SAME[part] as Same<unknown>;
  return same(one[part], other[part]);
};

/** The parts in which two documents differ. */
export const diffParts = (one: TrackDocument, other: TrackDocument): DocumentPart[] =>
  one === other ? [] : DOCUMENT_PARTS.filter((part) => !samePart(part, one, other));

export const isDirty = (document: TrackDocument, saved: TrackDocument): boolean =>
  diffParts(document, saved).length > 0;

export interface Divergence {
  /** Changed here alone. */
  readonly mine: readonly DocumentPart[];
  /** Changed by somebody else alone. */
  readonly theirs: readonly DocumentPart[];
  /** Changed by both, in different ways: somebody has to choose. */
  readonly both: readonly DocumentPart[];
}

/** How two documents have come apart since they were the same one. */
export const divergence = (base: TrackDocument, mine: TrackDocument, theirs: TrackDocument): Divergence => {
  const byMe = new Set(diffParts(base, mine));
  const byThem = new Set(diffParts(base, theirs));
  const differing = diffParts(mine, theirs);
  return {
    mine: differing.filter((part) => byMe.has(part) && !byThem.has(part)),
    theirs: differing.filter((part) => byThem.has(part) && !byMe.has(part)),
    both: differing.filter((part) => byMe.has(part) && byThem.has(part)),
  };
};

/** `mine` with these parts of `theirs`. */
export const takeParts = (
  mine: TrackDocument,
  theirs: TrackDocument,
  parts: readonly DocumentPart[],
): TrackDocument => ({ ...mine, ...Object.fromEntries(parts.map((part) => [part, theirs[part]])) });
