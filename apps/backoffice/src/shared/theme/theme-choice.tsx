import type { ReactElement } from 'react';
import { TEXTS } from '../texts/common.js';
import { Choice } from '../ui/choice.js';
import type { Theme } from './theme.js';

/** Names every theme; the one that is shown is marked. */
export const ThemeChoice = ({
  theme,
  onChoose,
}: {
  theme: Theme;
  onChoose: (theme: Theme) => void;
}): ReactElement => (
  <Choice
    icon="pi pi-palette"
    label={TEXTS.themes.shown(TEXTS.themes.names[theme])}
    title={TEXTS.themes.title}
    names={TEXTS.themes.names}
    chosen={theme}
    onChoose={onChoose}
  />
);
