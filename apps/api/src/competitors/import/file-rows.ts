import {
  IMPORT_LIMITS,
  PLAIN_COLUMNS,
  proposeFields,
  splitName,
  type ImportColumn,
  type ImportField,
  type UploadForm,
} from '@flagpost/contracts';
import { pause } from '@flagpost/platform';
import { readTable, SpreadsheetError, type Table, type TableRow } from '@flagpost/spreadsheets';
import { ImportRefusedError } from '../../http/import-refused.js';
import type { RememberedColumns } from './remembered-columns.js';

/** A file as rows of fields. */

export type Values = Readonly<Partial<Record<ImportField, string>>>;

/** A row of a competitor. */
export interface FileRow {
  /** As a spreadsheet counts them. */
  readonly row: number;
  readonly values: Values;
  /** In a cell that is imported. */
  readonly hasFormula: boolean;
}

export interface ReadFile extends Pick<Table, 'encoding' | 'separator'> {
  readonly columns: readonly ImportColumn[];
  readonly rows: readonly FileRow[];
  /** All cells of a row, by its number. */
  readonly cells: ReadonlyMap<number, readonly string[]>;
}

const SAMPLES = 3;

const refused = (fault: SpreadsheetError['fault']): ImportRefusedError =>
  new ImportRefusedError([{ row: null, refusal: { field: null, why: `import.${fault}` } }]);

/** The column chosen by the institution for this header before, else the one that the header suggests. */
const proposed = (headers: readonly string[], remembered: RememberedColumns): (ImportField | null)[] => {
  const own = headers.map(remembered);
  const taken = new Set(own.flatMap((field) => field ?? []));
  return proposeFields(headers).map((field, column) => {
    const chosen = own[column];
    if (chosen !== undefined) return chosen;
    return field !== null && taken.has(field) ? null : field;
  });
};

/** The header is the row with most known names among the first; if none is known, the first with most cells. */
const headerIndex = (rows: readonly TableRow[], remembered: RememberedColumns): number => {
  const first = rows.slice(0, IMPORT_LIMITS.titleRows + 1);
  const scores = first.map(({ cells }) => {
    const known = proposed(cells, remembered).filter((field) => field !== null).length;
    return { known, filled: cells.filter((cell) => cell !== '').length };
  });
  const best = scores.toSorted((one, other) => other.known - one.known || other.filled - one.filled)[0];
  return best === undefined ? -1 : scores.indexOf(best);
};

const valuesOf = (cells: readonly string[], fields: readonly (ImportField | null)[]): Values => {
  const values: Partial<Record<ImportField, string>> = {};
  fields.forEach((field, column) => {
    if (field !== null) values[field] ??= cells[column] ?? '';
  });
  const { FullName, CodriverFullName, ...rest } = values;
  const [Name, Surname] = splitName(FullName ?? '');
  const [CodriverName, CodriverSurname] = splitName(CodriverFullName ?? '');
  return {
    ...(FullName === undefined ? {} : { Name, Surname }),
    ...(CodriverFullName === undefined ? {} : { CodriverName, CodriverSurname }),
    ...rest,
  };
};

/**
 * Reads the file in slices, so that others are answered meanwhile.
 *
 * @throws {ImportRefusedError}
 */
export const readFile = async (
  { buffer, originalname }: { readonly buffer: Uint8Array; readonly originalname: string },
  { DataWithHeader, Mapping, Encoding }: UploadForm,
  remembered: RememberedColumns,
): Promise<ReadFile> => {
  const limits = { ...IMPORT_LIMITS, rows: IMPORT_LIMITS.rows + IMPORT_LIMITS.titleRows + 1 };
  const read = { fileName: originalname, encoding: Encoding, limits, pause };
  const table = await readTable(buffer, read).catch((error: unknown) => {
    throw error instanceof SpreadsheetError ? refused(error.fault) : error;
  });
  const header = DataWithHeader ? headerIndex(table.rows, remembered) : -1;
  const rows = table.rows.slice(header + 1);
  if (rows.length === 0) throw refused('empty');
  if (rows.length > IMPORT_LIMITS.rows) throw refused('tooManyRows');

  const names = table.rows[header]?.cells ?? [];
  const width = Math.max(names.length, ...rows.map(({ cells }) => cells.length));
  const headers = Array.from({ length: width }, (_, column) => names[column] ?? '');
  const plain = DataWithHeader ? proposed(headers, remembered) : PLAIN_COLUMNS;
  const fields = headers.map((_, column) => (Mapping ?? plain)[column] ?? null);
  return {
    encoding: table.encoding,
    separator: table.separator,
    columns: headers.map((name, column) => ({
      header: name,
      samples: rows.slice(0, SAMPLES).map(({ cells }) => cells[column] ?? ''),
      field: fields[column] ?? null,
    })),
    rows: rows.map(({ number, cells, formulas }) => ({
      row: number,
      values: valuesOf(cells, fields),
      hasFormula: formulas.some((column) => (fields[column] ?? null) !== null),
    })),
    cells: new Map(rows.map(({ number, cells }) => [number, cells])),
  };
};
