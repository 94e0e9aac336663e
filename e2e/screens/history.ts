import { expect } from '@playwright/test';
import { button, dialog } from '../screen.js';
import type { Shot, Viewer } from './viewer.js';

/** What the pictures are of: a race that was driven, and instants of it. */
export interface PastRace {
  readonly url: string;
  readonly eventId: number;
  /** Epoch ms at which red was sent. */
  readonly redAt: number;
  /** The car in an SOS, which is shown. */
  readonly carId: number;
  /** An event of which nothing was kept. */
  readonly emptyId: number;
}

const iso = (at: number): string => new Date(at).toISOString();

/** The replay of a race by both truths, its panels and dialogs, and what it shows when there is nothing to show. */
export const historyPictures = async (
  { page, words, take }: Viewer,
  { url, eventId, redAt, carId, emptyId }: PastRace,
): Promise<void> => {
  const { history } = words;
  const open = async (query: string): Promise<void> => {
    await page.goto(`${url}/history/${eventId}?${query}`);
    await page.locator('.race.history').waitFor();
    await expect(page.getByText(history.reading)).toHaveCount(0);
  };
  const openWith = async (truth: string, more = ''): Promise<void> =>
    open(`at=${iso(redAt + 10_000)}&truth=${truth}${more}`);
  const openPanel = async (title: string): Promise<void> => {
    await button(page.getByRole('region', { name: history.player.label }), title).click();
  };
  const takeDialog = async (name: string, shot?: Shot): Promise<void> => {
    await take(name, shot);
    await page.keyboard.press('Escape');
  };

  await openWith('happened');
  await take('history/happened');
  await openWith('seen', `&car=${carId}`);
  await take('history/car');
  await openWith('seen');
  await take('history/seen');

  await openPanel(history.player.keys);
  await take('history/keys');
  await openPanel(history.trails.title);
  await page.getByLabel(history.trails.length).selectOption('60');
  await page.getByLabel(history.exports.cars).fill('1, 2, 3');
  await take('history/trails');
  await openPanel(history.exports.title);
  await take('history/export');
  await openPanel(history.report.title);
  await page.getByLabel(history.report.note).fill(words.history.report.empty);
  await page.getByLabel(history.exports.cars).fill('1, 2, 3');
  await button(page, history.report.add).click();
  await expect(page.locator('.report-instants').getByRole('listitem')).toHaveCount(1);
  await take('history/report');

  await openWith('happened', `&car=${carId}`);
  await openPanel(history.questions.title);
  const questions = dialog(page);
  for (const tab of ['distance', 'flag', 'speeds'] as const) {
    await questions.getByRole('tab', { name: history.questions.tabs[tab] }).click();
    await take(`history/question-${tab}`);
    await button(questions, history.questions.ask).click();
    await expect(questions.getByRole('row').nth(1)).toBeVisible();
    await take(`history/answer-${tab}`);
  }
  const where = history.questions;
  await questions.getByLabel(where.where).selectOption(where.betweenPoints);
  await button(questions, where.stretch.draw).click();
  await page.getByLabel(where.stretch.from).fill('0.20');
  await page.getByLabel(where.stretch.to).fill('1.40');
  await take('history/stretch');
  await button(page, where.done).click();
  await button(questions, where.ask).click();
  await expect(questions.getByRole('row').nth(1)).toBeVisible();
  await take('history/answer-stretch');
  await questions.getByLabel(where.where).selectOption(where.byCorners);
  await button(questions, where.area.draw).click();
  await take('history/area');
  await button(page, where.done).waitFor();

  await openPanel(history.laps.title);
  const rows = dialog(page).locator('tbody tr');
  await take('history/laps');
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check();
  await button(dialog(page), history.laps.compare(2)).click();
  const comparison = dialog(page).getByText(history.laps.since);
  await comparison.waitFor();
  await takeDialog('history/comparison', { at: comparison });

  await page.route(`**/api/history/${eventId}/span*`, (route) => route.fulfill({ status: 503 }));
  await openWith('happened');
  await page.getByText(history.spanFailed).waitFor();
  await take('history/span-failed');
  await page.unroute(`**/api/history/${eventId}/span*`);
  await page.goto(`${url}/history/${emptyId}`);
  await page.getByText(history.noPositions).waitFor();
  await take('history/no-positions');
  await page.goto(`${url}/history/999999`);
  await page.locator('.failure, .forbidden, .not-found').first().waitFor();
  await take('history/missing');
};
