/** ZIP archives, XML and encoded text, read in slices and without trust. Knows no format that is made of them. */
export { decodeText, xmlEncodings } from './decode.js';
export { FileError, type FileFault } from './file-error.js';
export { slices, type Pause } from './slices.js';
export {
  createXmlParser,
  localName,
  readXml,
  xmlAttribute,
  type XmlAttributes,
  type XmlHandlers,
  type XmlParser,
} from './xml.js';
export { escapeXml } from './xml-text.js';
export { openArchive, type Archive } from './zip.js';
