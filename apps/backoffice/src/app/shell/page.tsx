import type { ReactElement, ReactNode } from 'react';
import { ThemeToggle } from '../theme/theme-toggle.js';
import { useTheme } from '../theme/use-theme.js';
import { MenuToggle } from './menu-toggle.js';

/** An ordinary page: a slim bar, then what it is about. */
export const Page = ({ children }: { children: ReactNode }): ReactElement => {
  const { theme, toggle } = useTheme('pages');
  return (
    <>
      <div className="page-bar">
        <MenuToggle />
        <ThemeToggle theme={theme} onToggle={toggle} />
      </div>
      <main className="page">{children}</main>
    </>
  );
};
