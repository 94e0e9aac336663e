import { describe, expect, it } from '@jest/globals';
import type { Row } from './row.js';
import { createTail } from './tail.js';

const row = (position: number, data = '1'): Row => [
  position,
  `s-${position % 2}`,
  position,
  'T',
  data,
  '{}',
  null,
  1,
];
const positions = (rows: readonly Row[] | null): number[] | undefined => rows?.map(([position]) => position);

describe('the newest events in memory', () => {
  it('know what follows a position within them, and nothing before', () => {
    const tail = createTail();
    expect([tail.after(0, 10), tail.head()]).toEqual([null, null]);
    tail.push([row(5), row(6)]);
    tail.push([row(7)]);
    expect(tail.after(3, 10)).toBeNull();
    expect(positions(tail.after(4, 2))).toEqual([5, 6]);
    expect(positions(tail.after(6, 10))).toEqual([7]);
    expect([positions(tail.after(7, 10)), positions(tail.after(9, 10)), tail.head()]).toEqual([[], [], 7]);
  });

  it('know where the streams that were written end', () => {
    const tail = createTail();
    tail.push([row(4), row(5)]);
    expect([tail.endsBefore('s-0', 4), tail.endsBefore('s-0', 5), tail.endsBefore('s-9', 5)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('forget everything after an append of which nobody knows whether it was stored', () => {
    const tail = createTail();
    tail.push([row(4)]);
    tail.clear();
    expect([tail.after(4, 10), tail.head(), tail.endsBefore('s-0', 9)]).toEqual([null, null, false]);
    tail.push([row(9)]);
    expect([tail.after(4, 10), positions(tail.after(8, 10))]).toEqual([null, [9]]);
  });

  it.each([
    ['many', 10_000, '1'],
    ['large', 40, 'x'.repeat(1_000_000)],
  ])('forget the oldest of %s events', (_, count, data) => {
    const tail = createTail();
    for (let position = 1; position <= count; position += 1) tail.push([row(position, data)]);
    expect(tail.after(0, 1)).toBeNull();
    expect(positions(tail.after(count - 2, 10))).toEqual([count - 1, count]);
  });
});
