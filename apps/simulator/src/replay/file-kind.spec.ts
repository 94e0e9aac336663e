import { describe, expect, it } from '@jest/globals';
import { binaryKindOf, textKindOf } from './file-kind.js';

const utf16 = Buffer.from('\uFEFF{"t":1}', 'utf16le');

describe('a file that is no recording', () => {
  it.each<[string | Buffer, string]>([
    ['', 'is empty'],
    [' \n\n', 'is empty'],
    ['\uFEFF', 'is empty'],
    [utf16, 'is text in UTF-16; save it as UTF-8'],
    [Buffer.from(utf16).swap16(), 'is text in UTF-16; save it as UTF-8'],
    [Buffer.from('PK\u0003\u0004whatever'), 'is a ZIP archive; unpack it'],
    [Buffer.from([1, 2, 0, 3]), 'is no text'],
    ['time,lat,lng\n1,2,3\n2,3,4\n', 'is a CSV file'],
    ['time;lat;lng', 'is a CSV file'],
    ['<?xml version="1.0"?><!-- <gpx> -->\n<kml xmlns="x">', 'is XML with <kml>, and no GPX'],
    ['<!DOCTYPE html><html>', 'is XML with <html>, and no GPX'],
    ['[{"t":1}]', 'is a JSON list; NDJSON is one object a line, without a list'],
    ['{\n  "t": 1\n}', 'is JSON over several lines'],
    ['Dear organisers,\nthe car is fast', 'is of no known kind'],
  ])('%j says what it is', (content, kind) => {
    const bytes = Buffer.from(content as string);
    expect(binaryKindOf(bytes) ?? textKindOf(bytes.toString())).toBe(kind);
  });

  it.each([
    '{"t":1,"lat":1,"lng":1}',
    '<?xml version="1.0"?>\n<gpx>',
    '<x:gpx xmlns:x="x">',
    '<',
    'File created on 01/08/2025',
    '\r\n[header]\r\nsatellites',
  ])('%j is left to its reader', (text) => {
    expect(binaryKindOf(Buffer.from(text)) ?? textKindOf(text)).toBeNull();
  });
});
