import type { z } from 'zod';
import type { Words } from './languages.js';

/**
 * Messages for a value beyond a limit. The schemas hold the limits without texts: both sides build the message from the
 * issue that the schema reports, so that it contains the limit in force.
 */
export const LIMIT_TEXTS = {
  charactersAtMost: (max: number): string => `It cannot have more than ${max} characters.`,
  charactersAtLeast: (min: number): string => `It must have at least ${min} characters.`,
  charactersExactly: (count: number): string => `It must have ${count} characters.`,
  entriesAtMost: (max: number): string => `It cannot have more than ${max} entries.`,
  entriesAtLeast: (min: number): string => `It must have at least ${min} entries.`,
  numberAtMost: (max: number): string => `It cannot be more than ${max}.`,
  numberAtLeast: (min: number): string => `It cannot be less than ${min}.`,
  numberBelow: (bound: number): string => `It must be less than ${bound}.`,
  numberAbove: (bound: number): string => `It must be more than ${bound}.`,
  wholeNumber: 'It must be a whole number.',
};
export type LimitTexts = Words<typeof LIMIT_TEXTS>;

/** An issue of a schema, as zod describes it. */
export type Found = z.core.$ZodIssue | z.core.$ZodRawIssue;
type TooBig = z.core.$ZodIssueTooBig;
type TooSmall = z.core.$ZodIssueTooSmall;

const tooBig = ({ maximum, origin, inclusive, exact }: TooBig, texts: LimitTexts): string => {
  const max = Number(maximum);
  if (origin === 'string') return exact === true ? texts.charactersExactly(max) : texts.charactersAtMost(max);
  if (origin === 'array') return texts.entriesAtMost(max);
  return inclusive === false ? texts.numberBelow(max) : texts.numberAtMost(max);
};

const tooSmall = ({ minimum, origin, inclusive, exact }: TooSmall, texts: LimitTexts): string => {
  const min = Number(minimum);
  if (origin === 'string')
    return exact === true ? texts.charactersExactly(min) : texts.charactersAtLeast(min);
  if (origin === 'array') return texts.entriesAtLeast(min);
  return inclusive === false ? texts.numberAbove(min) : texts.numberAtLeast(min);
};

/** The sentence for a limit that was not kept; undefined for any other fault. */
export const limitText = (found: Found, texts: LimitTexts): string | undefined => {
  if (found.code === 'too_big') return tooBig(found as TooBig, texts);
  if (found.code === 'too_small') return tooSmall(found as TooSmall, texts);
  return found.code === 'invalid_type' && found.expected === 'int' ? texts.wholeNumber : undefined;
};
