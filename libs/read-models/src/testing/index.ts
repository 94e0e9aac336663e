/** Test support: read models that reject queries without an index, and the plans of queries in SQLite. */
export { rejectUnindexedQueries } from './indexed.js';
export { queryPlans } from './query-plans.js';
