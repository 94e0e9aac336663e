import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Theme } from '../../apps/backoffice/src/app/theme/theme.js';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const DESK: Size = { width: 1440, height: 900 };
export const PHONE: Size = { width: 390, height: 844 };
export const SIZES: readonly Size[] = [DESK, PHONE];

/** Where the picture of a state is kept. */
export const picturePath = (state: string, { width, height }: Size): string =>
  fileURLToPath(new URL(`../../docs/screens/${state}-${width}x${height}.png`, import.meta.url));

/** The theme of the live map, from the next load on. */
export const chooseTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((chosen) => {
    localStorage.setItem('flagpost.theme', chosen);
    localStorage.setItem('flagpost.theme.liveMap', chosen);
  }, theme);
