/** Changes of a route as far as a race depends on it. */

/** How a place or an area on the map changed. */
type Placing = 'placed' | 'moved' | 'removed';

export type RouteChange =
  /** Kilometres of the race line, rounded to two decimals; null: none is drawn. Both the same: it was drawn anew. */
  | { part: 'line'; beforeKm: number | null; afterKm: number | null }
  /** `movedM`: whole metres, at least 1; null unless it was moved. */
  | { part: 'start' | 'finish'; change: Placing; movedM: number | null }
  | { part: 'boxes'; change: Placing }
  /** Laps are timed from start to finish from now on, as on a stage, or from finish to finish. */
  | { part: 'timing'; from: 'start' | 'finish' };

/** A saving of a route while its race ran. */
export interface RouteChangeRow {
  /** Of the route after it: no two savings have the same. */
  revision: number;
  changes: RouteChange[];
  /** ISO 8601 */
  at: string;
  by: { Id: number; Name: string };
}
