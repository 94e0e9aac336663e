import { expect, it } from '@jest/globals';
import { createListeners } from './listeners.js';

it('calls each listener back once, with what it is given, until it is removed', () => {
  const listeners = createListeners<[number]>();
  const called: string[] = [];
  const first = (value: number): void => void called.push(`first ${value}`);
  const remove = listeners.subscribe(first);
  listeners.subscribe(first);
  listeners.subscribe((value) => called.push(`second ${value}`));
  listeners.call(1);
  expect(called).toEqual(['first 1', 'second 1']);
  remove();
  listeners.call(2);
  expect(called.slice(2)).toEqual(['second 2']);
  listeners.clear();
  listeners.call(3);
  expect(called).toHaveLength(3);
});
