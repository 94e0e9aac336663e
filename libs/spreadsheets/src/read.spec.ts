import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import {
  harmless,
  LONGEST_CELL,
  readTable,
  restored,
  SpreadsheetError,
  writeCsv,
  writeCsvInPieces,
  writeXlsx,
  type Encoding,
  type Table,
} from './index.js';
import { workbook } from './testing/workbook.js';

const LIMITS = { bytes: 10 * 1_048_576, unpackedBytes: 40 * 1_048_576, rows: 5_030, columns: 200 };

let pauses = 0;
const pause = async (): Promise<void> => void (pauses += 1);
const read = (bytes: Uint8Array | string, fileName = 'entries.csv', encoding?: Encoding): Promise<Table> =>
  readTable(typeof bytes === 'string' ? strToU8(bytes) : bytes, {
    fileName,
    encoding,
    limits: LIMITS,
    pause,
  });
const cellsOf = async (...given: Parameters<typeof read>) =>
  (await read(...given)).rows.map(({ cells }) => cells);
/** The reason of the refusal. */
const faultOf = async (...given: Parameters<typeof read>): Promise<string> => {
  try {
    await read(...given);
    return 'read';
  } catch (error) {
    if (error instanceof SpreadsheetError) return error.fault;
    throw error;
  }
};
/** As Western Windows writes these letters. */
const cp1252 = (text: string): Uint8Array =>
  Uint8Array.from(Array.from(text, (letter) => ({ '€': 0x80, '’': 0x92 })[letter] ?? letter.charCodeAt(0)));

describe('separated text', () => {
  it.each([',', ';', '\t', '|'] as const)('is cut by %j, found below title lines', async (separator) => {
    const rows = [
      ['No', 'Driver', 'Car'],
      ['007', 'Núñez, José', 'Fiat "131"; Abarth'],
      ['12', 'O’Neil', 'Lancia | Delta'],
    ];
    const quoted = rows.map((cells) =>
      cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator),
    );
    const table = await read(['Rally of nowhere', '', ...quoted].join('\r\n'));
    expect(table.separator).toBe(separator);
    expect(table.rows.map(({ number }) => number)).toEqual([1, 3, 4, 5]);
    expect(table.rows.slice(1).map(({ cells }) => cells)).toEqual(rows);
  });

  it('is written in pieces as in one, and numbers stay numbers', async () => {
    const pieces = [
      [['7', -3.5]],
      [],
      [
        ['=1+1', null],
        ['é', 2],
      ],
    ];
    let text = '';

    for await (const piece of writeCsvInPieces(
      ['Car', 'Place'],
      (async function* () {
        yield* pieces;
      })(),
    ))
      text += piece;
    expect(text).toBe("\ufeffCar,Place\r\n7,-3.5\r\n'=1+1,\r\né,2\r\n");
    expect(strToU8(text)).toEqual(writeCsv([['Car', 'Place'], ...pieces.flat()]));
  });

  it('is UTF-8 with a mark', async () => {
    const table = await read('\ufeffName;City\nJosé;Šiauliai\n');
    expect(table.encoding).toBe('utf-8');
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'City'],
      ['José', 'Šiauliai'],
    ]);
  });

  it('is UTF-8 without one', async () => {
    expect((await read('Name;City\nJosé;Šiauliai\n')).encoding).toBe('utf-8');
  });

  it('is CP1252 where it is not UTF-8 throughout', async () => {
    const table = await read(cp1252('Name;Fee\nD’Amico;5 €\nMüller;3 €'));
    expect(table.encoding).toBe('windows-1252');
    expect(table.rows[1]?.cells).toEqual(['D’Amico', '5 €']);
  });

  it('is read in the encoding that somebody chose', async () => {
    expect(await cellsOf('Név;Autó\nJó;1', 'entries.csv', 'windows-1252')).toEqual([
      ['NÃ©v', 'AutÃ³'],
      ['JÃ³', '1'],
    ]);
  });

  it('keeps line ends inside quotes, and counts rows as a spreadsheet does', async () => {
    expect((await read('a,b\n"one\ntwo",c\nd,e')).rows).toMatchObject([
      { number: 1, cells: ['a', 'b'] },
      { number: 2, cells: ['one\ntwo', 'c'] },
      { number: 3, cells: ['d', 'e'] },
    ]);
  });

  it('ignores number formats of more digits than any number has', async () => {
    const styles = [20, 21, 1_000_000].map(
      (digits, id) => `<numFmt numFmtId="${164 + id}" formatCode="${'0'.repeat(digits)}"/>`,
    );
    const cells = styles.map((_, style) => `<c s="${style}"><v>7</v></c>`).join('');
    const read = await cellsOf(
      workbook(`<row r="1">${cells}</row>`, {
        'xl/styles.xml': `<styleSheet><numFmts>${styles.join('')}</numFmts><cellXfs><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`,
      }),
      'entries.xlsx',
    );
    expect(read).toEqual([['7'.padStart(20, '0'), '7', '7']]);
  });

  it('says which cells hold a formula', async () => {
    const { rows } = await read('Name,Phone\n=1+1,+39 0173\n"=HYPERLINK(""http://x"")",-');
    expect(rows.map(({ formulas }) => formulas)).toEqual([[], [0], [0]]);
  });

  it.each([
    ['a quote that nobody closes', `a,b\n"c,d\n${'e,f\n'.repeat(50)}`, 'damaged'],
    ['no rows', '\n \n;;;\n', 'empty'],
    ['10,000 columns', `${'a,'.repeat(10_000)}b\nc,d`, 'tooManyColumns'],
    ['more rows than are read', 'a,b\n'.repeat(LIMITS.rows + 1), 'tooManyRows'],
    ['bytes that no text has', 'a,b\n\u0000,\u0001', 'mislabelled'],
  ])('with %s is refused', async (_, text, fault) => {
    expect(await faultOf(text)).toBe(fault);
  });

  it('of 10 MB is read in slices', async () => {
    const line = `1,Carla,${'x'.repeat(2_000)}\n`;
    pauses = 0;
    const { rows } = await read(line.repeat(5_000));
    expect(rows).toHaveLength(5_000);
    expect(rows[4_999]?.cells[2]).toHaveLength(LONGEST_CELL);
    expect(pauses).toBeGreaterThan(100);
  });

  it('of more than 10 MB is refused', async () => {
    expect(await faultOf(new Uint8Array(LIMITS.bytes + 1).fill(97))).toBe('tooLarge');
  });
});

describe('a workbook', () => {
  it('gives the first visible sheet: shared texts, numbers as shown, gaps, truth values', async () => {
    const sheet =
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="inlineStr"><is><t> Delta </t></is></c></row>' +
      '<row r="5"><c r="A5" s="1"><v>7</v></c><c r="B5"><v>3.9333123456E10</v></c><c r="C5" t="b"><v>1</v></c></row>';
    const { rows, encoding, separator } = await read(
      workbook(sheet, {
        'xl/sharedStrings.xml':
          '<sst><si><r><t>Car </t></r><r><t>number</t></r><rPh><t>ka</t></rPh></si></sst>',
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>',
      }),
      'entries.xlsx',
    );
    expect([encoding, separator]).toEqual([null, null]);
    expect(rows).toEqual([
      { number: 3, cells: ['Car number', '', 'Delta'], formulas: [] },
      { number: 5, cells: ['007', '39333123456', 'TRUE'], formulas: [] },
    ]);
  });

  it('says which cells hold a formula', async () => {
    const sheet = '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>1x</v></c></row>';
    expect((await read(workbook(sheet), 'entries.xlsx')).rows[0]?.formulas).toEqual([1]);
  });

  it('with more columns than are read is refused', async () => {
    const sheet = `<row r="1"><c r="NTP1"><v>1</v></c></row>`;
    expect(await faultOf(workbook(sheet), 'entries.xlsx')).toBe('tooManyColumns');
  });

  it('may have 10,000 styled columns that are empty', async () => {
    const empty = '<c s="1"/>'.repeat(10_000);
    const sheet = `<row r="1"><c><v>1</v></c>${empty}</row>`;
    expect(await cellsOf(workbook(sheet), 'entries.xlsx')).toEqual([['1']]);
  });

  it('that unpacks to more than is read is refused, whatever size it names', async () => {
    const sheet = `<row r="1"><c r="A1" t="inlineStr"><is><t>${'0'.repeat(45 * 1_048_576)}</t></is></c></row>`;
    const bytes = workbook(sheet);
    expect(bytes.length).toBeLessThan(1_048_576);
    expect(await faultOf(bytes, 'entries.xlsx')).toBe('tooLarge');
  });

  it('whose cells share more text than a file of text may have is refused', async () => {
    const cells = '<c t="s"><v>0</v></c>'.repeat(100);
    const sheet = `<row>${cells}</row>`.repeat(150);
    const text = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(LONGEST_CELL)}</t></si></sst>` };
    expect(await faultOf(workbook(sheet, text), 'entries.xlsx')).toBe('tooLarge');
  });

  it.each([
    ['a document type', workbook('', { 'xl/workbook.xml': '<!DOCTYPE w [<!ENTITY a "b">]><w>&a;</w>' })],
    ['broken XML', workbook('<row><c>')],
    ['no sheets', workbook('', { 'xl/workbook.xml': '<workbook/>' })],
    ['a lost end', workbook('<row r="1"><c r="A1"><v>1</v></c></row>').slice(0, -30)],
    [
      'a directory that points outside',
      (() => {
        const bytes = workbook('');
        new DataView(bytes.buffer).setUint32(bytes.length - 6, 0xfffffff0, true);
        return bytes;
      })(),
    ],
  ])('with %s is refused', async (_, bytes) => {
    expect(await faultOf(bytes, 'entries.xlsx')).toBe('damaged');
  });

  it('with a password is refused', async () => {
    const compound = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
    expect(await faultOf(compound, 'entries.xlsx')).toBe('protected');
    const archive = workbook('');
    const view = new DataView(archive.buffer);
    const directory = view.getUint32(archive.length - 6, true);
    view.setUint16(directory + 8, 1, true);
    expect(await faultOf(archive, 'entries.xlsx')).toBe('protected');
  });

  it.each([
    ['a workbook named as text', workbook('<row r="1"><c r="A1"><v>1</v></c></row>'), 'entries.csv'],
    ['text named as a workbook', strToU8('a,b\n1,2'), 'entries.xlsx'],
    ['another archive', zipSync({ 'word/document.xml': strToU8('<w/>') }), 'entries.xlsx'],
    [
      'an image named as text',
      Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
      'a.csv',
    ],
  ])('%s is refused', async (_, bytes, name) => {
    expect(await faultOf(bytes, name)).toBe('mislabelled');
  });

  it('that anybody damaged is read or refused, never more', async () => {
    const whole = writeXlsx('Entries', [
      ['Car', 'Name'],
      ['7', 'Carla'],
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const bytes = whole.slice();
        bytes[at] = byte;
        expect(await faultOf(bytes, 'entries.xlsx')).toEqual(expect.any(String));
      }),
    );
  });
});

describe('a table that is written', () => {
  const text = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.stringMatching(/^'{0,3}[=+\-@]?[A-Z0-9;,|"]{0,6}$/),
      fc.stringMatching(/^([A=;'"+]{0,3};){0,2}[A=;'"+]{0,4}$/),
    )
    // As contracts let texts of one line be.
    .filter((each) => /^[^\p{Cc}\p{Cs}\u2028\u2029\ufffe\uffff]*$/u.test(each))
    .map((each) => each.trim());
  const filled = text.filter((each) => each !== '');
  const table = fc
    .nat(6)
    .chain((width) =>
      fc.array(fc.tuple(filled, fc.array(text, { minLength: width, maxLength: width }), filled), {
        minLength: 1,
        maxLength: 20,
      }),
    )
    .map((rows) => rows.map(([first, middle, last]) => [first, ...middle, last]));

  it('as CSV is read as it was', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const head = rows[0]?.map((_, column) => `Column ${column}`) ?? [];
        expect(await cellsOf(writeCsv([head, ...rows]))).toEqual([head, ...rows]);
      }),
    );
  });

  it('as XLSX is read as it was', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await cellsOf(writeXlsx('Rows & "more"', rows), 'entries.xlsx')).toEqual(rows);
      }),
    );
  });

  it('has no cell that acts, and every text comes back', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(harmless(each)).not.toMatch(/^[=+\-@\t\r]/);
        expect(restored(harmless(each))).toBe(each);
      }),
    );
    expect(harmless('=HYPERLINK("http://x")')).toBe('\'=HYPERLINK("http://x")');
    expect(harmless('＝1+1')).toBe("'＝1+1");
    expect(restored("'+39 0173")).toBe('+39 0173');
    expect(restored("'quoted'")).toBe("'quoted'");
  });

  it('has no cell that acts where a semicolon parts cells, as in Italian and Spanish spreadsheets', async () => {
    const texts = ["Rossi;=cmd|' /C calc'!A0;", 'a;-1;+2', 'a;"=1+1"', "a;'=1", '=1;=1'];
    for (const each of texts) {
      const [, line = ''] = new TextDecoder().decode(writeCsv([['Name'], ['7', each, 'b']])).split('\r\n');
      const parted = line.split(';').map((cell) => cell.replace(/^"+/, ''));
      expect([each, parted.filter((cell) => /^[=+\-@]/.test(cell))]).toEqual([each, []]);
      expect(restored(harmless(each))).toBe(each);
      expect(
        await cellsOf(
          writeCsv([
            ['Number', 'Name', 'Last'],
            ['7', each, 'b'],
          ]),
        ),
      ).toEqual([
        ['Number', 'Name', 'Last'],
        ['7', each, 'b'],
      ]);
    }
    for (const each of ['Rossi; Bianchi', 'a;b', ';']) expect(harmless(each)).toBe(each);
  });

  it('begins with a mark in CSV', () => {
    expect([...writeCsv([['é']]).slice(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xa9]);
  });
});
