import { ENGLISH_FOR_SCREENS, isFieldCode, limitText, type Found } from '@flagpost/contracts';
import { inLanguage } from './in-language.js';

/** Texts shared with the server: rules of fields, refusals and the names of roles. */
export const RULES = await inLanguage(ENGLISH_FOR_SCREENS, {
  es: async () => (await import('@flagpost/contracts/texts/es')).spanishForScreens,
  it: async () => (await import('@flagpost/contracts/texts/it')).italianForScreens,
});

/** The text for an exceeded limit; undefined for any other error. */
export const limitFault = (found: Found): string | undefined => limitText(found, RULES.limits);

/** The text for an invalid field: schemas return a code, the server a text. */
export const faultText = (fault: string): string => (isFieldCode(fault) ? RULES.fields[fault] : fault);
