import { describe, expect, it } from '@jest/globals';
import { decodeText, xmlEncodings } from './index.js';

const pause = (): Promise<void> => Promise.resolve();
const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const utf16 = (text: string, isBigEndian = false): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const decodedXml = async (bytes: Uint8Array): Promise<string> =>
  (await decodeText(bytes, xmlEncodings(bytes), pause)).text;

describe('text', () => {
  it('is in the first encoding in which all of it is valid', async () => {
    const both = ['utf-8', 'windows-1252'] as const;
    expect(await decodeText(Buffer.from('Núñez'), both, pause)).toEqual({ text: 'Núñez', encoding: 'utf-8' });
    expect(await decodeText(latin1('Núñez'), both, pause)).toEqual({
      text: 'Núñez',
      encoding: 'windows-1252',
    });
    expect((await decodeText(latin1('ú'), ['utf-8'], pause)).text).toBe('\ufffd');
  });

  it('keeps characters whose bytes lie in two slices', async () => {
    const text = `a${'é'.repeat(100_000)}`;
    expect((await decodeText(Buffer.from(text), ['utf-8'], pause)).text).toBe(text);
  });
});

describe('the encoding of XML', () => {
  const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>Núñez €</a>`;

  it.each([
    ['UTF-8 without a declaration', Buffer.from('<a>Núñez €</a>')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<a>Núñez €</a>')],
    ['UTF-16, little end first, by its mark', utf16(`\ufeff${declared('UTF-16')}`)],
    ['UTF-16, big end first, by its mark', utf16('\ufeff<a>Núñez €</a>', true)],
    ['UTF-16 without a mark', utf16('<a>Núñez €</a>')],
    ['UTF-16, big end first, without a mark', utf16('<a>Núñez €</a>', true)],
    ['UTF-8 that claims to be UTF-16', Buffer.from(declared('UTF-16'))],
    ['UTF-8 that claims to be an encoding that nobody knows', Buffer.from(declared('x-none'))],
    [
      'Windows-1252 by its declaration',
      Buffer.from(declared('windows-1252').replace('€', '\u0080'), 'latin1'),
    ],
    ['Windows-1252 that claims to be UTF-8', Buffer.from(declared('utf-8').replace('€', '\u0080'), 'latin1')],
  ])('is found: %s', async (_, bytes) => {
    expect(await decodedXml(bytes)).toContain('<a>Núñez €</a>');
  });

  it('is that of the declaration, also if the bytes are valid UTF-8', async () => {
    expect(await decodedXml(Buffer.from("<?xml version='1.0' encoding='ISO-8859-1'?><a>ú</a>"))).toContain(
      '<a>Ãº</a>',
    );
  });
});
