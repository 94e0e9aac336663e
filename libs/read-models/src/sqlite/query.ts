/** Filters of the port as conditions on the indexed columns of a view. */
import type { Filter, FindOptions } from '../port.js';
import { UNEVEN, columnOf, keyOf, tableOf, type Key, type ViewShape } from './keys.js';

/** A condition that every matching document fulfils; `exact` if no other does. */
interface Condition {
  readonly sql: string;
  readonly keys: readonly Key[];
  readonly exact: boolean;
}

export interface ViewQuery {
  /** What follows FROM. */
  readonly sql: string;
  readonly keys: readonly Key[];
  /** Whether the rows are the matching documents; otherwise each has to be tested. */
  readonly exact: boolean;
  /** Whether the rows are in the requested order. */
  readonly ordered: boolean;
}

/** Nothing that SQLite can tell: every document may match. */
const UNKNOWN: Condition = { sql: '', keys: [], exact: false };

const exactly = (sql: string, ...keys: Key[]): Condition => ({ sql, keys, exact: true });

const allOf = (conditions: readonly Condition[]): Condition => {
  const telling = conditions.filter(({ sql }) => sql !== '');
  return {
    sql: telling.map(({ sql }) => sql).join(' AND '),
    keys: telling.flatMap(({ keys }) => keys),
    exact: conditions.every(({ exact }) => exact),
  };
};

const anyOf = (conditions: readonly Condition[]): Condition => {
  if (conditions.length === 0 || conditions.some(({ sql }) => sql === '')) return UNKNOWN;
  return {
    sql: `(${conditions.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    keys: conditions.flatMap(({ keys }) => keys),
    exact: conditions.every(({ exact }) => exact),
  };
};

const COMPARISONS: Readonly<Record<string, string>> = { $gt: '>', $gte: '>=', $lt: '<', $lte: '<=' };
/** Comparisons are among values of one type: SQLite orders null, numbers, texts, blobs. */
const AMONG_NUMBERS = { '<': '', '<=': '', '>': ` AND %c < ''`, '>=': ` AND %c < ''` } as const;
const AMONG_TEXTS = {
  '<': ` AND %c >= ''`,
  '<=': ` AND %c >= ''`,
  '>': ` AND %c < x''`,
  '>=': ` AND %c < x''`,
} as const;

const compared = (column: string, comparison: string, key: Key): Condition => {
  if (typeof key !== 'number' && typeof key !== 'string') return UNKNOWN;
  const bounds: Readonly<Record<string, string>> = typeof key === 'number' ? AMONG_NUMBERS : AMONG_TEXTS;
  return exactly(`${column} ${comparison} ?${(bounds[comparison] ?? '').replaceAll('%c', column)}`, key);
};

const among = (column: string, operand: unknown): Condition => {
  if (!Array.isArray(operand)) return UNKNOWN;
  // Of other numbers, SQLite's reading of their decimals need not be JavaScript's.
  const isPlain = (value: unknown): boolean => Number.isSafeInteger(value) || typeof value === 'string';
  return operand.every((value) => isPlain(value) && keyOf(value) !== UNEVEN)
    ? exactly(`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(operand))
    : UNKNOWN;
};

const operated = (column: string, operator: string, operand: unknown): Condition => {
  if (operator === '$in') return among(column, operand);
  const key = keyOf(operand);
  if (operand === undefined || key === UNEVEN || Number.isNaN(key)) return UNKNOWN;
  if (operator === '$eq') return exactly(`${column} IS ?`, key);
  if (operator === '$ne') return exactly(`${column} IS NOT ?`, key);
  const comparison = COMPARISONS[operator];
  return comparison === undefined ? UNKNOWN : compared(column, comparison, key);
};

const conditionAt = (column: string, wanted: unknown): Condition => {
  if (typeof wanted !== 'object' || wanted === null) return operated(column, '$eq', wanted);
  if (Object.getPrototypeOf(wanted) !== Object.prototype) return UNKNOWN;
  const operators = Object.entries(wanted);
  if (operators.length === 0) return UNKNOWN;
  return allOf(operators.map(([operator, operand]) => operated(column, operator, operand)));
};

const conditionOf = (filter: Filter, columns: ReadonlyMap<string, string>): Condition =>
  allOf(
    Object.entries(filter).map(([path, wanted]) => {
      if (path === '$and' || path === '$or') {
        const parts = (wanted as readonly Filter[]).map((each) => conditionOf(each, columns));
        return path === '$and' ? allOf(parts) : anyOf(parts);
      }
      const column = columns.get(path);
      return column === undefined ? UNKNOWN : conditionAt(column, wanted);
    }),
  );

/**
 * The rows of a view that a filter needs, in the requested order if the columns tell it.
 *
 * @param uneven Paths, and `id`, at which SQLite cannot compare all documents of the view.
 */
export const queryOf = (
  { view, paths }: ViewShape,
  uneven: ReadonlySet<string>,
  filter: Filter,
  sort: FindOptions['sort'] = {},
): ViewQuery => {
  const columns = new Map(
    paths.filter((path) => !uneven.has(path)).map((path) => [path, columnOf(path)] as const),
  );
  const condition = conditionOf(filter, columns);
  const order = Object.entries(sort).map(([path, direction]) => [columns.get(path), direction] as const);
  const ordered = !uneven.has('id') && order.every(([column]) => column !== undefined);
  const by = [...order.map(([column, direction]) => `${column} ${direction === 1 ? 'ASC' : 'DESC'}`), 'id'];
  return {
    sql:
      tableOf(view) +
      (condition.sql === '' ? '' : ` WHERE ${condition.sql}`) +
      (ordered ? ` ORDER BY ${by.join(', ')}` : ''),
    keys: condition.keys,
    exact: condition.exact,
    ordered,
  };
};
