import type { Pause, XmlHandlers } from '@flagpost/file-formats';
import type { Collector, FileContents } from './collect.js';

/** Work that would be too much within a handler of the parser: it is done, in order, between slices of the document. */
export type Deferred = (pause: Pause) => Promise<void> | void;

export interface XmlReaderParts {
  readonly collector: Collector;
  /** Up to which the document is read. */
  readonly line: () => number;
  readonly defer: (work: Deferred) => void;
}

/** Reads a format that is made of XML. */
export interface XmlReader extends Required<XmlHandlers> {
  readonly contents: () => Omit<FileContents, 'shapes'>;
}
export type CreateXmlReader = (parts: XmlReaderParts) => XmlReader;
