import { describe, expect, it } from '@jest/globals';
import { createInputBuffer, INPUT, INPUT_ROW, setInputRow } from './input-rows.js';

const [FIRST_RUN, SECOND_RUN] = [1_000, 2_000];

/** Inputs of one offset each, received at 100 ms for each. */
const rowsOf = (offsets: readonly number[], run = FIRST_RUN): Float64Array => {
  const rows = new Float64Array(offsets.length * INPUT_ROW);
  offsets.forEach((offset, i) =>
    setInputRow(rows, i * INPUT_ROW, { receivedAt: 100 * offset }, 'accepted', offset, run),
  );
  return rows;
};
const column = (rows: Float64Array, field: number): number[] =>
  Array.from({ length: rows.length / INPUT_ROW }, (_, i) => rows[i * INPUT_ROW + field] ?? NaN);

describe('a buffer of inputs', () => {
  it('takes each input once, in whatever order they come, and the newest instance that read it', () => {
    const buffer = createInputBuffer();
    buffer.add(rowsOf([4, 5, 6]), 100);
    buffer.add(rowsOf([5, 3, 7], SECOND_RUN), 100);
    expect(column(buffer.view(), INPUT.offset)).toEqual([4, 5, 6, 3, 7]);
    expect(column(buffer.view(), INPUT.run)).toEqual([
      FIRST_RUN,
      SECOND_RUN,
      FIRST_RUN,
      SECOND_RUN,
      SECOND_RUN,
    ]);
    buffer.add(rowsOf([5]), 100);
    expect(column(buffer.view(), INPUT.run)[1]).toBe(SECOND_RUN);
  });

  it('takes no more than it may', () => {
    const buffer = createInputBuffer();
    buffer.add(rowsOf([1, 2, 3]), 2);
    expect(column(buffer.view(), INPUT.offset)).toEqual([1, 2]);
  });

  it('has rows of nothing at its end, also where something was before, and keeps what is before them', () => {
    const buffer = createInputBuffer();
    buffer.add(rowsOf([1, 2]), 100);
    buffer.clear();
    buffer.add(rowsOf([9]), 100);
    const begin = buffer.extend(1_000);
    expect(begin).toBe(INPUT_ROW);
    expect(buffer.count).toBe(1_001);
    expect(column(buffer.view(), INPUT.offset)[0]).toBe(9);
    expect(buffer.view().subarray(begin).every(Number.isNaN)).toBe(true);
  });
});
