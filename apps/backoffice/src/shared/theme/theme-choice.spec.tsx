import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { TEXTS } from '../texts/common.js';
import { ThemeChoice } from './theme-choice.js';
import { shownTheme, themeOf, THEMES, type Place } from './theme.js';
import { useTheme } from './use-theme.js';

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

const Screen = ({ place }: { place: Place }): ReactElement => {
  const { theme, choose } = useTheme(place);
  const [first] = useState(theme);
  return (
    <>
      <p>{first}</p>
      <ThemeChoice theme={theme} onChoose={choose} />
    </>
  );
};

it('names every theme, shows the one that is chosen, and keeps it for its place alone', async () => {
  const user = userEvent.setup();
  render(<Screen place="liveMap" />);
  expect(screen.getByText('dark')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: TEXTS.themes.shown(TEXTS.themes.names.dark) }));
  const names = screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent);
  expect(names).toEqual(THEMES.map((theme) => TEXTS.themes.names[theme]));

  await user.click(screen.getByRole('radio', { name: TEXTS.themes.names.daylight }));
  expect(shownTheme()).toBe('daylight');
  expect(themeOf('liveMap')).toBe('daylight');
  expect(themeOf('pages')).toBe('light');
});

it('closes by Escape, back on its button', async () => {
  const user = userEvent.setup();
  render(<Screen place="pages" />);
  await user.click(screen.getByRole('button'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button'));
});
