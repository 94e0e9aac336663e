/**
 * Spreadsheets take a cell that begins so for a formula. An apostrophe before it makes it a text; a text that begins with
 * apostrophes of its own gets one more, so that `restored` gives back every text as it was.
 */
const ACTS = /^'*[=+\-@\t\r]/;
const MADE_HARMLESS = /^'+[=+\-@\t\r]/;

/** The text as a cell that no spreadsheet takes for a formula. */
export const harmless = (text: string): string => (ACTS.test(text) ? `'${text}` : text);
/** The text of a cell that `harmless` may have made. */
export const restored = (text: string): string => (MADE_HARMLESS.test(text) ? text.slice(1) : text);
