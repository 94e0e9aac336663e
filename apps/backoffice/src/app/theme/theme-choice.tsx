import { useId, type ReactElement } from 'react';
import { TEXTS } from '../../shared/texts.js';
import { Popup } from '../../shared/ui/popup.js';
import { THEMES, type Theme } from './theme.js';
import './theme-choice.css';

/** Names every theme; the one that is shown is marked. */
export const ThemeChoice = ({
  theme,
  onChoose,
}: {
  theme: Theme;
  onChoose: (theme: Theme) => void;
}): ReactElement => {
  const group = useId();
  return (
    <Popup icon="pi pi-palette" label={TEXTS.themes.shown(TEXTS.themes.names[theme])}>
      <fieldset className="theme-choice">
        <legend>{TEXTS.themes.title}</legend>
        {THEMES.map((one) => (
          <label key={one}>
            <input type="radio" name={group} checked={one === theme} onChange={() => onChoose(one)} />
            {TEXTS.themes.names[one]}
          </label>
        ))}
      </fieldset>
    </Popup>
  );
};
