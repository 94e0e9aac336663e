import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createRoomRequests } from './room-requests.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const asked = (random: number) => {
  let count = 0;
  const requests = createRoomRequests(() => (count += 1), {
    now: () => Date.now(),
    random: () => random,
  });
  return { requests, count: () => count };
};

it('asks once, after a random part of a second', () => {
  const { requests, count } = asked(0.5);
  requests.want();
  requests.want();
  jest.advanceTimersByTime(499);
  expect(count()).toBe(0);
  jest.advanceTimersByTime(1);
  expect(count()).toBe(1);
});

it('asks at most once in five seconds', () => {
  const { requests, count } = asked(0.1);
  requests.want();
  jest.advanceTimersByTime(100);
  requests.want();
  jest.advanceTimersByTime(4_999);
  expect(count()).toBe(1);
  jest.advanceTimersByTime(1);
  expect(count()).toBe(2);
});

it('asks no more once it is settled', () => {
  const { requests, count } = asked(1);
  requests.want();
  requests.settle();
  jest.advanceTimersByTime(60_000);
  expect(count()).toBe(0);
});
