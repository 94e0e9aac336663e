import { ENGLISH_FOR_SCREENS, type Texts } from './catalogue.js';
import { spanishForScreens } from './es/screens.js';
import { spanishForServer } from './es/server.js';
import { italianForScreens } from './it/screens.js';
import { italianForServer } from './it/server.js';
import type { Language } from './languages.js';
import { MAIL_TEXTS } from './mails.js';
import { PUSH_TEXTS } from './push.js';
import { FILE_TEXTS, REFUSALS } from './refusals.js';

/** Every text of the server, in every language that it speaks. Not for browsers, which load the one that they need. */
export const TEXTS_IN: Readonly<Record<Language, Texts>> = {
  en: { ...ENGLISH_FOR_SCREENS, refusals: REFUSALS, files: FILE_TEXTS, mails: MAIL_TEXTS, push: PUSH_TEXTS },
  es: { ...spanishForScreens, ...spanishForServer },
  it: { ...italianForScreens, ...italianForServer },
};
