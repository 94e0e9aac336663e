import { exportTable, type CompetitorRow, type ImportAnswer } from '@flagpost/contracts';
import { download, REPORT_PREFIX } from '../../../shared/download.js';
import { RULES } from '../../../shared/texts/rules.js';
import { TEXTS } from '../../../shared/texts/imports.js';

/** Files that are read, and those generated in the browser; their writer is loaded on first use. */

const words = TEXTS.imports;

/** Of the files that a list of competitors is read from. */
export const LIST_FILE_ENDINGS = ['.csv', '.tsv', '.txt', '.xlsx'] as const;

export type Format = 'csv' | 'xlsx';

const TYPES: Readonly<Record<Format, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

const save = (name: string, format: Format, bytes: Uint8Array): void =>
  download(bytes, TYPES[format], `${REPORT_PREFIX}${name}.${format}`);

export const saveCompetitors = async (
  eventName: string,
  rows: readonly CompetitorRow[],
  format: Format,
): Promise<void> => {
  const { writeCsv, writeXlsx } = await import('@flagpost/spreadsheets/write');
  const table = exportTable(rows, RULES.columns);
  const bytes = format === 'csv' ? writeCsv(table) : writeXlsx(words.exportName, table);
  save(`${eventName} ${words.exportName}`, format, bytes);
};

/** As they were, with the error behind: mended, the file can be imported. */
export const saveRefused = async ({ columns, rows }: ImportAnswer): Promise<void> => {
  const { writeCsv } = await import('@flagpost/spreadsheets/write');
  const padded = (cells: readonly string[]) => columns.map((_, column) => cells[column] ?? '');
  const refused = rows.flatMap(({ cells, error }) =>
    cells === null ? [] : [[...padded(cells), error ?? '']],
  );
  save(
    words.reportName,
    'csv',
    writeCsv([[...columns.map(({ header }) => header), words.errorHead], ...refused]),
  );
};
