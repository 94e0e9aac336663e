import { restored } from './harmless.js';
import type { Encoding, Separator } from './text-table.js';

/** What a file is refused for. */
export type SpreadsheetFault =
  /** It has a password, or is of the format before 2007, which looks the same from outside. */
  | 'protected'
  /** It is not what its name says, or no table at all. */
  | 'mislabelled'
  /** It ends too early, or contradicts itself. */
  | 'damaged'
  | 'empty'
  | 'tooManyRows'
  | 'tooManyColumns'
  /** It would unpack to more than is read. */
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

export const TABLE_LIMITS = {
  /** Of a file as it is sent. */
  bytes: 10 * 1_048_576,
  /** Of what an XLSX file unpacks to, counted while it is unpacked. */
  unpackedBytes: 40 * 1_048_576,
  /** With anything in them. */
  rows: 5_100,
  columns: 200,
  /** A longer text is cut. */
  cellLength: 1_000,
} as const;

/** Collects the rows of a table within the limits. */
export const tableRows = () => {
  const rows: TableRow[] = [];
  return {
    rows,
    /** @throws {SpreadsheetError} */
    add: (number: number, texts: readonly string[], formulas: readonly number[] = []): void => {
      const cells = texts.map((text) => restored(text.slice(0, TABLE_LIMITS.cellLength).trim()));
      while (cells.length > 0 && cells.at(-1) === '') cells.pop();
      if (cells.length > TABLE_LIMITS.columns) throw new SpreadsheetError('tooManyColumns');
      if (cells.length === 0 && formulas.length === 0) return;
      if (rows.length === TABLE_LIMITS.rows) throw new SpreadsheetError('tooManyRows');
      rows.push({ number, cells, formulas });
    },
  };
};
