import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';

const BEGIN = '<!-- presses -->';
const END = '<!-- /presses -->';

/** What a part of a story took. */
export interface Part {
  readonly name: string;
  readonly presses: number;
  readonly seconds: number;
  readonly most: number | null;
}
const rowOfPart = ({ name, presses, seconds, most }: Part): string[] => [
  name,
  String(presses),
  most === null ? '' : String(most),
  seconds.toFixed(1),
];

/** As prettier lays a table out. */
const table = (parts: readonly Part[]): string => {
  const rows = [['part', 'presses', 'at most', 'seconds'], ...parts.map(rowOfPart)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
};
/** Without the seconds, which are another machine's. */
const pressesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim().replace(/^-+:?$/, '-'))
        .join('|'),
    );

/**
 * Expects the table of a page of docs to tell these presses, and none to be more than allowed. With `WRITE_PAGES=1` it
 * writes the table.
 */
export const comparePresses = (page: URL, parts: readonly Part[]): void => {
  for (const { name, presses, most } of parts)
    if (most !== null) expect(presses, name).toBeLessThanOrEqual(most);
  const document = readFileSync(page, 'utf8');
  const [before = '', rest = ''] = document.split(BEGIN);
  const [written = '', after = ''] = rest.split(END);
  const counts = table(parts);
  if (process.env.WRITE_PAGES === '1')
    writeFileSync(page, `${before}${BEGIN}\n\n${counts}\n\n${END}${after}`);
  else expect(pressesOf(written)).toEqual(pressesOf(counts));
};
