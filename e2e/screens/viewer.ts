/// <reference lib="dom" />
import { expect, type Browser, type Cookie, type Locator, type Page } from '@playwright/test';
import type { Language } from '@flagpost/backoffice/language';
import { axeFaults, settled } from '../axe.js';
import { speak } from './office-languages.js';
import { drawn, followTheme } from './picture.js';
import { faults } from './faults.js';
import { DESK, keepPicture, PHONE, type Size } from './places.js';
import { WORDS, type ScreenWords } from './words.js';

type Scheme = 'light' | 'dark';
type Look = readonly [Size, Scheme];

/** Together they show each screen in every language, theme and size. */
const LOOKS: Readonly<Record<Language, readonly Look[]>> = {
  en: [
    [DESK, 'light'],
    [PHONE, 'dark'],
  ],
  es: [[DESK, 'dark']],
  it: [[PHONE, 'light']],
};
export const LANGUAGES = ['en', 'es', 'it'] as const;

export interface Shot {
  /** Scrolled to the top of the window; the top of the page if omitted. */
  readonly at?: Locator;
  /** Run before each picture, for states that do not last. */
  readonly show?: () => Promise<unknown>;
}

/** A page in one language that takes pictures and checks them with `faults` and axe. */
export interface Viewer {
  readonly page: Page;
  readonly language: Language;
  readonly words: ScreenWords;
  take(name: string, shot?: Shot): Promise<void>;
  close(): Promise<void>;
}

export const openViewer = async (
  browser: Browser,
  language: Language,
  cookies: readonly Cookie[] = [],
): Promise<Viewer> => {
  const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'America/New_York' });
  await context.addCookies([...cookies]);
  const page = await context.newPage();
  await speak(page, language);
  const take = async (name: string, { at, show }: Shot = {}): Promise<void> => {
    for (const [size, colorScheme] of LOOKS[language]) {
      await page.setViewportSize(size);
      await followTheme(page, colorScheme);
      await show?.();
      if (at === undefined)
        await page.evaluate(() => (document.querySelector('.shell-page') ?? window).scrollTo(0, 0));
      else await at.evaluate((one) => one.scrollIntoView({ block: 'start' }));
      await drawn(page);
      await settled(page);
      if (language === 'en') await keepPicture(page, `${name}-${colorScheme}`, size);
      else await keepPicture(page, `${name}-${language}-${colorScheme}`, size, 'test-results/screens');
      const state = `${name}, ${language}, ${size.width} px`;
      expect.soft(await faults(page), state).toEqual([]);
      // The markup is the same in every language.
      if (language === 'en') expect.soft(await axeFaults(page), state).toEqual([]);
    }
    await page.setViewportSize(DESK);
  };
  return { page, language, words: WORDS[language], take, close: () => context.close() };
};
