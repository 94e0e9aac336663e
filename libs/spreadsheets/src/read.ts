import { FileError, type Pause } from '@flagpost/file-formats';
import { SpreadsheetError, type Table, type TableLimits } from './table.js';
import { readTextTable, type Encoding } from './text-table.js';
import { readXlsx } from './xlsx.js';

export interface ReadOptions {
  /** Of its ending only, which must not belie the content. */
  readonly fileName: string;
  /** Found out if left out. */
  readonly encoding?: Encoding | undefined;
  readonly limits: TableLimits;
  readonly pause: Pause;
}

const begins = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
const isZip = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b);
/** The container of the format before 2007, and of every file with a password. */
const isCompound = (bytes: Uint8Array): boolean => begins(bytes, 0xd0, 0xcf, 0x11, 0xe0);

/** A document type has no place in a workbook. */
const refusal = (error: unknown): unknown => {
  if (!(error instanceof FileError)) return error;
  return new SpreadsheetError(error.fault === 'doctype' ? 'damaged' : error.fault);
};

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
  const table = await (isText ? readTextTable : readXlsx)(bytes, options).catch((error: unknown) => {
    throw refusal(error);
  });
  if (table.rows.length === 0) throw new SpreadsheetError('empty');
  return table;
};
