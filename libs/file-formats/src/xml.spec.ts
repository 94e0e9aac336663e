import { describe, expect, it } from '@jest/globals';
import { createXmlParser, escapeXml, FileError, readXml, xmlAttribute } from './index.js';

let pauses = 0;
const pause = async (): Promise<void> => void (pauses += 1);

/** What is read, as lines of text, and the line of the fault if there is one. */
const heard = async (...texts: string[]): Promise<readonly string[]> => {
  const lines: string[] = [];
  try {
    await readXml(texts, pause, {
      open: (name, attributes) => lines.push(`<${name} ${JSON.stringify(attributes)}`),
      text: (text) => lines.push(text),
      close: (name) => lines.push(`>${name}`),
    });
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    lines.push(`${error.fault} in line ${error.line}: ${error.reason}`);
  }
  return lines;
};

describe('XML', () => {
  it('is given without prefixes, and CDATA as text', async () => {
    expect(
      await heard('\ufeff<?xml version="1.0"?><a:b c="&lt;&#65;"><![CDATA[<x>', '&amp;]]> y</a:b>'),
    ).toEqual(['<b {"c":"<A"}', '<x>&amp;', ' y', '>b']);
  });

  it('has attributes under any prefix, its own name before another', () => {
    expect(xmlAttribute({ 'x:id': '1', other: '2' }, 'id')).toBe('1');
    expect(xmlAttribute({ 'x:id': '1', id: '2' }, 'id')).toBe('2');
    expect(xmlAttribute({ sheetId: '1' }, 'id')).toBeUndefined();
  });

  it.each([
    [
      'with a document type',
      ['<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>'],
      'doctype in line 1: document types are not read',
    ],
    ['with an entity that nobody defines', ['<a>\n&b;</a>'], /^damaged in line 2: undefined entity/],
    ['that ends too early', ['<a>\n<b>\n'], /^damaged in line 3: unclosed tag: b$/],
    [
      'that is nested too deep',
      ['<a>'.repeat(201)],
      'damaged in line 1: elements are nested more than 200 deep',
    ],
    [
      'with too many attributes',
      [`<a ${Array.from({ length: 201 }, (_, index) => `a${index}=""`).join(' ')}>`],
      'damaged in line 1: an element has more than 200 attributes',
    ],
    ['that quotes much', [`<a></${'b'.repeat(10_000)}>`], /^.{1,160}$/],
  ])('%s is refused', async (_, texts, fault) => {
    const last = (await heard(...texts)).at(-1);
    if (typeof fault === 'string') expect(last).toBe(fault);
    else expect(last).toMatch(fault);
  });

  it('may have many siblings with attributes', async () => {
    expect(await heard(`<a>${'<b c="" d=""/>'.repeat(300)}</a>`)).toHaveLength(602);
  });

  it('is read in slices', async () => {
    pauses = 0;
    await heard(`<a>${'<b/>'.repeat(100_000)}</a>`);
    expect(pauses).toBeGreaterThan(5);
  });

  it('can be written piece by piece', () => {
    const names: string[] = [];
    const parser = createXmlParser({ open: (name) => names.push(`${name} ${parser.line}`) });
    parser.write('<a>\n<');
    parser.write('b/></a>');
    parser.close();
    expect(names).toEqual(['a 1', 'b 2']);
  });

  it('holds any text that was escaped, but for characters that it cannot hold', async () => {
    const text = `a<b & "c" ]]> \r\n\t\u0001${String.fromCharCode(0xd800)}\u{1f3c1}`;
    const attribute = await heard(`<a b="${escapeXml(text.replace(/\s/g, ''))}"/>`);
    expect(attribute[0]).toBe(`<a ${JSON.stringify({ b: 'a<b&"c"]]>\u{1f3c1}' })}`);
    expect((await heard(`<a>${escapeXml(text)}</a>`))[1]).toBe('a<b & "c" ]]> \r\n\t\u{1f3c1}');
  });
});
