import { expect, it } from '@jest/globals';
import { listLayout } from './snapshot-picture.js';

it('puts the cars of a snapshot into up to three lists, and makes those longer when they do not fit', () => {
  expect(listLayout(0, 600)).toEqual({ lists: 1, rows: 24 });
  expect(listLayout(24, 600)).toEqual({ lists: 1, rows: 24 });
  expect(listLayout(25, 600)).toEqual({ lists: 2, rows: 24 });
  expect(listLayout(1_000, 600)).toEqual({ lists: 3, rows: 334 });
});
