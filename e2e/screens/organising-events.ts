import type { Page } from '@playwright/test';
import { button, dialog } from '../screen.js';
import { send } from './picture.js';
import type { Viewer } from './viewer.js';

/** Events as their planner sees them. */

const DAYS_MS = 86_400_000;
const escape = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
};

export const noEventPictures = async ({ page, words, take }: Viewer, url: string): Promise<void> => {
  await page.goto(`${url}/events`);
  await page.getByText(words.events.empty).waitFor();
  await take('events/list-empty');
  await page.goto(`${url}/events?tab=past`);
  await page.getByText(words.events.empty).waitFor();
  await take('events/list-past-empty');
};

export const listPictures = async ({ page, words, take }: Viewer, url: string): Promise<void> => {
  await page.goto(`${url}/events`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await take('events/list-40');
  await take('events/list-40-foot', { at: page.locator('.list-foot') });
  await page.getByRole('searchbox').fill('Interlagos');
  await page.getByText(words.list.noMatch).waitFor();
  await take('events/list-no-match', { at: page.getByRole('tablist') });
  await button(page, words.events.create).click();
  await dialog(page).locator('option').nth(5).waitFor({ state: 'attached' });
  await take('events/new');
  await send(dialog(page));
  await dialog(page).locator('.p-error').first().waitFor();
  await take('events/new-errors');
  await escape(page);
};

/** @param draftId an event that lacks requirements of a race, @param readyId one that lacks little */
export const draftPictures = async (
  { page, words, take }: Viewer,
  url: string,
  draftId: number,
  readyId: number,
): Promise<void> => {
  const { event } = words;
  await page.goto(`${url}/event/${draftId}`);
  const panel = page.getByRole('region', { name: event.ready.title, exact: true });
  await panel.locator('.ready-lacking').waitFor();
  await take('events/detail-draft');
  await take('events/ready-missing', { at: panel });
  await take('events/map-card', { at: page.locator('.event-card', { has: page.locator('.event-place') }) });
  await button(page, event.pois.viewAll).click();
  await dialog(page).locator('tbody tr').nth(7).waitFor();
  await take('events/interest-points');
  await escape(page);

  await button(page, event.edit).first().click();
  await dialog(page).locator('option').nth(5).waitFor({ state: 'attached' });
  await take('events/edit');
  await escape(page);
  await button(page, event.postpone).click();
  await dialog(page)
    .getByLabel(event.dialog.start, { exact: true })
    .fill(`${new Date(Date.now() + 30 * DAYS_MS).toISOString().slice(0, 10)}T08:00`);
  await take('events/postpone');
  await dialog(page).getByLabel(event.dialog.start, { exact: true }).fill('2026-01-01T08:00');
  await send(dialog(page));
  await dialog(page).locator('.p-error').first().waitFor();
  await take('events/postpone-errors');
  await page.goto(`${url}/event/${draftId}`);
  await button(page, event.copy).click();
  await take('events/copy');
  await escape(page);
  await button(page, event.publishEvent).first().click();
  await dialog(page).getByText(event.publish.forGood).waitFor();
  await take('events/publish');
  await escape(page);
  await button(page, event.remove).click();
  await take('events/delete');
  await escape(page);

  await page.goto(`${url}/event/${readyId}`);
  await panel.locator('.ready-lines li').first().waitFor();
  await take('events/ready-attention', { at: panel });
};

export const runningPictures = async (
  { page, words, take }: Viewer,
  url: string,
  eventId: number,
): Promise<void> => {
  const { event } = words;
  await page.goto(`${url}/event/${eventId}`);
  await page.locator('.ready-lines li').first().waitFor();
  await page.locator('.list tbody tr').nth(9).waitFor();
  await take('events/detail-running');
  await take('events/detail-competitors', { at: page.locator('.list') });
  await button(page, event.remove).click();
  const name = dialog(page).getByRole('textbox');
  await name.fill('Rally');
  await page.keyboard.press('Enter');
  await dialog(page).getByText(event.removeWrong).waitFor();
  await take('events/delete-by-name');
  await escape(page);
};

export const pastPictures = async ({ page, take }: Viewer, url: string, eventId: number): Promise<void> => {
  await page.goto(`${url}/events?tab=past`);
  await page.locator('.list tbody tr').first().waitFor();
  await take('events/list-past');
  await page.goto(`${url}/event/${eventId}`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await take('events/detail-past');
  await take('events/past-map-card', {
    at: page.locator('.event-card', { has: page.locator('.event-place') }),
  });
  await page.goto(`${url}/drivers/${eventId}/true/null`);
  await page.locator('.list tbody tr').nth(9).waitFor();
  await take('competitors/past');
};
