/** Selects and orders documents of this process as MongoDB would. */
import { Context } from 'mingo/core';
import * as operators from 'mingo/operators/query';
import { Query } from 'mingo/query';
import { compareIds } from '../digest.js';
import { assertFilter } from '../filter.js';
import type { DocumentId, Filter, FindOptions } from '../port.js';
import type { Document } from './patched.js';
import { plainFilter } from './plain-filter.js';

/** Of queries alone: with all that mingo knows every process would start a tenth of a second later. */
const options = { context: Context.init({ query: operators }) };

export type Identified = readonly [id: DocumentId, document: Document];

/** @throws {TypeError} if the filter has an operator that not every adapter supports. */
export const matcher = (filter: Filter): ((document: Document) => boolean) => {
  assertFilter(filter);
  const decide = plainFilter(filter);
  let query: Query | undefined;
  const test = (document: Document): boolean => (query ??= new Query(filter, options)).test(document);
  return (document) => decide(document) ?? test(document);
};

/** Whether all documents have there a value of one primitive type, which JavaScript orders as MongoDB does. */
const isPlainAt = (documents: readonly Document[], path: string): boolean => {
  const type = typeof documents[0]?.[path];
  return (
    (type === 'number' || type === 'string' || type === 'boolean') &&
    documents.every((document) => typeof document[path] === type)
  );
};

type Plain = number | string | boolean;
const comparing =
  (sort: NonNullable<FindOptions['sort']>) =>
  (one: Document, other: Document): number => {
    for (const path in sort) {
      const [a, b] = [one[path] as Plain, other[path] as Plain];
      if (a !== b) return a < b ? -(sort[path] ?? 1) : (sort[path] ?? 1);
    }
    return 0;
  };

/** The sort is stable: ties stay in order of id. Sorts `found` in place. */
export const inOrder = (found: Identified[], sort: FindOptions['sort']): Document[] => {
  const byId = found.sort(([a], [b]) => compareIds(a, b)).map(([, document]) => document);
  if (sort === undefined) return byId;
  // Several times faster than the general comparison, which is rarely needed for thousands of documents.
  if (Object.keys(sort).every((path) => isPlainAt(byId, path))) return byId.sort(comparing(sort));
  return new Query({}, options).find<Document>(byId).sort(sort).all();
};
