import type { PastStory, Truth } from '@flagpost/contracts';
import { PAST, PAST_ROW, isNewPosition, pastIndexAt, type PastRows } from '@flagpost/telemetry';
import { WINDOW_MS, windowOf, type SpanStore } from './span-store.js';

/** A search gives up after so many windows without a position. */
const MOST_WINDOWS = 20;

interface Search {
  readonly truth: Truth;
  readonly instant: number;
  readonly invitationIds: readonly number[];
  readonly isForward: boolean;
}

/** When the car next to an instant had a new position, from `from` to before `to`, epoch ms; undefined if it had none. */
const nextIn = (
  rows: PastRows,
  { truth, instant, isForward }: Search,
  from: number,
  to: number,
): number | undefined => {
  const step = isForward ? PAST_ROW : -PAST_ROW;
  let index = isForward
    ? pastIndexAt(rows, Math.max(instant, from - 1)) + PAST_ROW
    : pastIndexAt(rows, Math.min(instant, to) - 1);
  for (; index >= 0 && index < rows.length; index += step) {
    const at = rows[index + PAST.at] ?? NaN;
    if (!(at >= from && at < to)) return undefined;
    if (isNewPosition(rows, index, truth)) return at;
  }
  return undefined;
};

/**
 * Finds the next or the former position of cars, however far it is from an instant: windows are read as they are needed, and those in
 * which a car was silent passed over.
 */
export const createFixSearch = (
  { silences, from, to }: Pick<PastStory, 'silences' | 'from' | 'to'>,
  spans: Pick<SpanStore, 'read' | 'rows'>,
): ((search: Search) => Promise<number | undefined>) => {
  /** The window in which a car may be heard next. */
  const windowAfter = (window: number, id: number, truth: Truth): number => {
    const next = window + WINDOW_MS;
    const silence = silences[truth].find(
      ([ofId, begins, ends]) => ofId === id && begins <= next && (ends ?? Infinity) > next,
    );
    return silence === undefined ? next : windowOf(silence[2] ?? Infinity);
  };
  /** The window in which the state came to be that a car has at the beginning of this one. */
  const windowBefore = (window: number, id: number, truth: Truth): number => {
    const at = spans.rows(truth, id, window)?.[PAST.at] ?? -Infinity;
    return at < window ? windowOf(at) : -Infinity;
  };

  return async (search) => {
    const { truth, instant, invitationIds, isForward } = search;
    if (from === null || to === null) return undefined;
    let window = windowOf(isForward ? instant : instant - 1);
    for (let read = 0; read < MOST_WINDOWS; read += 1) {
      // What was published came after it had been received.
      if (window < windowOf(from) || window > to + WINDOW_MS) return undefined;
      if (!(await spans.read(truth, window))) return undefined;
      const found = invitationIds.flatMap((id) => {
        const rows = spans.rows(truth, id, window);
        return rows === undefined ? [] : (nextIn(rows, search, window, window + WINDOW_MS) ?? []);
      });
      if (found.length > 0) return isForward ? Math.min(...found) : Math.max(...found);
      const others = invitationIds.map((id) =>
        isForward ? windowAfter(window, id, truth) : windowBefore(window, id, truth),
      );
      window = isForward ? Math.min(...others) : Math.max(...others);
    }
    return undefined;
  };
};
