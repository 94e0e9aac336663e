/** Texts within XML. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * As the content of an element or of an attribute in double quotes. Characters that XML cannot hold are left out;
 * carriage returns would be read as line ends.
 */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (found) => ESCAPES[found] ?? '')
    .replace(/\r/g, '&#13;');
