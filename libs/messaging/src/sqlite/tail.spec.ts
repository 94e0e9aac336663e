import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { StoredMessage } from '../port.js';
import { createTail } from './tail.js';

const message = (offset: number, value = 'x', storedAt = offset): StoredMessage => ({
  offset,
  storedAt,
  key: 'k',
  value,
});

describe('the tail of a partition', () => {
  it('holds the newest messages without a gap, whatever their sizes', () => {
    const sizes = fc.array(fc.nat(600), { minLength: 1, maxLength: 3_000 });
    fc.assert(
      fc.property(sizes, fc.nat(3_000), fc.integer({ min: 1, max: 50 }), (lengths, from, max) => {
        const tail = createTail(20_000);
        lengths.forEach((length, offset) => tail.add(message(offset, 'x'.repeat(length))));
        const read = tail.read(from, max);
        const kept = lengths
          .map((_, offset) => offset)
          .filter((offset) => tail.read(offset, 1)?.length === 1);
        expect(kept).toEqual(kept.map((_, index) => lengths.length - kept.length + index));
        const size = kept.reduce((sum, offset) => sum + (lengths[offset] ?? 0) + 101, 0);
        expect(size).toBeLessThanOrEqual(20_000);
        const isKept = from >= (kept[0] ?? Infinity);
        expect(read?.map(({ offset }) => offset) ?? null).toEqual(
          isKept ? kept.filter((offset) => offset >= from).slice(0, max) : null,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('keeps nothing before a gap', () => {
    const tail = createTail(20_000);
    [0, 1, 5, 6].forEach((offset) => tail.add(message(offset)));
    expect(tail.read(1, 10)).toBeNull();
    expect(tail.read(5, 10)?.map(({ offset }) => offset)).toEqual([5, 6]);
  });

  it('gives up what is older than it is told', () => {
    const tail = createTail(20_000);
    [0, 1, 2].forEach((offset) => tail.add(message(offset)));
    tail.forget(2);
    expect([tail.read(1, 10), tail.read(2, 10)?.length]).toEqual([null, 1]);
    tail.forget(100);
    expect(tail.read(2, 10)).toBeNull();
    tail.add(message(3));
    expect(tail.read(3, 10)?.length).toBe(1);
  });
});
