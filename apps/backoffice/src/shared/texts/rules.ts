import { ENGLISH_FOR_SCREENS, isFieldCode } from '@flagpost/contracts';
import { inLanguage } from './in-language.js';

/** What the server says too: rules of fields, refusals and the names of roles. */
export const RULES = await inLanguage(ENGLISH_FOR_SCREENS, {
  es: async () => (await import('@flagpost/contracts/texts/es')).spanishForScreens,
  it: async () => (await import('@flagpost/contracts/texts/it')).italianForScreens,
});

/** What people are told of a field: a schema says it by code, the server in words. */
export const faultText = (fault: string): string => (isFieldCode(fault) ? RULES.fields[fault] : fault);
