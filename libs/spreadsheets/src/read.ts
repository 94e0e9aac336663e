import { SpreadsheetError, type Table, type TableLimits } from './table.js';
import { readTextTable, type Encoding } from './text-table.js';
import { readXlsx } from './xlsx.js';

export interface ReadOptions {
  /** Of its ending only, which must not belie the content. */
  readonly fileName: string;
  /** Found out if left out. */
  readonly encoding?: Encoding | undefined;
  readonly limits: TableLimits;
  /** Awaited between slices of some milliseconds of work. */
  readonly pause: () => Promise<void>;
}

const begins = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
const isZip = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b);
/** The container of the format before 2007, and of every file with a password. */
const isCompound = (bytes: Uint8Array): boolean => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0);

const TEXT_ENDINGS = ['csv', 'tsv', 'txt'];

/**
 * Reads a table out of a file that anybody may have made.
 *
 * @throws {SpreadsheetError}
 */
export const readTable = async (bytes: Uint8Array, options: ReadOptions): Promise<Table> => {
  const { fileName, limits } = options;
  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (bytes.length > limits.bytes) throw new SpreadsheetError('tooLarge');
  const isText = !isZip(bytes) && !isCompound(bytes);
  if (isText ? ending === 'xlsx' : TEXT_ENDINGS.includes(ending)) throw new SpreadsheetError('mislabelled');
  if (isCompound(bytes)) throw new SpreadsheetError('protected');
  const table = isText ? await readTextTable(bytes, options) : await readXlsx(bytes, options);
  if (table.rows.length === 0) throw new SpreadsheetError('empty');
  return table;
};
