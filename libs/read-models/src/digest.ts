import { createHash } from 'node:crypto';
import type { DocumentId } from './port.js';

/** JSON whose keys are in order, so that equal documents are equal texts however they came about. */
const canonical = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`);
  return `{${members.join()}}`;
};

/** Numbers before texts, each in their own order: MongoDB's order of ids. */
export const compareIds = (a: DocumentId, b: DocumentId): number => {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};

/** Digest of a view's documents, the same for the same contents on any adapter. */
export const digestOf = (
  documents: Iterable<readonly [DocumentId, unknown]>,
): { count: number; sha256: string } => {
  const sorted = [...documents].sort(([a], [b]) => compareIds(a, b));
  const hash = createHash('sha256');
  for (const [id, document] of sorted) hash.update(`${JSON.stringify(id)} ${canonical(document)}\n`);
  return { count: sorted.length, sha256: hash.digest('hex') };
};
