import { readFile } from 'node:fs/promises';
import { FIELD_TEXTS, ITALY } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, enterAndPublish, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { pdfPages, pdfText, squeezed } from './pdf.js';
import { EMAILS } from './shared-race.js';
import { button, dialog, dismissAttention, logIn, notice } from './screen.js';
import { closeContexts } from './contexts.js';

/** One event, from 'New event' to its deletion after the race: each part begins where the last ended. */
test.afterAll(closeContexts);

test.describe.configure({ mode: 'serial' });

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NAME = 'Ronde Val Bormida';
const { events, event: words } = TEXTS;

let office: Office;
let page: Page;
let planner: Caller;
let categoryIds: number[];

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ DEMO: '1' });
  planner = await signIn(office.url, EMAILS.planner);
  categoryIds = await categoryIdsOf(planner, ['WRC', 'Rally2']);
  // A browser whose clock differs from that of the track.
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  });
  page = await context.newPage();
  await logIn(page, office.url, EMAILS.planner);
});
test.afterAll(() => office.remove());

const typed = (label: string): Locator => dialog(page).getByLabel(label, { exact: true });
const row = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
const heads = (): Locator => page.locator('th button');
const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
const title = (name: string): Locator => page.getByRole('heading', { name, level: 1, exact: true });
const openRow = async (name: string): Promise<void> => {
  await page.getByRole('link', { name: events.open(name), exact: true }).click();
  await expect(title(name)).toBeVisible();
};
/** The value of a time field, so many days from now. */
const localTime = (days: number, time: string): string =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}`;

test('the list has two tabs, and says that there is nothing', async () => {
  await expect(page.getByRole('heading', { name: 'Upcoming events', exact: true })).toBeVisible();
  await expect(page.getByText('No events found.')).toBeVisible();
  await expect(heads()).toHaveText([
    'Name',
    'Start and Finish Date',
    'Localization',
    'Country',
    'Competitors (Invited)',
    'Authorized',
    'Published',
    'CircuitName',
  ]);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Past events' }).click();
  await expect(page.getByRole('heading', { name: 'Past events', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Current events' }).click();
});

test('a planner makes an event at the times of its track, by keyboard', async () => {
  await button(page, 'New event').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveAccessibleName('Create new event');
  await expect(typed(words.dialog.name)).toBeFocused();
  await expect(dialog(page).getByLabel(words.dialog.institution)).toHaveCount(0);
  const width = await dialog(page).evaluate((element) => element.getBoundingClientRect().width);
  expect(width).toBe(850);
  await page.keyboard.press('Enter');
  for (const fault of ['name', 'country', 'state', 'city', 'circuitName', 'categories', 'timeZone'] as const)
    await expect(dialog(page).getByText(FIELD_TEXTS[fault], { exact: true })).toBeVisible();
  for (const fault of ['start', 'finish'] as const)
    await expect(dialog(page).getByText(FIELD_TEXTS[fault], { exact: true })).toBeVisible();
  await expectAccessible(page);
  await typed(words.dialog.radius).fill('0');
  await expect(dialog(page).getByText(FIELD_TEXTS.finishRadius)).toBeVisible();
  await typed(words.dialog.radius).fill('30');

  await typed(words.dialog.name).fill(NAME);
  await typed(words.dialog.country).selectOption({ label: 'Italy' });
  await expect(typed(words.dialog.zone)).toHaveValue('Europe/Rome');
  await typed(words.dialog.state).fill('Savona');
  await typed(words.dialog.city).fill('Cairo Montenotte');
  await typed(words.dialog.circuit).fill('Round course');
  await typed('WRC').check();
  await typed(words.dialog.start).fill('2031-06-06T08:00');
  await typed(words.dialog.finish).fill('2031-06-06T07:00');
  await expect(dialog(page).getByText('UTC+2 · Your time: 06/06/2031 02:00')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(FIELD_TEXTS.finishAfterStart)).toBeVisible();
  await expect(typed(words.dialog.name)).toHaveValue(NAME);
  await typed(words.dialog.finish).fill('2031-06-06T18:00');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Event Created')).toBeVisible();
  await expect(title(NAME)).toBeVisible();
  const facts = region(words.facts);
  for (const text of [
    ...['06/06/2031 08:00 (UTC+2)', 'Your time: 06/06/2031 02:00', '06/06/2031 18:00 (UTC+2)'],
    ...['Cairo Montenotte, Savona, Italy', 'Round course', 'WRC', words.draft],
  ])
    await expect(facts.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('the panel says what is missing, and leads to where it is mended', async () => {
  const panel = region(words.ready.title);
  for (const text of ['Not published', 'Track with start and finish: 0 of 3', 'Categories: 1'])
    await expect(panel.getByText(text, { exact: true })).toBeVisible();
  await button(panel, words.publishEvent).click();
  await expect(dialog(page)).toContainText('No invitation goes out.');
  await expectAccessible(page);
  await button(dialog(page), TEXTS.cancel).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('nothing that was typed is lost when the server refuses it', async () => {
  await page.route('**/api/events/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    return route.fulfill({ status: 418, json: { statusCode: 418, message: 'Not today.' } });
  });
  await page.reload();
  await button(page, 'Edit details').click();
  await expect(dialog(page)).toHaveAccessibleName('Event Details');
  await expect(typed(words.dialog.start)).toHaveValue('2031-06-06T08:00');
  await typed(words.dialog.city).fill('Carcare');
  await typed('Rally2').check();
  await button(dialog(page), TEXTS.form.save).click();
  await dismissAttention(page, 'Not today.');
  await expect(typed(words.dialog.city)).toHaveValue('Carcare');
  await expect(typed('Rally2')).toBeChecked();
  await page.unroute('**/api/events/*');
  await button(dialog(page), TEXTS.form.save).click();
  await expect(notice(page, 'Event Updated')).toBeVisible();
  await expect(region(words.facts)).toContainText('Carcare, Savona, Italy');
});

test('it is postponed with a reason, copied, and published', async () => {
  await button(page, 'Postpone').click();
  await typed(words.dialog.start).fill('2031-06-13T08:00');
  await expect(typed(words.dialog.finish)).toHaveValue('2031-06-13T18:00');
  await typed(words.reason).fill('Snow on the Colle');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(notice(page, words.postponed)).toBeVisible();
  await expect(region(words.facts)).toContainText('06/13/2031 08:00 (UTC+2)');

  await button(page, 'Copy event').click();
  await expect(typed(words.dialog.name)).toHaveValue(`${NAME} (copy)`);
  await typed(words.dialog.start).fill(localTime(20, '09:00'));
  await expectAccessible(page);
  await button(dialog(page), 'Copy event').click();
  await expect(title(`${NAME} (copy)`)).toBeVisible();

  await button(page, words.publishEvent).first().click();
  await button(dialog(page), words.publishEvent).click();
  await expect(notice(page, 'Event Published')).toBeVisible();
  await expect(button(page, words.publishEvent)).toHaveCount(0);
  await expect(region(words.facts).getByText('Published', { exact: true })).toBeVisible();
});

test('the list finds, sorts and pages, and is as it was when one comes back', async () => {
  for (let number = 1; number <= 12; number++)
    await answered(planner, 'POST', '/events/', {
      ...{ Name: `Slalom ${number}`, CouId: ITALY, State: 'Cuneo', City: 'Ceva', CircuitName: 'Salita' },
      ...{ Start: '2030-05-01T08:00:00Z', Finish: '2030-05-01T18:00:00Z', Categories: categoryIds },
    });
  await page.goto(`${office.url}/events`);
  await expect(page.getByText('Showing 1 to 10 of 14 events')).toBeVisible();
  await button(page, TEXTS.list.last).click();
  await expect(page.getByText('Showing 11 to 14 of 14 events')).toBeVisible();
  await page.getByRole('searchbox').fill('slalom 1');
  await expect(page.getByText('Showing 1 to 4 of 4 events')).toBeVisible();
  await heads().first().click();
  await heads().first().click();
  await expect(page.locator('tbody td:first-child')).toHaveText([
    'Slalom 12',
    'Slalom 11',
    'Slalom 10',
    'Slalom 1',
  ]);
  await expectAccessible(page);
  await openRow('Slalom 11');
  await button(page, TEXTS.back).click();
  await expect(page.getByRole('searchbox')).toHaveValue('slalom 1');
  await expect(page.locator('tbody td:first-child').first()).toHaveText('Slalom 12');
});

test('an event that was run is over, leaves its reports and prints whole', async () => {
  const now = Date.now();
  const eventId = await makeEvent(planner, {
    name: 'Rally Alba',
    startsAt: now - HOUR_MS,
    finishesAt: now + HOUR_MS,
    categoryIds,
    course: roundCourse(6_000),
  });
  const entrants = Array.from({ length: 23 }, (_, index) => ({
    carNumber: String(index + 1),
    name: 'Íñigo',
    surname: `Gómez ${index + 1}`,
  }));
  await enterAndPublish(planner, eventId, categoryIds, entrants);
  const director = await signIn(office.url, EMAILS.director);
  const red = { StateId: 801, InvitationsSelected: [], EventId: eventId, Message: '' };
  await answered(director, 'POST', '/flagRecords', red);
  await page.goto(`${office.url}/events`);
  await page.getByRole('link', { name: TEXTS.liveNow.detail }).click();
  await expect(title('Rally Alba')).toBeVisible();
  await expect(page.getByText('Showing 1 to 10 of 23 competitors')).toBeVisible();
  await expect(page.getByRole('region', { name: words.map.region }).locator('canvas').first()).toBeVisible();
  await expectAccessible(page);

  office.pass(2 * HOUR_MS);
  await page.reload();
  await expect(page.locator('.p-tag').filter({ hasText: 'FINISHED EVENT' })).toBeVisible();
  for (const gone of [words.edit, words.postpone, words.publishEvent])
    await expect(button(page, gone)).toHaveCount(0);
  await expect(region(words.ready.title)).toHaveCount(0);
  await expectAccessible(page);

  const [report] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Export race reports').click(),
  ]);
  expect(report.suggestedFilename()).toBe('MyReport_Rally Alba.csv');
  const [track] = await Promise.all([page.waitForEvent('download'), button(page, 'Export track').click()]);
  expect(track.suggestedFilename()).toMatch(/\.kml$/);
  expect(await readFile(await track.path(), 'utf8')).toMatch(/<LineString>.*<coordinates>[\d.]+,[\d.]+ /);
  for (const [format, content] of [
    ['GPX', /<trkpt lat="[\d.]+" lon="[\d.]+"\/>/],
    ['GeoJSON', /"coordinates":\[\[[\d.]+,[\d.]+\],/],
  ] as const) {
    await button(page, words.map.otherFormats).focus();
    await page.keyboard.press('Enter');
    await button(page, format).focus();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(new RegExp(`\\.${format.toLowerCase()}$`));
    expect(await readFile(await file.path(), 'utf8')).toMatch(content);
    await expect(button(page, words.map.otherFormats)).toBeFocused();
  }
  await expect(page.locator('.event-print')).toContainText('Gómez 23');
  const printed = await page.pdf({ format: 'A4' });
  const text = pdfText(printed);
  for (const told of [
    'Rally Alba',
    'FINISHED EVENT',
    'Íñigo Gómez 1 (0+)',
    'Íñigo Gómez 23 (0+)',
    'Race reports',
    'All cars',
  ])
    expect(text).toContain(squeezed(told));
  for (const ofScreen of [TEXTS.menu.logout, words.remove, 'Rows per page'])
    expect(text).not.toContain(squeezed(ofScreen));
  expect(pdfPages(printed)).toBeGreaterThan(0);
});

test('it is deleted by its name alone, and the list says so once', async () => {
  await button(page, words.remove).click();
  const name = typed(words.removeName('Rally Alba'));
  await expect(name).toBeFocused();
  await name.fill('Rally');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText(words.removeWrong)).toBeVisible();
  await expectAccessible(page);
  await name.fill('Rally Alba');
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Event Deleted')).toBeVisible();
  await expect(page).toHaveURL(`${office.url}/events`);
  await page.getByRole('tab', { name: 'Past events' }).click();
  await expect(page.getByText('No events found.')).toBeVisible();
  await expect(row('Rally Alba')).toHaveCount(0);
});
