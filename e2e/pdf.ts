import { inflateSync } from 'node:zlib';

/** Reads the text of a PDF that Chromium printed. Its fonts are subsets, whose glyphs have numbers of their own. */

interface PdfObject {
  readonly head: string;
  /** Of a stream, inflated; empty otherwise. */
  readonly body: string;
}

const objectsOf = (pdf: Buffer): Map<string, PdfObject> => {
  const text = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  const next = /(\d+) 0 obj\s([\s\S]*?)(?:endobj|stream\r?\n)/g;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const [all, id = '', head = ''] = found;
    const length = all.endsWith('endobj') ? 0 : Number(/\/Length (\d+)/.exec(head)?.[1]);
    const raw = pdf.subarray(next.lastIndex, next.lastIndex + length);
    // Compressed data may look like an object.
    next.lastIndex += length;
    const isPacked = length > 0 && head.includes('/FlateDecode');
    objects.set(id, { head, body: (isPacked ? inflateSync(raw) : raw).toString('latin1') });
  }
  return objects;
};

const unicode = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The characters of a font's glyphs, by its map to Unicode. */
const glyphsOf = (map: string): Map<number, string> => {
  const glyphs = new Map<number, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>/g))
      glyphs.set(parseInt(glyph, 16), unicode(text));
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const [first, start] = [parseInt(from, 16), unicode(text).codePointAt(0) ?? 0];
      for (let glyph = first; glyph <= parseInt(to, 16); glyph++)
        glyphs.set(glyph, String.fromCodePoint(start + glyph - first));
    }
  return glyphs;
};

interface Font {
  readonly glyphs: Map<number, string>;
  /** Bytes of a glyph's number. */
  readonly width: 1 | 2;
}

/** The bytes of a string, which is written in hex digits or as it is. */
const bytesOf = (token: string): Buffer => {
  if (token.startsWith('<')) return Buffer.from(token.slice(1, -1), 'hex');
  const plain = token
    .slice(1, -1)
    .replace(/\\([0-7]{1,3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
    .replace(/\\([nrtbf])/g, (_, letter: string) => JSON.parse(`"\\${letter}"`) as string)
    .replace(/\\(.)/gs, '$1');
  return Buffer.from(plain, 'latin1');
};

/** Without spaces, which a PDF may leave to the places of glyphs: compare with `squeezed`. */
export const pdfText = (pdf: Buffer): string => {
  const objects = objectsOf(pdf);
  const fontOf = (id: string): Font => {
    const head = objects.get(id)?.head ?? '';
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1] ?? '';
    return { glyphs: glyphsOf(objects.get(map)?.body ?? ''), width: head.includes('/Type3') ? 1 : 2 };
  };
  const fonts = new Map<string, Font>();
  let text = '';
  for (const { body } of objects.values()) {
    if (!/^BT$/m.test(body)) continue;
    let font: Font = { glyphs: new Map(), width: 1 };
    for (const [token, id] of body.matchAll(/\/F(\d+) [\d.]+ Tf|<[0-9A-Fa-f]+>|\((?:\\[^]|[^\\)])*\)/g)) {
      if (id !== undefined) {
        font = fonts.get(id) ?? fontOf(id);
        fonts.set(id, font);
        continue;
      }
      const bytes = bytesOf(token);
      for (let at = 0; at + font.width <= bytes.length; at += font.width)
        text += font.glyphs.get(bytes.readUIntBE(at, font.width)) ?? '';
    }
  }
  return squeezed(text);
};

export const squeezed = (text: string): string => text.replace(/\s/g, '');

export const pdfPages = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
