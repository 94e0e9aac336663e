import type { HistoryFix } from '@flagpost/telemetry';

/**
 * Fixes of one block that wait to be stored, in order. They are kept as numbers in place: in a backlog there are hundreds
 * of thousands of them, and as objects they were a quarter of all that telemetry-ingest computed.
 */
export interface WaitingFixes {
  add(fix: HistoryFix): void;
  count(): number;
  list(): HistoryFix[];
  /** Forgets so many of the oldest. */
  drop(count: number): void;
}

/** Of a fix; NaN stands for null. */
const NUMBERS = 6;
/** What a car sends in 5 s at 1 Hz, and a little. */
const FIRST_ROOM = 8 * NUMBERS;

const known = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

export const createWaitingFixes = (): WaitingFixes => {
  let numbers = new Float64Array(FIRST_ROOM);
  let end = 0;
  return {
    add({ receivedAt, t, lat, lng, speedKph, headingDeg }) {
      if (end === numbers.length) {
        const more = new Float64Array(2 * end);
        more.set(numbers);
        numbers = more;
      }
      numbers[end] = receivedAt;
      numbers[end + 1] = t;
      numbers[end + 2] = lat;
      numbers[end + 3] = lng;
      numbers[end + 4] = speedKph ?? NaN;
      numbers[end + 5] = headingDeg ?? NaN;
      end += NUMBERS;
    },
    count: () => end / NUMBERS,
    list() {
      const fixes: HistoryFix[] = [];
      for (let at = 0; at < end; at += NUMBERS) {
        fixes.push({
          receivedAt: numbers[at] ?? NaN,
          t: numbers[at + 1] ?? NaN,
          lat: numbers[at + 2] ?? NaN,
          lng: numbers[at + 3] ?? NaN,
          speedKph: known(numbers[at + 4]),
          headingDeg: known(numbers[at + 5]),
        });
      }
      return fixes;
    },
    drop(count) {
      numbers.copyWithin(0, count * NUMBERS, end);
      end -= count * NUMBERS;
    },
  };
};
