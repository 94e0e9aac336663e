/** The values of a document by which it is indexed, as columns that SQLite compares as the port does. */
import type { Document } from '../documents/patched.js';
import type { Projection, ViewIndex } from '../projection.js';

export type Key = number | string | Uint8Array | null;

/** Of a value that SQLite would compare in another way: a list, an object, or an unusual text. */
export const UNEVEN = Symbol('uneven');

/** Blobs come after all texts, as booleans do in MongoDB. */
const [FALSE, TRUE] = [Uint8Array.of(0), Uint8Array.of(1)];
/**
 * Texts that SQLite could cut (at U+0000), could not hold (half of a surrogate pair), or orders by code points where
 * JavaScript orders by code units (from U+D800 on).
 */
const UNUSUAL = /[\0\ud800-\uffff]/;

/** The column's value; null for null and what is missing. Numbers come before texts, texts before booleans. */
export const keyOf = (value: unknown): Key | typeof UNEVEN => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return UNUSUAL.test(value) ? UNEVEN : value;
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  return UNEVEN;
};

/** The value at a dotted path; uneven if the path leads through a list. */
export const valueAt = (document: Document, steps: readonly string[]): unknown => {
  let value: unknown = document;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value)) return UNEVEN;
    value = (value as Document)[step];
  }
  return value;
};

/** A view as its table has it. */
export interface ViewShape {
  readonly view: string;
  readonly projection: string;
  /** Paths of all indexes, in the order of the columns. */
  readonly paths: readonly string[];
  readonly indexes: readonly ViewIndex[];
}

export const shapesOf = (projections: readonly Projection[]): ReadonlyMap<string, ViewShape> =>
  new Map(
    projections.flatMap(({ name, views, indexes }) =>
      views.map((view) => {
        const declared = indexes?.[view] ?? [];
        const paths = [...new Set(declared.flatMap((index) => Object.keys(index)))];
        return [view, { view, projection: name, paths, indexes: declared }] as const;
      }),
    ),
  );

export const tableOf = (view: string): string => `"view_${view}"`;
export const columnOf = (path: string): string => `"at ${path}"`;
