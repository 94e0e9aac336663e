import type { Filter } from './port.js';

const OPERATORS = new Set([
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists', '$regex'],
  ...['$and', '$or', '$not'],
]);

/** Rejects operators that not every adapter supports. @throws {TypeError} naming the operator. */
export const assertFilter = (filter: unknown): void => {
  if (typeof filter !== 'object' || filter === null || filter instanceof RegExp) return;
  // Of thousands of ids, which are not looked through as fields.
  if (Array.isArray(filter)) filter.forEach(assertFilter);
  else
    for (const [key, value] of Object.entries(filter as Filter)) {
      if (key.startsWith('$') && !OPERATORS.has(key)) throw new TypeError(`A filter cannot use ${key}.`);
      assertFilter(value);
    }
};
