import { createHash } from 'node:crypto';
import type { DocumentId } from './port.js';

/** Property names of an object shape: in their own order, and sorted with their JSON labels. */
interface Shape {
  readonly names: readonly string[];
  readonly ordered: readonly (readonly [name: string, label: string])[];
}

const isOf = (names: readonly string[], shape: Shape): boolean =>
  names.length === shape.names.length && names.every((name, index) => name === shape.names[index]);

/** Shapes that are cached: the documents of a view have few. */
const SHAPES_KNOWN = 8;

/** JSON with sorted keys, so that equal documents have equal text. */
const createCanonical = (): ((value: unknown) => string) => {
  const shapes: Shape[] = [];
  const orderedOf = (names: readonly string[]): Shape['ordered'] => {
    let shape = shapes.find((each) => isOf(names, each));
    if (shape === undefined) {
      const ordered = names.toSorted().map((name) => [name, `${JSON.stringify(name)}:`] as const);
      shape = { names, ordered };
      if (shapes.unshift(shape) > SHAPES_KNOWN) shapes.pop();
    }
    return shape.ordered;
  };
  const canonical = (value: unknown): string => {
    if (typeof value === 'number') return Number.isFinite(value) ? `${value}` : 'null';
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
    let members = '';
    for (const [name, label] of orderedOf(Object.keys(value))) {
      const inner = (value as Readonly<Record<string, unknown>>)[name];
      if (inner !== undefined) members += `${members === '' ? '' : ','}${label}${canonical(inner)}`;
    }
    return `{${members}}`;
  };
  return canonical;
};

/** Compares ids as MongoDB does: numbers before texts. */
export const compareIds = (a: DocumentId, b: DocumentId): number => {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : 1;
};

/** Characters hashed at once. */
const CHUNK = 65_536;

export interface Digest {
  /** In order of id. */
  add(id: DocumentId, document: unknown): void;
  result(): { count: number; sha256: string };
}

/** Digests a view's documents one after another, the same for equal contents on every adapter. */
export const createDigest = (): Digest => {
  const canonical = createCanonical();
  const hash = createHash('sha256');
  let count = 0;
  let text = '';
  return {
    add(id, document) {
      count += 1;
      text += `${JSON.stringify(id)} ${canonical(document)}\n`;
      if (text.length < CHUNK) return;
      hash.update(text);
      text = '';
    },
    result: () => ({ count, sha256: hash.update(text).digest('hex') }),
  };
};

/** Digest of documents in any order. */
export const digestOf = (
  documents: readonly (readonly [DocumentId, unknown])[],
): { count: number; sha256: string } => {
  const digest = createDigest();
  for (const [id, document] of documents.toSorted(([a], [b]) => compareIds(a, b))) digest.add(id, document);
  return digest.result();
};
