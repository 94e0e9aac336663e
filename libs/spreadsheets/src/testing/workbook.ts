import { strToU8, zipSync } from 'fflate';

/** Workbooks as programs other than ours write them, with parts that a spec replaces. */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const workbookParts = (sheet: string, changes: Readonly<Record<string, string>> = {}) => ({
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Old" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Entries" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${sheet}</sheetData></worksheet>`,
  ...changes,
});

export const workbook = (sheet: string, changes: Readonly<Record<string, string>> = {}): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(workbookParts(sheet, changes)).map(([name, xml]) => [name, strToU8(xml)]),
    ),
  );
