import { Inflate } from 'fflate';
import { FileError } from './file-error.js';

/** The parts of a ZIP archive, unpacked piece by piece: its own figures of their sizes are not believed. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 65_535;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
/** Of packed bytes unpacked at once: at deflate's highest ratio these become half a megabyte. */
const SLICE = 512;

interface Entry {
  readonly start: number;
  readonly packedBytes: number;
  readonly method: number;
}

export interface Archive {
  readonly names: readonly string[];
  /**
   * Unpacks one part in pieces, the last of them empty.
   *
   * @throws {FileError} tooLarge once all parts read have unpacked to more than is allowed
   */
  pieces(name: string): Generator<Uint8Array>;
}

const damaged = (): never => {
  throw new FileError('damaged');
};

const entriesOf = (bytes: Uint8Array, view: DataView): ReadonlyMap<string, Entry> => {
  let end = bytes.length - END_LENGTH;
  const first = Math.max(0, end - LONGEST_COMMENT);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) damaged();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries = new Map<string, Entry>();
  for (let index = 0; index < count; index += 1) {
    if (view.getUint32(at, true) !== ENTRY) damaged();
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    if ((flags & ENCRYPTED) !== 0) throw new FileError('protected');
    const packedBytes = view.getUint32(at + 20, true);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL) damaged();
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packedBytes > bytes.length) damaged();
    const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
    entries.set(path.toLowerCase(), { start, packedBytes, method });
    at += 46 + name + extra + comment;
  }
  return entries;
};

/** @param unpackedBytes that its parts may have together @throws {FileError} */
export const openArchive = (bytes: Uint8Array, unpackedBytes: number): Archive => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let entries: ReadonlyMap<string, Entry>;
  try {
    entries = entriesOf(bytes, view);
  } catch (error) {
    // An offset that points outside.
    if (error instanceof RangeError) damaged();
    throw error;
  }
  let unpacked = 0;
  const counted = (piece: Uint8Array): Uint8Array => {
    unpacked += piece.length;
    if (unpacked > unpackedBytes) throw new FileError('tooLarge');
    return piece;
  };
  return {
    names: [...entries.keys()],
    *pieces(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) return damaged();
      const packed = bytes.subarray(entry.start, entry.start + entry.packedBytes);
      if (entry.method === STORED) {
        yield counted(packed);
        return;
      }
      if (entry.method !== DEFLATED) damaged();
      let ready: Uint8Array[] = [];
      const inflate = new Inflate((piece) => ready.push(piece));
      for (let from = 0; from < packed.length; from += SLICE) {
        try {
          inflate.push(packed.subarray(from, from + SLICE), from + SLICE >= packed.length);
        } catch {
          damaged();
        }
        for (const piece of ready) if (piece.length > 0) yield counted(piece);
        ready = [];
      }
    },
  };
};
