import { ENGLISH_FOR_SCREENS, isFieldCode, limitText, type Found } from '@flagpost/contracts';
import { inLanguage } from './in-language.js';

/** What the server says too: rules of fields, refusals and the names of roles. */
export const RULES = await inLanguage(ENGLISH_FOR_SCREENS, {
  es: async () => (await import('@flagpost/contracts/texts/es')).spanishForScreens,
  it: async () => (await import('@flagpost/contracts/texts/it')).italianForScreens,
});

/** The sentence for a limit that was not kept; undefined for any other fault. */
export const limitFault = (found: Found): string | undefined => limitText(found, RULES.limits);

/** What people are told of a field: a schema says it by code, the server in words. */
export const faultText = (fault: string): string => (isFieldCode(fault) ? RULES.fields[fault] : fault);
