import type { Filter, FindOptions } from '../port.js';
import type { Projection } from '../projection.js';
import { openViews } from '../sqlite/database.js';
import { shapesOf } from '../sqlite/keys.js';
import { queryOf } from '../sqlite/query.js';

/**
 * The steps by which SQLite would answer a query over empty views of these projections, as EXPLAIN QUERY PLAN tells them.
 */
export const queryPlans = (projections: readonly Projection[]) => {
  const shapes = shapesOf(projections);
  const db = openViews(':memory:', projections, shapes);
  const plans = new Map<string, readonly string[]>();
  return (view: string, filter: Filter, sort?: FindOptions['sort']): readonly string[] => {
    const shape = shapes.get(view);
    if (shape === undefined) throw new Error(`No projection has a view ${view}.`);
    const { sql, keys } = queryOf(shape, new Set(), filter, sort);
    const known = plans.get(sql);
    if (known !== undefined) return known;
    const steps = db.prepare(`EXPLAIN QUERY PLAN SELECT id, document FROM ${sql}`).all(...keys);
    const plan = steps.map(({ detail }) => String(detail));
    plans.set(sql, plan);
    return plan;
  };
};
