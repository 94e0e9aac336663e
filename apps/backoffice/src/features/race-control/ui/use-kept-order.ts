import { useEffect, useEffectEvent, useState } from 'react';
import { keptOrder } from '../car-order.js';

/** A list that is sorted by what changes with every fix is sorted again this often. */
const SORTS_EVERY_MS = 2_000;

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
 * The order of the rows: `wanted`, brought up to date at intervals while nobody points at the list, and at once when
 * `sort`, a name of how it is sorted, is another one. Cars of `first` are at its head at all times.
 */
export const useKeptOrder = (
  list: React.RefObject<HTMLElement | null>,
  { sort, wanted, first }: { sort: string; wanted: readonly number[]; first: ReadonlySet<number> },
): readonly number[] => {
  const [kept, setKept] = useState<Kept>({ sort, order: wanted });
  if (kept.sort !== sort) setKept({ sort, order: wanted });
  const sortAgain = useEffectEvent((): void => {
    if (!isHeld(list.current)) setKept({ sort, order: wanted });
  });
  useEffect(() => {
    const timer = window.setInterval(() => sortAgain(), SORTS_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return keptOrder(kept.sort === sort ? kept.order : wanted, wanted, first);
};
