/** Tables in files: CSV, TSV and XLSX, read without trust and written so that no cell acts. Knows nothing of motorsport. */
export { readTable, type ReadOptions } from './read.js';
export {
  LONGEST_CELL,
  SpreadsheetError,
  type SpreadsheetFault,
  type Table,
  type TableLimits,
  type TableRow,
} from './table.js';
export type { Encoding, Separator } from './text-table.js';
export { harmless, restored } from './harmless.js';
export { writeCsv, writeCsvInPieces, writeXlsx, type Cell } from './write.js';
