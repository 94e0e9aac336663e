import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keptOrder, withFirst } from '../car-order.js';

/** A list that is sorted by what changes with every fix is sorted again this often. */
const SORTS_EVERY_MS = 2_000;

const LIST = '.car-list';

const hovers = window.matchMedia('(hover: hover)');

/** Somebody is about to press a row: by mouse, by finger, or by keyboard. */
const isHeld = (list: HTMLElement | null): boolean =>
  list !== null &&
  ((hovers.matches && list.matches(':hover')) ||
    list.matches(':active') ||
    list.querySelector(':focus-visible') !== null);

interface Kept {
  readonly sort: string;
  readonly order: readonly number[];
}

/**
 * The order of the rows: `wanted` with cars of `first` at its head. While somebody points at the list no row moves, not
 * even for an SOS; otherwise it is brought up to date at intervals, and at once when `first` changes. When `sort`, a name
 * of how it is sorted, is another one, it is sorted at once in any case. A list that was scrolled is brought to its head for each
 * new car of `first`, by the same rule: not while somebody points at it.
 */
export const useKeptOrder = (
  list: React.RefObject<HTMLElement | null>,
  { sort, wanted, first }: { sort: string; wanted: readonly number[]; first: ReadonlySet<number> },
): readonly number[] => {
  const sorted = withFirst(wanted, first);
  const [kept, setKept] = useState<Kept>({ sort, order: sorted });
  if (kept.sort !== sort) setKept({ sort, order: sorted });
  /** Cars for which the list has been brought to its head. */
  const shownFirst = useRef<ReadonlySet<number>>(new Set());
  const sortAgain = useEffectEvent((): void => {
    if (isHeld(list.current)) return;
    setKept({ sort, order: sorted });
    const scrolled = list.current?.querySelector(LIST);
    if (scrolled != null && [...first].some((id) => !shownFirst.current.has(id))) scrolled.scrollTop = 0;
    shownFirst.current = first;
  });
  useEffect(() => {
    const atOnce = window.setTimeout(() => sortAgain());
    const timer = window.setInterval(() => sortAgain(), SORTS_EVERY_MS);
    return () => {
      window.clearTimeout(atOnce);
      window.clearInterval(timer);
    };
  }, [first]);
  return keptOrder(kept.sort === sort ? kept.order : sorted, sorted);
};
