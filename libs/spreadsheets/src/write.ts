import { escapeXml } from '@flagpost/file-formats/xml-text';
import { strToU8, zipSync } from 'fflate';
import Papa from 'papaparse';
import { harmless } from './harmless.js';

/** Tables as files. A text that a spreadsheet would take for a formula is made harmless; reading restores it. */

const BYTE_ORDER_MARK = '\ufeff';

/** A number stays one: no spreadsheet takes it for a formula. */
export type Cell = string | number | null;

const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : `${Papa.unparse(
        rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? harmless(cell) : cell))),
        { newline: '\r\n' },
      )}\r\n`;

/** RFC 4180 in UTF-8, with the mark by which spreadsheets know the encoding. */
export const writeCsv = (rows: readonly (readonly Cell[])[]): Uint8Array =>
  strToU8(`${BYTE_ORDER_MARK}${csvLines(rows)}`);

/** The same file in pieces, for a table that is longer than a text may be. */
export async function* writeCsvInPieces(
  head: readonly string[],
  pieces: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLines([head])}`;
  for await (const rows of pieces) yield csvLines(rows);
}

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const DOCUMENT = `${SCHEMAS}/officeDocument/2006/relationships`;
const PACKAGE = `${SCHEMAS}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetXml = (rows: readonly (readonly string[])[]): string => {
  const cell = (text: string): string =>
    text === ''
      ? '<c/>'
      : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(harmless(text))}</t></is></c>`;
  const lines = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`);
  return `${PROLOGUE}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`;
};

/** One sheet in which every cell is a text: car 007 stays 007. */
export const writeXlsx = (sheetName: string, rows: readonly (readonly string[])[]): Uint8Array => {
  const part = (name: string, type: string) =>
    `<Override PartName="${name}" ContentType="${TYPE}.${type}+xml"/>`;
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${PROLOGUE}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}</Types>`,
    '_rels/.rels': `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${PROLOGUE}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
};
