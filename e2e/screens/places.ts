import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Theme } from '@flagpost/backoffice/theme';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const DESK: Size = { width: 1440, height: 900 };
export const PHONE: Size = { width: 390, height: 844 };
/** The widest window whose menu covers the page. */
export const TABLET: Size = { width: 1023, height: 768 };
/** Whether a window of this size is pressed by fingers. */
export const isTouched = ({ width }: Size): boolean => width <= TABLET.width;
export const SIZES: readonly Size[] = [DESK, PHONE];
/** A small laptop, and the two layouts of race control that are larger than the desk's. */
export const OTHER_DESKS: readonly Size[] = [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 2560, height: 1440 },
];

/** Pictures that are looked at and not kept go to the results of the run. */
export type Folder = 'docs/screens' | 'test-results/screens';

/** The file of the picture of a state. */
export const picturePath = (
  state: string,
  { width, height }: Size,
  folder: Folder = 'docs/screens',
): string => fileURLToPath(new URL(`../../${folder}/${state}-${width}x${height}.png`, import.meta.url));

/** Keeps what the window shows now. Screens have few colours: a palette of them is a third of the file. */
export const keepPicture = async (page: Page, state: string, size: Size, folder?: Folder): Promise<void> => {
  const path = picturePath(state, size, folder);
  await mkdir(dirname(path), { recursive: true });
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 32, dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(path);
};

/** The theme of the live map, from the next load on. */
export const chooseTheme = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate((chosen) => {
    localStorage.setItem('flagpost.theme', chosen);
    localStorage.setItem('flagpost.theme.liveMap', chosen);
  }, theme);
