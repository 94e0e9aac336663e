import { describe, expect, it } from '@jest/globals';
import type { Decider } from '@flagpost/event-sourcing';
import { given } from './given.js';

interface Counted {
  readonly type: 'Counted';
  readonly data: number;
}
const counted = (by: number): Counted => ({ type: 'Counted', data: by });

/** Counts to two. */
const counter: Decider<number, Counted, number> = {
  initialState: 0,
  decide: (by, count) => {
    if (count + by > 2) throw Object.assign(new Error('Too many.'), { code: 'counter.full' });
    return by === 0 ? [] : [counted(by)];
  },
  evolve: (count, { data }) => count + data,
};

describe('given, when, then', () => {
  it('folds what is given and compares what is decided', () => {
    given(counter, [counted(1)])
      .when(1)
      .then([counted(1)]);
    given(counter, [counted(1)])
      .when(0)
      .then([]);
    expect(() =>
      given(counter, [counted(1)])
        .when(1)
        .then([]),
    ).toThrow();
    expect(() =>
      given(counter, [counted(1)])
        .when(0)
        .then([counted(1)]),
    ).toThrow();
  });

  it('knows a refusal by its code', () => {
    given(counter, [counted(1), counted(1)])
      .when(1)
      .thenRefused('counter.full');
    expect(() =>
      given(counter, [counted(1), counted(1)])
        .when(1)
        .thenRefused('counter.other'),
    ).toThrow();
    expect(() =>
      given(counter, [counted(1)])
        .when(1)
        .thenRefused('counter.full'),
    ).toThrow();
  });
});
