/**
 * Spreadsheets take a cell that begins so for a formula, those of Italian and Spanish also what follows a semicolon in a CSV
 * file. An apostrophe before it makes it a text; a text that begins with apostrophes of its own gets one more, so that
 * `restored` gives back every text as it was.
 */
const ACTS = /(^(?='*[=+\-@＝＋－＠\t\r])|;(?=["']*[=+\-@＝＋－＠]))/g;
const MADE_HARMLESS = /(^(?=''*[=+\-@＝＋－＠\t\r])|;(?='["']*[=+\-@＝＋－＠]))'/g;

/** The text as a cell that no spreadsheet takes for a formula. */
export const harmless = (text: string): string => text.replace(ACTS, "$1'");
/** The text of a cell that `harmless` may have made. */
export const restored = (text: string): string => text.replace(MADE_HARMLESS, '$1');
