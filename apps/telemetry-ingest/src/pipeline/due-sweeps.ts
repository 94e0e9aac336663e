/** Where a partition ended at a time. */
interface End {
  readonly asOf: number;
  readonly head: number;
}

/**
 * Silence is judged as of the times at which the end of the partition was asked for, each once all inputs up to that end have
 * been handled. While others send, that is mostly after the answer.
 */
export interface DueSweeps {
  /** `asOf` and `head` are not before those of the last call. */
  add(asOf: number, head: number): void;
  /** The newest time as of which silence can be judged now, if there is one since the last call. */
  take(nextOffset: number): number | null;
  /** Silence is no longer judged as of any time before now. */
  clear(): void;
}

/** Keeps two ends: the one that is reached next, which a later one does not replace, and the newest. */
export const createDueSweeps = (): DueSweeps => {
  let next: End | null = null;
  let newest: End | null = null;
  return {
    add(asOf, head) {
      newest = { asOf, head };
      next ??= newest;
    },
    take(nextOffset) {
      const reached = [newest, next].find((end) => end !== null && nextOffset >= end.head) ?? null;
      if (reached === null) return null;
      next = reached === newest ? null : newest;
      if (next === null) newest = null;
      return reached.asOf;
    },
    clear() {
      next = null;
      newest = null;
    },
  };
};
