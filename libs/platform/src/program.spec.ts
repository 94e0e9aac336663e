import { expect, it } from '@jest/globals';
import { signalHandler } from './program.js';

const handle = (...times: number[]): string[] => {
  const called: string[] = [];
  let now = 0;
  const onSignal = signalHandler(
    () => called.push('stop'),
    () => called.push('end'),
    { now: () => now },
  );
  for (const time of times) {
    now = time;
    onSignal();
  }
  return called;
};

it('stops once for a signal that a shell and npm both pass on', () => {
  expect(handle(1_000, 1_005)).toEqual(['stop']);
});

it('ends at once at a second press', () => {
  expect(handle(1_000, 1_005, 1_600)).toEqual(['stop', 'end']);
});
