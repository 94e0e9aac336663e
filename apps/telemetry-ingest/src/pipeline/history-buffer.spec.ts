import { expect, it } from '@jest/globals';
import type { PositionInput } from '@flagpost/contracts';
import { INPUT_ROW, setInputRow, type InputRows, type PlacedNote } from '@flagpost/telemetry/journal';
import { createHistoryBuffer, type HistoryBuffer, type Oldest } from './history-buffer.js';

const RUN = 1_779_999_000_000;
const fix = (second: number): PositionInput => ({
  receivedAt: 1_780_000_000_000 + second,
  t: 1_780_000_000_000 - second,
  lat: 44.6 + second,
  lng: -8.157,
  ...(second % 2 === 0 ? {} : { speedKph: 120.5 }),
});
const note = (second: number): PlacedNote => ({
  run: RUN,
  offset: second,
  note: { type: 'sweep', at: second },
});

const SECONDS = Array.from({ length: 3_000 }, (_, second) => second);
const isNoted = (second: number): boolean => second % 10 < 3;
interface Named {
  readonly name: string;
  place: number;
}
const NAMES = ['a', 'b', 'c'];
const blocksOf = (): ((second: number) => Named) => {
  const blocks = NAMES.map((name) => ({ name, place: 0 }));
  return (second) => blocks[second % 3] ?? { name: '', place: 0 };
};
const nameOf = (second: number): string => NAMES[second % 3] ?? '';
const of = (name: string, seconds: readonly number[]) => {
  const own = seconds.filter((second) => nameOf(second) === name);
  const rows = new Float64Array(own.length * INPUT_ROW);
  own.forEach((second, i) => setInputRow(rows, i * INPUT_ROW, fix(second), 'late', second, RUN));
  return { rows, notes: own.filter(isNoted).map(note) };
};

const byBlock = (waiting: HistoryBuffer<Named>, count: Oldest) => {
  const found: Record<string, { rows: InputRows; notes: readonly PlacedNote[] }> = {};
  waiting.eachBlock(count, ({ name }, rows, notes) => (found[name] = { rows: rows.slice(), notes }));
  return found;
};
const expected = (seconds: readonly number[]) =>
  Object.fromEntries(NAMES.map((name) => [name, of(name, seconds)]));

it('are what was added, by block and in order, without those that were dropped', () => {
  const waiting = createHistoryBuffer<Named>();
  const blockOf = blocksOf();
  for (const second of SECONDS) {
    waiting.add(blockOf(second), fix(second), 'late', second, RUN);
    if (isNoted(second)) waiting.note(blockOf(second), note(second));
  }
  const first = { inputs: 2_000, notes: SECONDS.slice(0, 2_000).filter(isNoted).length };
  expect(byBlock(waiting, first)).toEqual(expected(SECONDS.slice(0, 2_000)));

  waiting.drop(first, ({ name }) => name === 'c');
  const left = SECONDS.filter((second) => second >= 2_000 || nameOf(second) === 'c');
  const count = { inputs: left.length, notes: left.filter(isNoted).length };
  expect(waiting.count()).toEqual(count);
  expect(byBlock(waiting, count)).toEqual(expected(left));

  waiting.drop(count, () => false);
  expect(waiting.count()).toEqual({ inputs: 0, notes: 0 });
  expect(byBlock(waiting, waiting.count())).toEqual({});
});

it('have blocks of notes alone', () => {
  const waiting = createHistoryBuffer<Named>();
  waiting.note({ name: 'a', place: 0 }, note(1));
  expect(byBlock(waiting, waiting.count())).toEqual({ a: { rows: new Float64Array(), notes: [note(1)] } });
});
