import type { Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { button, dialog } from '../screen.js';
import { DESK, PHONE, TABLET } from './places.js';
import { picture } from './picture.js';

/** The frame around every screen, the pages in place of one, and the shared components. */

const { gallery, menu } = TEXTS;

export const shellPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/nowhere`);
  await page.getByRole('heading', { name: TEXTS.notFound.title }).waitFor();
  await picture(page, 'shell/not-found');
  await button(page, menu.close).click();
  await picture(page, 'shell/menu-closed', { sizes: [DESK] });
  await button(page, menu.open).click();
  await picture(page, 'shell/menu-over', {
    sizes: [PHONE, TABLET],
    async show() {
      if (!(await page.locator('.side-menu').isVisible())) await button(page, menu.open).click();
    },
  });

  await page.route('**/api/clubs/', (route) => route.fulfill({ json: [null] }));
  await page.goto(`${url}/clubs`);
  await page.getByText(TEXTS.crash.text).waitFor();
  await picture(page, 'shell/error-boundary');
  await page.unroute('**/api/clubs/');
};

export const forbiddenPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/clubs`);
  await page.getByRole('heading', { name: TEXTS.forbidden.title }).waitFor();
  await picture(page, 'shell/forbidden');
};

export const galleryPictures = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}/button`);
  await page.getByRole('heading', { name: gallery.title }).waitFor();
  await picture(page, 'gallery/type');
  const part = (name: string) => page.getByRole('region', { name, exact: true }).first();
  await picture(page, 'gallery/buttons', { at: part(gallery.buttons) });
  for (const state of ['rows', 'loading', 'empty', 'failed'] as const) {
    await page.getByRole('radio', { name: gallery.states[state] }).check();
    await picture(page, `gallery/list-${state}`, { at: part(gallery.lists) });
  }
  await button(part(gallery.dialogs), gallery.form).click();
  await picture(page, 'gallery/form');
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await button(part(gallery.dialogs), gallery.danger).click();
  await picture(page, 'gallery/danger');
};
