import { LIMITS, type PoiIcon, POI_ICONS } from '@flagpost/contracts';

/** Controls, unpaired surrogates and marks that change the direction of the text behind them. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

const oneLine = (text: string, most: number): string =>
  // Far longer texts are cut first: each further step copies the text.
  text
    .trimStart()
    .slice(0, 10 * most)
    .replace(UNSHOWABLE, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    // Half of a character may be left.
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();

/** A name as one line that can be stored; null if nothing is left of it. */
export const plainName = (text: string): string | null => oneLine(text, LIMITS.name) || null;

/** A short text of the file for an error message. */
export const quotedText = (text: string): string => oneLine(text, 40);

export const isPoiIcon = (text: string): text is PoiIcon => Object.hasOwn(POI_ICONS, text);
