import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { countDown } from './count-down.js';

const started = (seconds: number) => {
  const left: number[] = [];
  let ended = 0;
  const stop = countDown(seconds, {
    onLeft: (now) => {
      if (left.at(-1) !== now) left.push(now);
    },
    onEnd: () => (ended += 1),
  });
  return { left, ended: () => ended, stop };
};

describe('a count down', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells every second, and its end once', () => {
    const count = started(3);
    jest.advanceTimersByTime(2_900);
    expect(count.left).toEqual([3, 2, 1]);
    expect(count.ended()).toBe(0);
    jest.advanceTimersByTime(60_000);
    expect(count.ended()).toBe(1);
  });

  it('never ends once it was broken off', () => {
    const count = started(3);
    jest.advanceTimersByTime(2_950);
    count.stop();
    jest.advanceTimersByTime(60_000);
    expect(count.ended()).toBe(0);
  });

  it('ends at the first look after its time, when a page that slept wakes', () => {
    const slept = jest.spyOn(performance, 'now');
    const before = performance.now();
    const count = started(7);
    slept.mockReturnValue(before + 8_000);
    jest.advanceTimersByTime(100);
    expect(count.ended()).toBe(1);
    slept.mockRestore();
  });
});
