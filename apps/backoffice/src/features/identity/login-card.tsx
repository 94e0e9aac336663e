import type { ReactElement, ReactNode } from 'react';
import { Brand } from '../../shared/ui/brand.js';
import { usePageTitle } from '../../shared/page-title.js';
import { useTheme } from '../../shared/theme/use-theme.js';
import { TEXTS } from '../../shared/texts/common.js';
import { LanguageChoice } from '../../shared/ui/language-choice.js';
import './login-page.css';

/** The page for users who are not logged in. */
export const LoginCard = ({ title, children }: { title: string; children: ReactNode }): ReactElement => {
  usePageTitle(title);
  useTheme('pages');
  return (
    <main className="login">
      <div className="login-card">
        <div className="login-flag" aria-hidden="true" />
        <div className="login-choices">
          <LanguageChoice />
        </div>
        <Brand />
        <div>
          <h1>{TEXTS.login.welcome}</h1>
          <p className="login-lead">{TEXTS.login.lead}</p>
        </div>
        {children}
      </div>
    </main>
  );
};
