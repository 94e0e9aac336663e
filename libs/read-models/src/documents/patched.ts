import { jsonCopy } from './json-copy.js';

/** A document as it is stored: JSON only. */
export type Document = Readonly<Record<string, unknown>>;

/**
 * The document with some top-level fields replaced. It is not shared with anybody, so only the changes are copied. A
 * field set to `undefined` is removed.
 */
export const patched = (current: Document, changes: object): Document => {
  const next = { ...current, ...(jsonCopy(changes) as Document) };
  const gone = new Set(
    Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [name] : [])),
  );
  return gone.size === 0
    ? next
    : Object.fromEntries(Object.entries(next).filter(([name]) => !gone.has(name)));
};
