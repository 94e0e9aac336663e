import { restored } from './harmless.js';
import type { Encoding, Separator } from './text-table.js';

/** Reasons to refuse a file. */
export type SpreadsheetFault =
  /** It has a password, or is of the format before 2007, which looks the same from outside. */
  | 'protected'
  /** Its content does not match its extension, or is no table at all. */
  | 'mislabelled'
  /** It ends too early, or contradicts itself. */
  | 'damaged'
  | 'empty'
  | 'tooManyRows'
  | 'tooManyColumns'
  /** It would unpack to more than is read, or its cells have more characters than a file of text may have. */
  | 'tooLarge';

export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  constructor(readonly fault: SpreadsheetFault) {
    super(`SpreadsheetError: ${fault}`);
  }
}

export interface TableRow {
  /** As a spreadsheet shows it, from 1. */
  readonly number: number;
  /** Trimmed, and as they were before they were made harmless; empty ones at the end are left out. */
  readonly cells: readonly string[];
  /** Columns whose cell holds a formula, from 0. */
  readonly formulas: readonly number[];
}

/** The rows of the file's first sheet that have anything in them. */
export interface Table {
  readonly rows: readonly TableRow[];
  /** Null for XLSX, which has neither. */
  readonly encoding: Encoding | null;
  readonly separator: Separator | null;
}

export interface TableLimits {
  /** Of a file as it is sent; also the characters of all cells, as those of a workbook may share one text. */
  readonly bytes: number;
  /** Of the unpacked content of an XLSX file, counted while it is unpacked. */
  readonly unpackedBytes: number;
  /** With anything in them. */
  readonly rows: number;
  readonly columns: number;
}

/** A longer text is cut. */
export const LONGEST_CELL = 1_000;

/** Collects the rows of a table within the limits. */
export const tableRows = (limits: Pick<TableLimits, 'bytes' | 'rows' | 'columns'>) => {
  const rows: TableRow[] = [];
  let characters = 0;
  return {
    rows,
    /** @throws {SpreadsheetError} */
    add: (number: number, texts: readonly string[], formulas: readonly number[] = []): void => {
      const cells = texts.map((text) => restored(text.slice(0, LONGEST_CELL).trim()));
      while (cells.length > 0 && cells.at(-1) === '') cells.pop();
      if (cells.length > limits.columns) throw new SpreadsheetError('tooManyColumns');
      if (cells.length === 0 && formulas.length === 0) return;
      if (rows.length === limits.rows) throw new SpreadsheetError('tooManyRows');
      for (const cell of cells) characters += cell.length;
      if (characters > limits.bytes) throw new SpreadsheetError('tooLarge');
      rows.push({ number, cells, formulas });
    },
  };
};
