import { FIX_ROW, setFixRow, type FixRows, type HistoryFix } from '@flagpost/telemetry';

/**
 * Fixes of one block that wait to be stored, in order. They are kept as numbers in place: in a backlog there are hundreds
 * of thousands of them, and as objects they were a quarter of all that telemetry-ingest computed.
 */
export interface WaitingFixes {
  add(fix: HistoryFix): void;
  count(): number;
  /** All that wait; it holds until the next change. */
  rows(): FixRows;
  /** Forgets so many of the oldest. */
  drop(count: number): void;
}

/** What a car sends in 5 s at 1 Hz, and a little. */
const FIRST_ROOM = 8 * FIX_ROW;

export const createWaitingFixes = (): WaitingFixes => {
  let numbers = new Float64Array(FIRST_ROOM);
  let end = 0;
  return {
    add(fix) {
      if (end === numbers.length) {
        const more = new Float64Array(2 * end);
        more.set(numbers);
        numbers = more;
      }
      setFixRow(numbers, end, fix);
      end += FIX_ROW;
    },
    count: () => end / FIX_ROW,
    rows: () => numbers.subarray(0, end),
    drop(count) {
      numbers.copyWithin(0, count * FIX_ROW, end);
      end -= count * FIX_ROW;
    },
  };
};
