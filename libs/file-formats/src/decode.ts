import { slices, type Pause } from './slices.js';

/** Bytes that are decoded between two pauses. */
const SLICE = 64 * 1024;

const decoded = async (
  bytes: Uint8Array,
  encoding: string,
  pause: Pause,
  fatal: boolean,
): Promise<string> => {
  const decoder = new TextDecoder(encoding, { fatal });
  const texts: string[] = [];
  for (const slice of slices(bytes, SLICE)) {
    texts.push(decoder.decode(slice, { stream: true }));
    await pause();
  }
  return [...texts, decoder.decode()].join('');
};

/**
 * Text in the first of the encodings in which all bytes are valid, without its byte order mark. The last encoding is taken
 * in any case.
 */
export const decodeText = async <E extends string>(
  bytes: Uint8Array,
  [encoding, ...others]: readonly [E, ...E[]],
  pause: Pause,
): Promise<{ readonly text: string; readonly encoding: E }> => {
  const [next, ...rest] = others;
  if (next === undefined) return { text: await decoded(bytes, encoding, pause, false), encoding };
  try {
    return { text: await decoded(bytes, encoding, pause, true), encoding };
  } catch {
    return decodeText(bytes, [next, ...rest], pause);
  }
};

/** An XML declaration is shorter. */
const DECLARATION = 200;
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/;

const isKnown = (encoding: string): boolean => {
  try {
    new TextDecoder(encoding);
    return true;
  } catch {
    return false;
  }
};

/**
 * The encodings in which an XML file may be, to be tried in this order: that of its byte order mark, else that of its
 * declaration. UTF-8, which is also the encoding of a file that declares none, is followed by Windows-1252, as programs
 * declare the former and write the latter.
 */
export const xmlEncodings = (bytes: Uint8Array): readonly [string, ...string[]] => {
  const [first, second] = bytes;
  // The mark, or '<' in two bytes.
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return ['utf-16le'];
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return ['utf-16be'];
  const [, declared = 'utf-8'] =
    DECLARED.exec(new TextDecoder('utf-8').decode(bytes.subarray(0, DECLARATION))) ?? [];
  const encoding = declared.toLowerCase();
  // A file that one byte after the other can be read is not in UTF-16, whatever it declares.
  if (encoding === 'utf-8' || encoding.startsWith('utf-16') || !isKnown(encoding))
    return ['utf-8', 'windows-1252'];
  return [encoding];
};
