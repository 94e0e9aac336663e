import { MINUTE_MS } from '@flagpost/contracts';
import { createBitReader, readColumn } from './bits.js';
import { FIX, FIX_ROW, type FixRows } from './fix-rows.js';
import { wound } from './headings.js';

/**
 * History blocks, format 1, which former releases wrote: the fixes of one car in one minute of `receivedAt`, in the order in which they came.
 *
 *   8 bits   1, the format
 *   16 bits  number of fixes
 *   columns (see bits.ts), one number a fix:
 *     receivedAt, 10 ms since the minute began (rounded down)
 *     t - receivedAt as coded, ms
 *     latitude, 1e-6 degrees
 *     longitude, 1e-6 degrees
 *     1 where there is a speed
 *     1 where there is a heading
 *     speeds where there is one, 0.1 km/h
 *     headings where there is one, whole degrees, unwound so that 359 is followed by 360
 */
export const BLOCK_FORMAT = 1;
/** Steps in which `receivedAt` is kept, ms. */
export const RECEIVED_STEP_MS = 10;
const MICRO = 1e6;

/**
 * Reads the fixes of a block, to its precision, as rows of their own. Its buffers stay, and grow to the largest block.
 *
 * @throws RangeError for another format or a truncated block
 */
export type BlockReader = (minute: number, bytes: Uint8Array) => FixRows;

export const createBlockReader = (): BlockReader => {
  const reader = createBitReader();
  let column = new Float64Array(256);
  return (minute, bytes) => {
    reader.open(bytes);
    const format = reader.bits(8);
    if (format !== BLOCK_FORMAT) throw new RangeError(`Block format ${format} is not supported.`);
    const count = reader.bits(16);
    const began = minute * MINUTE_MS;
    if (count > column.length) column = new Float64Array(2 * count);
    const rows: FixRows = new Float64Array(count * FIX_ROW);
    const valueAt = (at: number): number => rows[at] ?? NaN;
    const read = (field: number, of: (value: number, at: number) => number): void => {
      readColumn(reader, column, count);
      for (let i = 0; i < count; i += 1) rows[i * FIX_ROW + field] = of(column[i] ?? NaN, i * FIX_ROW);
    };
    const readWhere = (field: number, of: (value: number) => number): void => {
      let some = 0;
      for (let at = field; at < rows.length; at += FIX_ROW) if (valueAt(at) === 1) some += 1;
      readColumn(reader, column, some);
      let next = 0;
      for (let at = field; at < rows.length; at += FIX_ROW)
        rows[at] = valueAt(at) === 1 ? of(column[next++] ?? NaN) : NaN;
    };
    read(FIX.receivedAt, (step) => began + step * RECEIVED_STEP_MS);
    read(FIX.t, (lead, at) => valueAt(at) + lead);
    read(FIX.lat, (lat) => lat / MICRO);
    read(FIX.lng, (lng) => lng / MICRO);
    read(FIX.speedKph, Number);
    read(FIX.headingDeg, Number);
    readWhere(FIX.speedKph, (speed) => speed / 10);
    readWhere(FIX.headingDeg, wound);
    return rows;
  };
};
