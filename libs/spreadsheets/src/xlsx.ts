import {
  openArchive,
  readXml,
  xmlAttribute,
  type Archive,
  type Pause,
  type XmlHandlers,
} from '@flagpost/file-formats';
import type { ReadOptions } from './read.js';
import { SpreadsheetError, tableRows, type Table } from './table.js';

/** Text of a part of the archive; Office Open XML is UTF-8. */
function* textsOf(archive: Archive, name: string): Generator<string> {
  const decoder = new TextDecoder();
  for (const piece of archive.pieces(name)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

const readPart = (archive: Archive, name: string, pause: Pause, handlers: XmlHandlers): Promise<void> =>
  readXml(textsOf(archive, name), pause, handlers);

/** Path of the first sheet that is shown, as the workbook orders them. */
const firstSheet = async (archive: Archive, pause: Pause): Promise<string> => {
  let relation: string | undefined;
  await readPart(archive, 'xl/workbook.xml', pause, {
    open(name, attributes) {
      if (name !== 'sheet' || relation !== undefined) return;
      if ((attributes['state'] ?? 'visible') === 'visible') relation = xmlAttribute(attributes, 'id');
    },
  });
  let path: string | undefined;
  await readPart(archive, 'xl/_rels/workbook.xml.rels', pause, {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === relation) path = attributes['Target'];
    },
  });
  if (relation === undefined || path === undefined) throw new SpreadsheetError('damaged');
  return path.startsWith('/') ? path.slice(1) : `xl/${path}`;
};

const sharedTexts = async (archive: Archive, pause: Pause): Promise<readonly string[]> => {
  const texts: string[] = [];
  if (!archive.names.includes('xl/sharedstrings.xml')) return texts;
  let current = '';
  let isText = false;
  let isReading = 0;
  await readPart(archive, 'xl/sharedStrings.xml', pause, {
    open(name) {
      if (name === 'si') current = '';
      // How a text is read aloud is no part of it.
      if (name === 'rPh') isReading += 1;
      isText = name === 't' && isReading === 0;
    },
    text(text) {
      if (isText) current += text;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isReading -= 1;
      if (name === 'si') texts.push(current);
    },
  });
  return texts;
};

/** Longer number formats are ignored: every cell of the sheet may be as long as one. */
const MOST_DIGITS = 20;

/** By style, how many digits a whole number is shown with at least: '000' shows car 7 as 007. */
const shownDigits = async (archive: Archive, pause: Pause): Promise<readonly number[]> => {
  if (!archive.names.includes('xl/styles.xml')) return [];
  const zeros = new Map<string, number>();
  const digits: number[] = [];
  let isInCells = false;
  await readPart(archive, 'xl/styles.xml', pause, {
    open(name, attributes) {
      const { numFmtId = '', formatCode = '' } = attributes;
      const isZeros = formatCode.length <= MOST_DIGITS && /^0+$/.test(formatCode);
      if (name === 'numFmt' && isZeros) zeros.set(numFmtId, formatCode.length);
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) digits.push(zeros.get(numFmtId) ?? 0);
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return digits;
};

/** From 0: the letters before the row's number, A to XFD. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
};

const MOST_COLUMNS = 16_384;

const numberText = (value: string, digits: number): string => {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const text = String(number);
  return /^\d+$/.test(text) ? text.padStart(digits, '0') : text;
};

/**
 * Reads the first visible sheet. Numbers become the text that the sheet shows if that matters: whole, or with leading
 * zeros. `pause` is awaited between pieces, so that a large file does not block other work.
 *
 * @throws {SpreadsheetError}
 */
export const readXlsx = async (bytes: Uint8Array, { limits, pause }: ReadOptions): Promise<Table> => {
  const archive = openArchive(bytes, limits.unpackedBytes);
  // Another kind of archive: a document, a picture collection, an OpenDocument table.
  if (!archive.names.includes('xl/workbook.xml')) throw new SpreadsheetError('mislabelled');
  const sheet = await firstSheet(archive, pause);
  const texts = await sharedTexts(archive, pause);
  const digits = await shownDigits(archive, pause);
  const { rows, add } = tableRows(limits);

  let number = 0;
  let nextColumn = 0;
  let cells: string[] = [];
  let formulas: number[] = [];
  let cell: { column: number; type: string; style: number } | null = null;
  let value = '';
  let isValue = false;
  const shown = (type: string, style: number): string => {
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'n') return numberText(value, digits[style] ?? 0);
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    return value;
  };
  await readPart(archive, sheet, pause, {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(xmlAttribute(attributes, 'r') ?? number + 1);
        [cells, formulas, nextColumn] = [[], [], 0];
      } else if (name === 'c') {
        const { r, t = 'n', s = '0' } = attributes;
        const column = r === undefined ? nextColumn : columnOf(r);
        if (column < 0 || column >= MOST_COLUMNS) throw new SpreadsheetError('damaged');
        nextColumn = column + 1;
        cell = { column, type: t, style: Number(s) };
        value = '';
      } else if (name === 'f' && cell !== null) formulas.push(cell.column);
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue && cell !== null) value += text;
    },
    close(name) {
      isValue = false;
      if (name === 'c' && cell !== null) {
        if (value !== '') {
          while (cells.length < cell.column) cells.push('');
          cells[cell.column] = shown(cell.type, cell.style);
        }
        cell = null;
      } else if (name === 'row') add(number, cells, formulas);
    },
  });
  return { rows, encoding: null, separator: null };
};
