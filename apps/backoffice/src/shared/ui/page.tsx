import type { ReactElement, ReactNode } from 'react';
import { LanguageChoice } from './language-choice.js';
import { NoticesPlace } from './notices.js';
import { ThemeChoice } from '../theme/theme-choice.js';
import { usePageTitle } from '../page-title.js';
import { useTheme } from '../theme/use-theme.js';
import { MenuToggle } from './menu-toggle.js';

/** An ordinary page: a slim bar, then its content. */
export const Page = ({
  title,
  of,
  children,
}: {
  /** In the tab of the browser. */
  title: string;
  /** What it is about, beside the title, once it is known. */
  of?: string | undefined;
  children: ReactNode;
}): ReactElement => {
  usePageTitle(title, of);
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
