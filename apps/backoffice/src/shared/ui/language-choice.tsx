import type { ReactElement } from 'react';
import { chooseLanguage, LANGUAGE } from '../language.js';
import { TEXTS } from '../texts/common.js';
import { Choice } from './choice.js';

/** Lists every language by its own name; choosing one reloads the page. */
export const LanguageChoice = (): ReactElement => (
  <Choice
    icon="pi pi-globe"
    label={TEXTS.languages.shown(TEXTS.languages.names[LANGUAGE])}
    title={TEXTS.languages.title}
    names={TEXTS.languages.names}
    chosen={LANGUAGE}
    onChoose={chooseLanguage}
  />
);
