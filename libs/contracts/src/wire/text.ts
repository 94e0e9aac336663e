import { z } from 'zod';
import { FAULTS, type FieldCode } from '../texts/fields.js';
import { ifMissing } from './required.js';
import { personal } from './sensitive.js';

/**
 * Text of a field of one line: unchanged except for trimming. It is refused if it contains characters that nobody types
 * and no screen, mail or log should have to escape: control characters, line ends, unpaired surrogates, and the marks
 * that change the direction of the text behind them.
 */
const SHOWABLE = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
/** Blanks and joiners alone show nothing. */
const SHOWS_SOMETHING = /[\p{L}\p{N}\p{P}\p{S}]/u;

export const line = (max: number) => z.string().trim().max(max).regex(SHOWABLE, FAULTS.unshowable);

/** @param missing code for a text without a visible character */
export const requiredLine = (max: number, missing: FieldCode) =>
  z
    .string({ error: ifMissing(missing) })
    .trim()
    .regex(SHOWS_SOMETHING, missing)
    .max(max)
    .regex(SHOWABLE, FAULTS.unshowable);

/** A text as an answer had it, which is sent back to say what was read. */
export const readText = (max: number) => z.string().max(max).nullable();

const plain = (name: string): string => name.trim().normalize('NFC').toLowerCase();
/** Names that differ in case alone are the same: of categories, and of circuits. */
export const isSameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Null if the text is empty. */
export const optionalLine = (max: number) =>
  line(max)
    .nullish()
    .transform((text) => (text === '' || text == null ? null : text));

/**
 * zod's own pattern of addresses, without groups that look ahead: readers of the OpenAPI document know it in every
 * language.
 */
const EMAIL =
  /^([A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Puts the check of an address behind those of its text. */
export const emailAddress = (text: z.ZodString, malformed: FieldCode) =>
  personal(
    text.pipe(z.email({ pattern: EMAIL, error: malformed })).meta({ format: 'email', pattern: EMAIL.source }),
  );
