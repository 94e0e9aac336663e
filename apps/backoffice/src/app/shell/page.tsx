import type { ReactElement, ReactNode } from 'react';
import { ThemeChoice } from '../theme/theme-choice.js';
import { useTheme } from '../theme/use-theme.js';
import { MenuToggle } from './menu-toggle.js';

/** An ordinary page: a slim bar, then what it is about. */
export const Page = ({ children }: { children: ReactNode }): ReactElement => {
  const { theme, choose } = useTheme('pages');
  return (
    <>
      <div className="page-bar">
        <MenuToggle />
        <ThemeChoice theme={theme} onChoose={choose} />
      </div>
      <main className="page">{children}</main>
    </>
  );
};
