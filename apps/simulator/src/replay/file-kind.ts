/** Kind of a file that is no recording, for a sentence that begins with its name; null if it may be one. */
type Kind = string | null;

export const READABLE =
  'Recordings are VBO, GPX or NDJSON (one fix a line: car, t, lat, lng), as they are or gzipped.';

/** Of text some bytes only are read: enough to know it. */
const LOOKED_AT = 4_096;

const startsWith = (bytes: Uint8Array, ...first: readonly number[]): boolean =>
  first.every((byte, index) => bytes[index] === byte);

/** For bytes that are no text in UTF-8 or Latin-1. */
export const binaryKindOf = (bytes: Uint8Array): Kind => {
  if (bytes.length === 0) return 'is empty';
  if (startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff)) {
    return 'is text in UTF-16; save it as UTF-8';
  }
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'is a ZIP archive; unpack it';
  return bytes.subarray(0, LOOKED_AT).includes(0) ? 'is no text' : null;
};

const isCsv = (lines: readonly string[]): boolean =>
  [',', ';', '\t'].some((separator) => {
    const cells = lines.map((line) => line.split(separator).length);
    return (cells[0] ?? 0) > 2 && cells.every((count) => count === cells[0]);
  });

/** For text in none of the formats; faults within a format are reported by its reader. */
export const textKindOf = (text: string): Kind => {
  const start = text
    .slice(0, LOOKED_AT)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '') return 'is empty';
  if (start.startsWith('<')) {
    const root = /<([A-Za-z_][\w:.-]*)/.exec(start.replace(/<!--.*?-->/gs, ''))?.[1];
    return root === undefined || /(^|:)gpx$/i.test(root) ? null : `is XML with <${root}>, and no GPX`;
  }
  if (start.startsWith('{')) return /^\{\s*\n/.test(start) ? 'is JSON over several lines' : null;
  if (/^\[\s*[[{\]]/.test(start)) return 'is a JSON list; NDJSON is one object a line, without a list';
  if (/^(File created on|\[[\w ]+\])/im.test(text)) return null;
  const lines = start.split(/\r?\n/).filter((line) => line.trim() !== '');
  // The last line may be cut.
  return isCsv(lines.slice(0, Math.min(5, Math.max(1, lines.length - 1))))
    ? 'is a CSV file'
    : 'is of no known kind';
};
