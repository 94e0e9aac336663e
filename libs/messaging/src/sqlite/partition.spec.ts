import { beforeEach, expect, it } from '@jest/globals';
import type { StoredMessage } from '../port.js';
import { storedPartition, type Reader, type StoredPartition } from './partition.js';

const message = (offset: number): StoredMessage => ({ offset, storedAt: offset, key: 'k', value: 'x' });
const COUNT = 10;
const signal = new AbortController().signal;

let partition: StoredPartition;
/** The first offset of each page that was read from the file. */
let pages: number[];

/** Takes what there is; null if there is nothing. */
const take = async (reader: Reader, max = COUNT): Promise<readonly number[] | null> =>
  (await reader.take(max, signal))?.messages.map(({ offset }) => offset) ?? null;
const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

beforeEach(() => {
  pages = [];
  const readPage = async ({ from, below }: { readonly from: number; readonly below: number }) => {
    pages.push(from);
    return numbers(from, below).map(message);
  };
  partition = storedPartition(0, 0, readPage, 'log');
});

it('keeps in memory what a reader has not taken', async () => {
  const [fast, slow] = [partition.open(0), partition.open(0)];
  numbers(0, COUNT).forEach((offset) => partition.show(message(offset)));
  expect(await take(fast)).toEqual(numbers(0, COUNT));
  expect(await take(fast)).toBeNull();
  expect(await take(slow, 4)).toEqual(numbers(0, 4));
  expect(await take(slow)).toEqual(numbers(4, COUNT));
  expect(pages).toEqual([]);
});

it('keeps in memory nothing that every reader has taken', async () => {
  const reader = partition.open(0);
  numbers(0, COUNT).forEach((offset) => partition.show(message(offset)));
  expect(await take(reader, 4)).toEqual(numbers(0, 4));
  expect(await take(reader, 4)).toEqual(numbers(4, 8));
  const later = partition.open(2);
  expect(await take(later)).toEqual(numbers(2, COUNT));
  expect(pages).toEqual([2]);
});

it('keeps nothing for a reader that is closed', async () => {
  const [closed, reader] = [partition.open(0), partition.open(0)];
  numbers(0, COUNT).forEach((offset) => partition.show(message(offset)));
  closed.close();
  expect(await take(reader)).toEqual(numbers(0, COUNT));
  expect(await take(reader)).toBeNull();
  await take(partition.open(0));
  expect(pages).toEqual([0]);
});
