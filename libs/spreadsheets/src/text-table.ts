import { decodeText } from '@flagpost/file-formats';
import Papa, { type ParseConfig, type Parser, type ParseResult } from 'papaparse';
import type { ReadOptions } from './read.js';
import { SpreadsheetError, tableRows, type Table } from './table.js';

/** In the order in which they are tried. */
const ENCODINGS = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Letters that are processed between two pauses. */
const SLICE = 128 * 1024;
const PROBED_ROWS = 40;

/** How many of the first rows have the same number of cells, more than one, and how many cells those have. */
const fit = (text: string, separator: Separator): readonly [rows: number, cells: number] => {
  const { data } = Papa.parse<string[]>(text, { delimiter: separator, preview: PROBED_ROWS });
  const counts = new Map<number, number>();
  for (const { length } of data) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].reduce<readonly [number, number]>(
    (best, [cells, rows]) => (rows > best[0] ? [rows, cells] : best),
    [0, 0],
  );
};

/** The one that cuts most of the first rows alike; of several the one that makes most cells. */
const separatorOf = (text: string): Separator => {
  const fits = SEPARATORS.map((separator) => ({ separator, fit: fit(text, separator) }));
  const [best] = fits.sort((one, other) => other.fit[0] - one.fit[0] || other.fit[1] - one.fit[1]);
  return best?.separator ?? ',';
};

/** Chunks of a string are read as those of a file; the types know of files alone. */
interface Chunked extends ParseConfig<string[]> {
  readonly worker?: false;
  readonly download?: false;
  readonly chunkSize: number;
  readonly chunk: (results: ParseResult<string[]>, parser: Parser) => void;
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/**
 * Reads separated text (RFC 4180, with any of four separators). `pause` is awaited between slices, so that a large file
 * does not block other work.
 *
 * @throws {SpreadsheetError}
 */
export const readTextTable = async (
  bytes: Uint8Array,
  { encoding: wanted, limits, pause }: ReadOptions,
): Promise<Table> => {
  // Neither encoding has this byte in a text; binary files have it early.
  if (bytes.includes(0)) throw new SpreadsheetError('mislabelled');
  const { text, encoding } = await decodeText(bytes, wanted === undefined ? ENCODINGS : [wanted], pause);
  const separator = separatorOf(text.slice(0, SLICE));
  const { rows, add } = tableRows(limits);
  let number = 0;
  const collect = async ({ data, errors }: ParseResult<string[]>): Promise<void> => {
    // An unclosed quote swallows the rest of the file.
    if (errors.some(({ code }) => code === 'MissingQuotes')) throw new SpreadsheetError('damaged');
    for (const cells of data) {
      number += 1;
      if (isBlank(cells)) continue;
      add(
        number,
        cells,
        cells.flatMap((cell, column) => (cell.trimStart().startsWith('=') ? [column] : [])),
      );
    }
    await pause();
  };
  await new Promise<void>((resolve, reject) => {
    const options: Chunked = {
      delimiter: separator,
      chunkSize: SLICE,
      chunk(results, parser) {
        parser.pause();
        collect(results).then(() => parser.resume(), reject);
      },
      complete: () => resolve(),
    };
    Papa.parse<string[]>(text, options);
  });
  return { rows, encoding, separator };
};
