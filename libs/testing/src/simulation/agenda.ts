/** An action due at a time; of entries due together, the lower `tie` goes first. */
export interface Entry {
  readonly at: number;
  readonly tie: number;
  readonly what: string;
  /** Null once it was cancelled. */
  act: (() => void) | null;
}

/** Entries in order of time, as a binary heap. */
export interface Agenda {
  add(entry: Entry): void;
  /** Removes and returns the earliest entry if it is due by `until`. */
  takeUntil(until: number): Entry | undefined;
}

const isBefore = (a: Entry, b: Entry): boolean => a.at < b.at || (a.at === b.at && a.tie < b.tie);

export const createAgenda = (): Agenda => {
  const heap: Entry[] = [];
  const at = (index: number): Entry => heap[index] as Entry;
  const swap = (a: number, b: number): void => {
    const kept = at(a);
    heap[a] = at(b);
    heap[b] = kept;
  };
  const sink = (): void => {
    for (let index = 0; ;) {
      const left = 2 * index + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const least = right < heap.length && isBefore(at(right), at(left)) ? right : left;
      if (!isBefore(at(least), at(index))) return;
      swap(least, index);
      index = least;
    }
  };
  return {
    add(entry) {
      let index = heap.push(entry) - 1;
      while (index > 0) {
        const parent = (index - 1) >> 1;
        if (!isBefore(at(index), at(parent))) return;
        swap(index, parent);
        index = parent;
      }
    },
    takeUntil(until) {
      const [first] = heap;
      if (first === undefined || first.at > until) return undefined;
      const last = heap.pop() as Entry;
      if (heap.length > 0) {
        heap[0] = last;
        sink();
      }
      return first;
    },
  };
};
