import { Button } from 'primereact/button';
import type { ReactElement } from 'react';
import { TEXTS } from '../../shared/texts.js';
import type { Theme } from './theme.js';

export const ThemeToggle = ({ theme, onToggle }: { theme: Theme; onToggle: () => void }): ReactElement => {
  const label = theme === 'dark' ? TEXTS.menu.toLight : TEXTS.menu.toDark;
  return (
    <Button
      icon={theme === 'dark' ? 'pi pi-sun' : 'pi pi-moon'}
      text
      severity="secondary"
      aria-label={label}
      title={label}
      onClick={onToggle}
    />
  );
};
