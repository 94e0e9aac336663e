import { expect, it } from '@jest/globals';
import { boundedMap } from './bounded-map.js';

const numbered = (number: number) => ({ number });

it('drops what was used longest ago, and nothing while there is room', () => {
  const map = boundedMap<string, { number: number }>(2);
  map.set('a', numbered(1));
  map.set('b', numbered(2));
  expect(map.get('a')).toEqual(numbered(1));
  map.set('c', numbered(3));
  expect([map.peek('a'), map.peek('b'), map.peek('c')]).toEqual([numbered(1), undefined, numbered(3)]);
});

it('counts a new value as a use, and a peek as none', () => {
  const map = boundedMap<string, { number: number }>(2);
  map.set('a', numbered(1));
  map.set('b', numbered(2));
  map.set('a', numbered(3));
  map.peek('b');
  map.set('c', numbered(4));
  expect([map.peek('a'), map.peek('b'), map.peek('c')]).toEqual([numbered(3), undefined, numbered(4)]);
});

it('has room again for what was deleted', () => {
  const map = boundedMap<string, { number: number }>(2);
  map.set('a', numbered(1));
  map.set('b', numbered(2));
  map.delete('b');
  map.set('c', numbered(3));
  expect([map.peek('a'), map.peek('b'), map.peek('c')]).toEqual([numbered(1), undefined, numbered(3)]);
});
