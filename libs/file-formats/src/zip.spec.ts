import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { FileError, openArchive } from './index.js';

const MOST = 100_000;

const contentOf = (bytes: Uint8Array, name: string, most = MOST): string =>
  Buffer.concat([...openArchive(bytes, most).pieces(name)]).toString();
const faultOf = (read: () => unknown): string => {
  try {
    read();
    return 'read';
  } catch (error) {
    if (error instanceof FileError) return error.fault;
    throw error;
  }
};

describe('an archive', () => {
  const archive = zipSync({
    'doc.kml': strToU8('deflated '.repeat(1_000)),
    'Images/A.txt': [strToU8('stored'), { level: 0 }],
  });

  it('gives its parts by name, in whatever case', () => {
    expect(openArchive(archive, MOST).names).toEqual(['doc.kml', 'images/a.txt']);
    expect(contentOf(archive, 'DOC.kml')).toBe('deflated '.repeat(1_000));
    expect(contentOf(archive, 'Images/A.txt')).toBe('stored');
  });

  it('that unpacks to more than is allowed is refused, all parts together', () => {
    const bomb = zipSync({ a: new Uint8Array(10 * MOST), b: new Uint8Array(MOST - 10) });
    expect(faultOf(() => contentOf(bomb, 'a'))).toBe('tooLarge');
    const opened = openArchive(bomb, MOST);
    expect([...opened.pieces('b')].reduce((sum, piece) => sum + piece.length, 0)).toBe(MOST - 10);
    expect(faultOf(() => [...opened.pieces('b')])).toBe('tooLarge');
  });

  it.each([
    ['no archive', strToU8('PK, but no archive'), 'damaged'],
    ['one without its end', archive.slice(0, -10), 'damaged'],
    ['one with a method that nobody knows', withByte(10, 99), 'damaged'],
    ['one with a password', withByte(8, 1), 'protected'],
    ['a part that begins outside', withByte(45, 0x7f), 'damaged'],
  ])('%s is refused', (_, bytes, fault) => {
    expect(faultOf(() => contentOf(bytes, 'doc.kml'))).toBe(fault);
  });

  it('has no part but those that it names', () => {
    expect(faultOf(() => contentOf(archive, 'other.kml'))).toBe('damaged');
  });

  /** The archive with another byte in the directory's first entry. */
  function withByte(offset: number, byte: number): Uint8Array {
    const bytes = archive.slice();
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true);
    bytes[directory + offset] = byte;
    return bytes;
  }
});
