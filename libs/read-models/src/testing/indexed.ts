import type { Filter, FindOptions, ReadModels } from '../port.js';
import type { Projection, ViewIndex } from '../projection.js';

/** Operators that an index can serve; `$ne` and the like are not among them. */
const NARROWING = new Set(['$eq', '$in', '$gt', '$gte', '$lt', '$lte']);

const narrows = (condition: unknown): boolean =>
  typeof condition !== 'object' ||
  condition === null ||
  Object.keys(condition).some((key) => NARROWING.has(key));

const leads = (filter: Filter, path: string): boolean =>
  Object.entries(filter).some(([key, condition]) => {
    if (key === '$and') return (condition as readonly Filter[]).some((each) => leads(each, path));
    if (key === '$or') return (condition as readonly Filter[]).every((each) => leads(each, path));
    return key === path && narrows(condition);
  });

const begins = (index: ViewIndex, sort: NonNullable<FindOptions['sort']>): boolean => {
  const keys = Object.entries(index);
  return Object.entries(sort).every(
    ([path, direction], at) => keys[at]?.[0] === path && keys[at][1] === direction,
  );
};

/**
 * Whether an index of a view serves a query: its first path is restricted by the filter or, for all documents, it has
 * the requested order.
 */
export const isServed = (
  indexes: readonly ViewIndex[],
  filter: Filter,
  sort?: FindOptions['sort'],
): boolean => {
  const byId: ViewIndex = { _id: 1 };
  const all = [byId, ...indexes];
  if (Object.keys(filter).length === 0) return all.some((index) => begins(index, sort ?? byId));
  return all.some((index) => leads(filter, Object.keys(index)[0] ?? ''));
};

/** The steps by which a database would answer a query, as SQLite tells them. */
export type QueryPlan = (view: string, filter: Filter, sort?: FindOptions['sort']) => readonly string[];

/** A step that reads a whole table, in no order of an index. */
const SCAN = /^SCAN view_\S+$/;

/**
 * The same read models, which reject queries that would scan a whole collection of a database, so that a query without
 * an index fails in tests.
 *
 * @param plan Asked too, if given, for every query but that for all documents by id.
 */
export const rejectUnindexedQueries = (
  readModels: ReadModels,
  projections: readonly Projection[],
  plan: QueryPlan = () => [],
): ReadModels => {
  const indexes = new Map(
    projections.flatMap(({ views, indexes: declared }) =>
      views.map((view) => [view, declared?.[view] ?? []] as const),
    ),
  );
  return {
    ...readModels,
    view<T>(name: string) {
      const view = readModels.view<T>(name);
      const check = (filter: Filter, sort?: FindOptions['sort']): void => {
        if (!isServed(indexes.get(name) ?? [], filter, sort))
          throw new Error(`No index of the view ${name} serves ${JSON.stringify({ filter, sort })}.`);
        const isAll = Object.keys(filter).length === 0 && sort === undefined;
        if (!isAll && plan(name, filter, sort).some((step) => SCAN.test(step)))
          throw new Error(`SQLite scans the view ${name} for ${JSON.stringify({ filter, sort })}.`);
      };
      return {
        ...view,
        async find(filter, options) {
          check(filter, options?.sort);
          return view.find(filter, options);
        },
        async count(filter) {
          check(filter);
          return view.count(filter);
        },
      };
    },
  };
};
