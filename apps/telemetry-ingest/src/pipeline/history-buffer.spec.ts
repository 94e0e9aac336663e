import { expect, it } from '@jest/globals';
import { fixRows, type FixRows, type HistoryFix } from '@flagpost/telemetry';
import { createHistoryBuffer, type HistoryBuffer } from './history-buffer.js';

const fix = (second: number): HistoryFix => ({
  receivedAt: 1_780_000_000_000 + second,
  t: 1_780_000_000_000.5 - second,
  lat: 44.6 + second,
  lng: -8.157,
  speedKph: second % 2 === 0 ? null : 120.5,
  headingDeg: second % 3 === 0 ? null : second,
});

const SECONDS = Array.from({ length: 3_000 }, (_, second) => second);
const blockOf = (second: number): string => ['a', 'b', 'c'][second % 3] ?? '';
const rowsOf = (block: string, seconds: readonly number[]) =>
  fixRows(seconds.filter((second) => blockOf(second) === block).map(fix));

const byBlock = (waiting: HistoryBuffer<string>, count: number) => {
  const found: Record<string, FixRows> = {};
  waiting.eachBlock(count, (block, rows) => (found[block] = rows.slice()));
  return found;
};
const expected = (seconds: readonly number[]) =>
  Object.fromEntries(['a', 'b', 'c'].map((block) => [block, rowsOf(block, seconds)]));

it('are what was added, by block and in order, without those that were dropped', () => {
  const waiting = createHistoryBuffer<string>();
  const add = (second: number): void => waiting.add(blockOf(second), fix(second));
  SECONDS.forEach(add);
  expect(byBlock(waiting, 2_000)).toEqual(expected(SECONDS.slice(0, 2_000)));

  waiting.drop(2_000, (block) => block === 'c');
  const left = SECONDS.filter((second) => second >= 2_000 || blockOf(second) === 'c');
  expect(waiting.count()).toBe(left.length);
  expect(byBlock(waiting, left.length)).toEqual(expected(left));

  waiting.drop(left.length, () => false);
  expect(waiting.count()).toBe(0);
  expect(byBlock(waiting, 0)).toEqual({});
});
