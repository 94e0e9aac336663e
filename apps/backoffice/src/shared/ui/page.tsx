import type { ReactElement, ReactNode } from 'react';
import { LanguageChoice } from './language-choice.js';
import { NoticesPlace } from './notices.js';
import { ThemeChoice } from '../theme/theme-choice.js';
import { useTheme } from '../theme/use-theme.js';
import { MenuToggle } from './menu-toggle.js';

/** An ordinary page: a slim bar, then its content. */
export const Page = ({ children }: { children: ReactNode }): ReactElement => {
  const { theme, choose } = useTheme('pages');
  return (
    <>
      <div className="page-bar">
        <MenuToggle />
        <LanguageChoice />
        <ThemeChoice theme={theme} onChoose={choose} />
      </div>
      <NoticesPlace />
      <main className="page">{children}</main>
    </>
  );
};
