import { createBlockReader } from '../codecs/block.js';
import { dropRepeats, FIX_ROW, fixesOf, type FixRows, type HistoryFix } from '../codecs/fix-rows.js';
import { INPUT, INPUT_ROW, isPosition, type InputRows } from './input-rows.js';
import { createJournalCodec, isJournal } from './journal.js';

/** Reads the positions of blocks of every format, as each says: those that were accepted, and late ones, without repeats. */
export interface HistoryCodec {
  /** @throws RangeError for an unknown format or a truncated block */
  decode(minute: number, bytes: Uint8Array): HistoryFix[];
  /** As `decode`, as rows of their own. @throws RangeError as `decode` does */
  decodeRows(minute: number, bytes: Uint8Array): FixRows;
  /** Whether a race cannot be recomputed from it: format 1, or begun in format 1. @throws RangeError as `decode` does */
  isReduced(bytes: Uint8Array): boolean;
}

const positionsOf = (inputs: InputRows): FixRows => {
  const rows = new Float64Array((inputs.length / INPUT_ROW) * FIX_ROW);
  let end = 0;
  for (let at = 0; at < inputs.length; at += INPUT_ROW) {
    if (!isPosition(inputs, at)) continue;
    for (let i = 0; i < FIX_ROW; i += 1) rows[end + i] = inputs[at + i] ?? NaN;
    // A device that gave no time is taken at the time at which it was received.
    if (Number.isNaN(rows[end + INPUT.t] ?? NaN)) rows[end + INPUT.t] = inputs[at] ?? NaN;
    end += FIX_ROW;
  }
  return rows.slice(0, dropRepeats(rows, end, 0));
};

/** The fixes of a block of format 1 that the journal, which went on in its minute, does not have too. */
const withFormer = (former: FixRows, rows: FixRows): FixRows => {
  const times = new Set<number>();
  for (let at = 0; at < rows.length; at += FIX_ROW) times.add(rows[at + INPUT.t] ?? NaN);
  const kept: number[] = [];
  for (let at = 0; at < former.length; at += FIX_ROW)
    if (!times.has(former[at + INPUT.t] ?? NaN)) kept.push(...former.subarray(at, at + FIX_ROW));
  return Float64Array.from([...kept, ...rows]);
};

export const createHistoryCodec = (): HistoryCodec => {
  const readReduced = createBlockReader();
  const journal = createJournalCodec();
  const isFormer = (bytes: Uint8Array): boolean => !isJournal(bytes);
  const decodeRows = (minute: number, bytes: Uint8Array): FixRows => {
    if (isFormer(bytes)) return readReduced(minute, bytes);
    const rows = positionsOf(journal.inputs(minute, bytes));
    const former = journal.former(bytes);
    return former === null ? rows : withFormer(readReduced(minute, former), rows);
  };
  return {
    decodeRows,
    decode: (minute, bytes) => fixesOf(decodeRows(minute, bytes)),
    isReduced: (bytes) => isFormer(bytes) || journal.former(bytes) !== null,
  };
};
