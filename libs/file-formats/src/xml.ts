import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { FileError } from './file-error.js';
import { slices, type Pause } from './slices.js';

/** XML that anybody may have written: without document types, and within bounds. */

/** Elements within each other. Each that is open is kept in memory. */
const DEEPEST = 200;
const MOST_ATTRIBUTES = 200;
/** A reason may quote the document. */
const LONGEST_REASON = 120;

export type XmlAttributes = Readonly<Record<string, string>>;

/** Names come without their prefix, as prefixes differ by writer and are often undeclared. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: XmlAttributes) => void;
  /** Text or a CDATA section; the text of one element can come in several. */
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

export interface XmlParser {
  /** From 1. */
  readonly line: number;
  /** @throws {FileError} damaged or doctype, with the line */
  write(text: string): void;
  /** Ends the document. @throws {FileError} */
  close(): void;
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An attribute with any prefix. */
export const xmlAttribute = (attributes: XmlAttributes, wanted: string): string | undefined =>
  attributes[wanted] ?? Object.entries(attributes).find(([name]) => localName(name) === wanted)?.[1];

/** Gives its handlers what is written to it. A document type is refused: entities could be defined in one. */
export const createXmlParser = ({ open, text, close }: XmlHandlers): XmlParser => {
  const parser = new SaxesParser();
  let depth = 0;
  let attributes = 0;
  const damaged = (reason: string): never => {
    throw new FileError('damaged', parser.line, reason);
  };
  // Its message begins with line and column.
  parser.on('error', ({ message }) =>
    damaged(
      message
        .slice(0, LONGEST_REASON)
        .replace(/^\S+: /, '')
        .replace(/\.$/, ''),
    ),
  );
  parser.on('doctype', () => {
    throw new FileError('doctype', parser.line, 'document types are not read');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MOST_ATTRIBUTES) damaged(`an element has more than ${MOST_ATTRIBUTES} attributes`);
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    attributes = 0;
    depth += 1;
    if (depth > DEEPEST) damaged(`elements are nested more than ${DEEPEST} deep`);
    open?.(localName(tag.name), tag.attributes);
  });
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('closetag', (tag) => {
    depth -= 1;
    close?.(localName(tag.name));
  });
  return {
    get line() {
      return parser.line;
    },
    write: (more) => void parser.write(more),
    close: () => void parser.close(),
  };
};

/** Reads a document in slices. @throws {FileError} damaged or doctype, with the line */
export const readXml = async (
  texts: Iterable<string>,
  pause: Pause,
  handlers: XmlHandlers,
): Promise<void> => {
  const parser = createXmlParser(handlers);
  for (const text of texts)
    for (const slice of slices(text)) {
      parser.write(slice);
      await pause();
    }
  parser.close();
};
