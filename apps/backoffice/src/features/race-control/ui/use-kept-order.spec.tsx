import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, renderHook } from '@testing-library/react';
import { useKeptOrder } from './use-kept-order.js';

const WANTED = [1, 2, 3, 4];
/** Longer than the list waits for its next sorting. */
const SOON_MS = 2_500;

let list: HTMLDivElement;
let scrolled: Element;
beforeEach(() => {
  jest.useFakeTimers();
  list = document.createElement('div');
  list.innerHTML = '<div class="car-list"><button>Car 4</button></div>';
  document.body.append(list);
  scrolled = list.firstElementChild!;
});
afterEach(() => {
  cleanup();
  list.remove();
  jest.useRealTimers();
});

const soon = (): void => {
  act(() => {
    jest.advanceTimersByTime(SOON_MS);
  });
};

/** A list that is scrolled, of which these cars raised an SOS. */
const begun = () => {
  const ref = { current: list };
  const { result, rerender } = renderHook(
    (first: ReadonlySet<number>) => useKeptOrder(ref, { sort: 'carNumber', wanted: WANTED, first }),
    { initialProps: new Set<number>() },
  );
  soon();
  scrolled.scrollTop = 100;
  return { order: () => result.current, alarm: (...ids: number[]) => rerender(new Set(ids)) };
};

it('brings a scrolled list to its head for a car in SOS, and for each further one', () => {
  const { order, alarm } = begun();
  alarm(3);
  soon();
  expect([order(), scrolled.scrollTop]).toEqual([[3, 1, 2, 4], 0]);
  scrolled.scrollTop = 100;
  alarm(3, 4);
  soon();
  expect([order(), scrolled.scrollTop]).toEqual([[3, 4, 1, 2], 0]);
});

it('leaves it where somebody has scrolled it then, also when an SOS ends', () => {
  const { alarm } = begun();
  alarm(3, 4);
  soon();
  scrolled.scrollTop = 100;
  soon();
  alarm(4);
  soon();
  expect(scrolled.scrollTop).toBe(100);
});

it('brings it to its head for a car that has the first place already', () => {
  const { order, alarm } = begun();
  alarm(1);
  soon();
  expect([order(), scrolled.scrollTop]).toEqual([WANTED, 0]);
});

it('neither sorts nor scrolls it while somebody points at it, and does both afterwards', () => {
  const { order, alarm } = begun();
  const matches = jest.spyOn(list, 'matches').mockImplementation((selector) => selector === ':active');
  alarm(3);
  soon();
  expect([order(), scrolled.scrollTop]).toEqual([WANTED, 100]);
  matches.mockRestore();
  soon();
  expect([order(), scrolled.scrollTop]).toEqual([[3, 1, 2, 4], 0]);
});
