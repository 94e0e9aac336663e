import { describe, expect, it } from '@jest/globals';
import { given } from './given.js';

/** Counts to two. */
const counter = {
  initialState: 0,
  decide: (by: number, count: number): readonly number[] => {
    if (count + by > 2) throw Object.assign(new Error('Too many.'), { code: 'counter.full' });
    return by === 0 ? [] : [by];
  },
  evolve: (count: number, by: number): number => count + by,
};

describe('given, when, then', () => {
  it('folds what is given and compares what is decided', () => {
    given(counter, [1]).when(1).then([1]);
    given(counter, [1]).when(0).then([]);
    expect(() => given(counter, [1]).when(1).then([])).toThrow();
    expect(() => given(counter, [1]).when(0).then([1])).toThrow();
  });

  it('knows a refusal by its code', () => {
    given(counter, [1, 1]).when(1).thenRefused('counter.full');
    expect(() => given(counter, [1, 1]).when(1).thenRefused('counter.other')).toThrow();
    expect(() => given(counter, [1]).when(1).thenRefused('counter.full')).toThrow();
  });
});
