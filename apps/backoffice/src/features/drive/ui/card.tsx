import type { ReactElement, ReactNode } from 'react';
import { keysOf } from '@flagpost/contracts';
import { chooseLanguage, LANGUAGE } from '../../../shared/language.js';
import { TEXTS } from '../../../shared/texts/drive.js';
import { Brand } from '../../../shared/ui/brand.js';

const LANGUAGES = keysOf(TEXTS.languages.names);

const Languages = (): ReactElement => (
  <label className="drive-languages">
    <span className="visually-hidden">{TEXTS.languages.title}</span>
    <select
      value={LANGUAGE}
      onChange={({ target }) => {
        const chosen = LANGUAGES.find((each) => each === target.value);
        if (chosen !== undefined) chooseLanguage(chosen);
      }}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each}>
          {TEXTS.languages.names[each]}
        </option>
      ))}
    </select>
  </label>
);

/** What the page shows while nobody drives. */
export const Card = ({ children }: { children: ReactNode }): ReactElement => (
  <main className="drive">
    <div className="drive-card">
      <div className="drive-head">
        <Brand />
        <Languages />
      </div>
      {children}
    </div>
  </main>
);
