import type { Filter } from '../port.js';

/** Returns whether a filter matches a document; null if only the general evaluation can tell. */
type Decide<T> = (value: T) => boolean | null;
type Document = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is number | string | boolean =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean';

const COMPARISONS: Readonly<Record<string, (value: number | string, bound: number | string) => boolean>> = {
  $gt: (value, bound) => value > bound,
  $gte: (value, bound) => value >= bound,
  $lt: (value, bound) => value < bound,
  $lte: (value, bound) => value <= bound,
};

const undecided = (): null => null;

const every = <T>(parts: readonly Decide<T>[]): Decide<T> => {
  return (value) => {
    let all: boolean | null = true;
    for (const part of parts) {
      const one = part(value);
      if (one === false) return false;
      if (one === null) all = null;
    }
    return all;
  };
};

const some = <T>(parts: readonly Decide<T>[]): Decide<T> => {
  return (value) => {
    let any: boolean | null = false;
    for (const part of parts) {
      const one = part(value);
      if (one === true) return true;
      if (one === null) any = null;
    }
    return any;
  };
};

const operator = (name: string, operand: unknown): Decide<unknown> => {
  const compare = COMPARISONS[name];
  if (compare !== undefined && (typeof operand === 'number' || typeof operand === 'string'))
    return (value) => (typeof value === typeof operand ? compare(value as typeof operand, operand) : null);
  if (name === '$ne' && isPlain(operand)) return (value) => (isPlain(value) ? value !== operand : null);
  if ((name === '$in' || name === '$nin') && Array.isArray(operand) && operand.every(isPlain)) {
    const among = new Set<unknown>(operand);
    return (value) => (isPlain(value) ? among.has(value) === (name === '$in') : null);
  }
  if (name === '$regex' && typeof operand === 'string') {
    const pattern = new RegExp(operand);
    return (value) => (typeof value === 'string' ? pattern.test(value) : null);
  }
  return undecided;
};

const condition = (wanted: unknown): Decide<unknown> => {
  if (isPlain(wanted)) return (value) => (isPlain(value) ? value === wanted : null);
  if (typeof wanted !== 'object' || wanted === null || Object.getPrototypeOf(wanted) !== Object.prototype)
    return undecided;
  const operators = Object.entries(wanted);
  return operators.length === 0
    ? undecided
    : every(operators.map(([name, operand]) => operator(name, operand)));
};

/**
 * Evaluates conditions on numbers, texts and booleans of a document's own fields, several times faster than the general
 * evaluation, which handles the rest. Each page of a list evaluates thousands of documents.
 */
export const plainFilter = (filter: Filter): Decide<Document> =>
  every(
    Object.entries(filter).map(([path, wanted]): Decide<Document> => {
      if (path === '$and') return every((wanted as readonly Filter[]).map(plainFilter));
      if (path === '$or') return some((wanted as readonly Filter[]).map(plainFilter));
      if (/[$.]/.test(path)) return undecided;
      const decide = condition(wanted);
      return (document) => decide(document[path]);
    }),
  );
