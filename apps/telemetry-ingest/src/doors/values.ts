/** Parses values sent by devices: `undefined` means absent, NaN means present but unreadable. */

const INT_MAX = 2_147_483_647;

/** The bounds that history can store, wider than any real value: times from 1970 to 2286, speeds, headings and others. */
export const BOUNDS = { t: 1e13, figure: 1e5 } as const;

export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** A number, or a text that represents one. */
export const numberOf = (value: unknown): number | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

/** A number that devices report as negative if it is unknown; an unreadable one counts as unknown too. */
export const knownOf = (value: unknown, factor = 1): number | undefined => {
  const number = numberOf(value);
  return number !== undefined && number >= 0 && number <= BOUNDS.figure ? number * factor : undefined;
};

export const isTime = (t: number): boolean => t >= 0 && t <= BOUNDS.t;

/**
 * Device time in epoch ms. Numbers below 2147483647 are seconds, others milliseconds; texts are ISO 8601 or `YYYY-MM-DD
 * HH:mm:ss`, UTC if they name no zone.
 */
export const timeOf = (value: unknown): number | undefined => {
  const number = numberOf(value);
  if (number === undefined || Number.isFinite(number)) {
    return number === undefined || number >= INT_MAX ? number : number * 1000;
  }
  const text = String(value).trim().replace(' ', 'T');
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`;
  return Date.parse(zoned);
};

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
