import { MINUTE_MS } from '@flagpost/contracts';
import { createBitWriter, writeColumn } from '../codecs/bits.js';
import { BLOCK_FORMAT, RECEIVED_STEP_MS } from '../codecs/block.js';
import { dropRepeats, FIX, FIX_ROW, fixRows, minuteOf, type HistoryFix } from '../codecs/fix-rows.js';
import { unwind } from '../codecs/headings.js';

const MICRO = 1e6;
/** Device times farther from `receivedAt` are clamped to this distance. */
const MAX_LEAD_MS = 2 ** 48;

const within = (limit: number, value: number): number => Math.min(limit, Math.max(-limit, value));

/**
 * A history block of format 1 as former releases wrote it: the fixes of one minute without repeats (same device time and place).
 *
 * @param minute `minuteOf` every fix
 * @throws RangeError for a fix of another minute
 */
export const formerBlock = (minute: number, fixes: readonly HistoryFix[]): Uint8Array => {
  const began = minute * MINUTE_MS;
  const rows = fixRows(fixes);
  const end = dropRepeats(rows, rows.length, began);
  const count = end / FIX_ROW;
  const column = new Float64Array(count);
  const writer = createBitWriter();
  const valueAt = (at: number): number => rows[at] ?? NaN;
  for (let at = 0; at < end; at += FIX_ROW)
    if (minuteOf(valueAt(at)) !== minute) throw new RangeError(`A fix is not of minute ${minute}.`);
  const write = (of: (at: number) => number): void => {
    for (let i = 0; i < count; i += 1) column[i] = of(i * FIX_ROW);
    writeColumn(writer, column, count);
  };
  const has = (at: number): boolean => !Number.isNaN(valueAt(at));
  const writeWhere = (field: number, scale: number, change?: typeof unwind): void => {
    let some = 0;
    for (let at = field; at < end; at += FIX_ROW)
      if (has(at)) column[some++] = Math.round(valueAt(at) * scale);
    change?.(column, some);
    writeColumn(writer, column, some);
  };
  const step = (at: number): number => Math.floor((valueAt(at) - began) / RECEIVED_STEP_MS);
  const lead = (at: number): number => Math.round(valueAt(at + FIX.t)) - began - step(at) * RECEIVED_STEP_MS;

  writer.bits(BLOCK_FORMAT, 8);
  writer.bits(count, 16);
  write(step);
  write((at) => within(MAX_LEAD_MS, lead(at)));
  write((at) => Math.round(valueAt(at + FIX.lat) * MICRO));
  write((at) => Math.round(valueAt(at + FIX.lng) * MICRO));
  write((at) => Number(has(at + FIX.speedKph)));
  write((at) => Number(has(at + FIX.headingDeg)));
  writeWhere(FIX.speedKph, 10);
  writeWhere(FIX.headingDeg, 1, unwind);
  return writer.bytes().slice();
};
