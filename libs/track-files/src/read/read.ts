import {
  createXmlParser,
  decodeText,
  FileError,
  openArchive,
  slices,
  xmlEncodings,
  type Pause,
} from '@flagpost/file-formats';
import type { TrackShape } from '../track-shape.js';
import { createCollector, type Collector, type FileContents, type TrackFileLimits } from './collect.js';
import { readGeoJson } from './geojson.js';
import { createGpxReader } from './gpx.js';
import { withPurposes } from './guess.js';
import { createKmlReader } from './kml.js';
import { TrackFileError } from './track-file-error.js';
import type { Deferred, XmlReader, XmlReaderParts } from './xml-reader.js';

export interface ReadTrackFile {
  /** Of the document; null if it has none. */
  readonly name: string | null;
  /** All that the file holds, in its order; one at least. */
  readonly shapes: readonly TrackShape[];
  /** References to other files, which were not followed. */
  readonly links: number;
}

interface Options {
  readonly limits: TrackFileLimits;
  readonly pause: Pause;
}
type Contents = Omit<FileContents, 'shapes'>;

/** Root elements of KML; a document may begin with any of its features. */
const KML_ROOTS = new Set(['kml', 'document', 'folder', 'placemark']);

const readerFor = (root: string, parts: XmlReaderParts): XmlReader => {
  if (root === 'gpx') return createGpxReader(parts);
  if (KML_ROOTS.has(root)) return createKmlReader(parts);
  throw new TrackFileError('unknownFormat', null, null, `the root element is ${root}`);
};

const readXmlText = async (text: string, collector: Collector, pause: Pause): Promise<Contents> => {
  let waiting: Deferred[] = [];
  /** Known from the root element on. */
  const read: { reader?: XmlReader } = {};
  const parser = createXmlParser({
    open(name, attributes) {
      if (read.reader === undefined) {
        const parts = {
          collector,
          line: () => parser.line,
          defer: (work: Deferred) => void waiting.push(work),
        };
        read.reader = readerFor(name.toLowerCase(), parts);
      }
      read.reader.open(name, attributes);
    },
    text: (more) => read.reader?.text(more),
    close: (name) => read.reader?.close(name),
  });
  const carryOut = async (): Promise<void> => {
    for (const work of waiting) await work(pause);
    waiting = [];
  };
  for (const slice of slices(text)) {
    parser.write(slice);
    await carryOut();
    await pause();
  }
  parser.close();
  await carryOut();
  if (read.reader === undefined) throw new TrackFileError('empty');
  return read.reader.contents();
};

const begins = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
const isArchive = (bytes: Uint8Array): boolean => begins(bytes, 0x50, 0x4b, 0x03, 0x04);

/** The main document of a KMZ archive: `doc.kml`, else its first KML file. */
const unpacked = async (bytes: Uint8Array, { limits, pause }: Options): Promise<Uint8Array> => {
  const archive = openArchive(bytes, limits.bytes);
  const names = archive.names.filter((name) => name.endsWith('.kml'));
  const main = names.find((name) => name === 'doc.kml') ?? names[0];
  if (main === undefined)
    throw new TrackFileError('unknownFormat', null, null, 'the archive has no KML file');
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (const piece of archive.pieces(main)) {
    pieces.push(piece);
    length += piece.length;
    await pause();
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

const UTF8_MARK = [0xef, 0xbb, 0xbf];

const readText = async (bytes: Uint8Array, collector: Collector, pause: Pause): Promise<Contents> => {
  const { text, encoding } = await decodeText(bytes, xmlEncodings(bytes), pause);
  const start = /\S/.exec(text)?.[0];
  if (start === '<') return readXmlText(text, collector, pause);
  if (start !== '{') throw new TrackFileError(start === undefined ? 'empty' : 'unknownFormat');
  const unmarked = begins(bytes, ...UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;
  const json = encoding === 'utf-8' ? unmarked : new TextEncoder().encode(text);
  return readGeoJson(json, collector, pause);
};

const readContents = async (bytes: Uint8Array, collector: Collector, options: Options): Promise<Contents> => {
  if (!isArchive(bytes)) return readText(bytes, collector, options.pause);
  return readText(await unpacked(bytes, options), collector, options.pause);
};

/**
 * Reads all shapes of a file; its format follows from its content. `pause` is awaited between slices of the work.
 *
 * @throws {TrackFileError}
 */
export const readTrackFile = async (bytes: Uint8Array, options: Options): Promise<ReadTrackFile> => {
  const { limits } = options;
  if (bytes.length > limits.bytes) throw new TrackFileError('tooLarge');
  const collector = createCollector(limits);
  const contents = await readContents(bytes, collector, options).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new TrackFileError(error.fault, error.line, null, error.reason);
  });
  if (collector.shapes.length === 0) throw new TrackFileError(contents.links > 0 ? 'linksOnly' : 'empty');
  return { ...contents, shapes: await withPurposes(collector.shapes, options.pause) };
};
