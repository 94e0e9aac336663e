import { readFile } from 'node:fs/promises';
import { expect, test, type Browser, type Download, type Locator, type Page } from '@playwright/test';
import { FIELD_TEXTS, REFUSALS, type CompetitorRow } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { entry, entryList, separated } from '@flagpost/testing/entry-lists';
import { expectAccessible } from './axe.js';
import { counted } from './hand.js';
import { startOffice, type Office } from './office.js';
import { button, dialog, notice } from './screen.js';
import { startSession } from './session.js';
import { closeContexts } from './contexts.js';

const PLANNER = 'planner@flagpost.demo';
const HOUR_MS = 3_600_000;
const { imports: words } = TEXTS;

let office: Office;
let planner: Caller;
let categoryIds: readonly number[];

test.afterAll(closeContexts);

test.beforeAll(async () => {
  office = await startOffice();
  planner = await signIn(office.url, PLANNER);
  categoryIds = await categoryIdsOf(planner, ['WRC']);
});
test.afterAll(() => office.remove());

const newEvent = (): Promise<number> => {
  const now = Date.now();
  return makeEvent(planner, {
    name: 'Rally delle Langhe',
    startsAt: now - HOUR_MS,
    finishesAt: now + 3 * HOUR_MS,
    categoryIds,
    course: roundCourse(6_000),
  });
};
const competitors = (eventId: number): Promise<CompetitorRow[]> =>
  answered(planner, 'GET', `/events/drivers/${eventId}`);

const openCompetitors = async (
  browser: Browser,
  eventId: number,
  viewport = { width: 1440, height: 900 },
): Promise<Page> => {
  const page = await (await browser.newContext({ viewport })).newPage();
  await startSession(page.context(), office.url, PLANNER);
  await page.goto(`${office.url}/drivers/${eventId}/false/null`);
  await button(page, words.open).waitFor();
  return page;
};

const downloaded = async (page: Page, press: () => Promise<void>): Promise<Download> => {
  const download = page.waitForEvent('download');
  await press();
  return download;
};
const step = (page: Page, name: string): Locator => dialog(page).getByRole('heading', { name });

test('200 competitors of a clean list are imported in at most 8 presses', async ({ browser }) => {
  const eventId = await newEvent();
  const page = await openCompetitors(browser, eventId);
  const entries = Array.from({ length: 200 }, (_, index) => entry(index));
  const hand = counted(page);
  await hand.press(words.open);
  await hand.chooseFile('iscritti.csv', separated(entryList('italian', entries), ';'));
  await step(page, words.steps.columns).waitFor();
  await expect(dialog(page).getByLabel('Cognome navigatore')).toHaveValue('CodriverSurname');
  await expectAccessible(page);
  await hand.press(TEXTS.form.next);
  await expect(button(dialog(page), words.count(words.fates.new, 200))).toBeVisible();
  await expectAccessible(page);
  await hand.press(words.submit(200));
  await expect(dialog(page)).toContainText(words.done);
  await expect(dialog(page)).toContainText(words.result(200, 0, 0));
  await hand.press(TEXTS.close, dialog(page).locator('.form-buttons'));
  await expect(dialog(page)).toHaveCount(0);
  expect(hand.presses()).toBeLessThanOrEqual(8);
  expect(await competitors(eventId)).toHaveLength(200);
});

test('a list with unknown columns and refused rows is mapped, and mended in its report', async ({
  browser,
}) => {
  const eventId = await newEvent();
  const page = await openCompetitors(browser, eventId);
  const entries = Array.from({ length: 200 }, (_, index) => entry(index + 200)).map((one, index) => ({
    ...one,
    // Letters of Western Windows alone.
    first: one.first.replace('Łukasz', 'Lukas').replace('Þóra', 'Thora'),
    last: one.last.replace('’', "'"),
    codriverFirst: one.codriverFirst.replace('Łukasz', 'Lukas'),
    codriverLast: one.codriverLast.replace('’', "'"),
    brand: one.brand.replace('Š', 'S'),
    ...(index === 7 ? { email: 'nobody' } : {}),
    ...(index === 9 ? { category: 'F1' } : {}),
  }));
  const [titles, blank, head = [], ...rows] = entryList('german', entries);
  const list = [
    titles ?? [],
    blank ?? [],
    head.map((each) => (each === 'Klasse' ? 'Wertung' : each)),
    ...rows,
  ];
  const hand = counted(page);
  await hand.press(words.open);
  await expectAccessible(page);
  await hand.chooseFile('nennliste.tsv', Buffer.from(separated(list, '\t'), 'latin1'));
  await expect(dialog(page).getByLabel(words.encoding)).toHaveValue('windows-1252');
  await expect(button(dialog(page), TEXTS.form.next)).toBeDisabled();
  await dialog(page).getByLabel('Wertung').selectOption('Category');
  await dialog(page).getByLabel(words.fillOf('Blood type')).fill('unknown');
  await hand.press(TEXTS.form.next);

  await expect(dialog(page)).toContainText(words.rowFault(11, FIELD_TEXTS.emailMalformed));
  await expect(dialog(page)).toContainText(words.rowFault(13, REFUSALS['import.unknownCategory']));
  await expect(button(dialog(page), words.submit(198))).toBeDisabled();
  await expectAccessible(page);
  await dialog(page).getByLabel(words.modes.good).check();
  await hand.press(words.submit(198));
  await expect(dialog(page)).toContainText(words.refused(2));
  expect(await competitors(eventId)).toHaveLength(198);

  const report = await downloaded(page, () => hand.press(words.download));
  expect(report.suggestedFilename()).toBe(`MyReport_${words.reportName}.csv`);
  const refused = await readFile(await report.path(), 'utf8');
  expect(refused).toContain(FIELD_TEXTS.emailMalformed);

  // One row of two is corrected: columns and values for all stay as chosen.
  await hand.chooseFile('half.csv', refused.replace('nobody', 'somebody@example.org'), words.mended);
  await expect(button(dialog(page), words.count(words.fates.new, 1))).toBeVisible();
  await expect(dialog(page)).toContainText(words.rowFault(3, REFUSALS['import.unknownCategory']));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await hand.press(words.open);
  const mended = refused.replace('nobody', 'somebody@example.org').replace('F1', 'WRC');
  await hand.chooseFile('mended.csv', mended);
  // The institution's choice is remembered.
  await expect(dialog(page).getByLabel('Wertung')).toHaveValue('Category');
  await dialog(page).getByLabel(words.fillOf('Blood type')).fill('unknown');
  await hand.press(TEXTS.form.next);
  await hand.press(words.submit(2));
  await expect(dialog(page)).toContainText(words.result(2, 0, 0));
  const stored = await competitors(eventId);
  expect(stored).toHaveLength(200);
  expect(stored.every(({ DriverGrupoSanguineo }) => DriverGrupoSanguineo === 'unknown')).toBe(true);
  expect(stored.some(({ LastName }) => LastName.startsWith('Müller'))).toBe(true);
});

test('what is exported is imported as the same, and nothing is exported of nobody', async ({ browser }) => {
  const eventId = await newEvent();
  const page = await openCompetitors(browser, eventId);
  await button(page, words.export).click();
  await expect(notice(page, words.noData)).toBeVisible();

  const entries = Array.from({ length: 12 }, (_, index) => ({ ...entry(index + 400), model: '=1+1' }));
  const hand = counted(page);
  await hand.press(words.open);
  // A formula in a cell refuses its row; made harmless, it is a text.
  await hand.chooseFile(
    'list.csv',
    separated(entryList('spanish', entries), ',').replaceAll('"=1+1"', `"'=1+1"`),
  );
  await hand.press(TEXTS.form.next);
  await hand.press(words.submit(12));
  await hand.press(TEXTS.close, dialog(page).locator('.form-buttons'));

  for (const format of ['csv', 'xlsx'] as const) {
    await button(page, words.export).click();
    const file = await downloaded(page, () => button(dialog(page), words.formats[format]).click());
    expect(file.suggestedFilename()).toMatch(/^MyReport_/);
    const bytes = await readFile(await file.path());
    if (format === 'csv') expect(bytes.toString('utf8')).toMatch(/^\ufeff.*\r\n/u);
    await hand.press(words.open);
    await hand.chooseFile(file.suggestedFilename(), bytes);
    await hand.press(TEXTS.form.next);
    await expect(dialog(page)).toContainText(words.nothing);
    await expect(button(dialog(page), words.submit(0))).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  }
  expect((await competitors(eventId)).every(({ Model }) => Model === '=1+1')).toBe(true);
});

test('a file that is no list is refused in words, by keys alone, on a phone', async ({ browser }) => {
  const eventId = await newEvent();
  const page = await openCompetitors(browser, eventId, { width: 390, height: 844 });
  await button(page, words.open).focus();
  await page.keyboard.press('Enter');
  await expect(button(dialog(page), words.choose)).toBeFocused();
  const chooser = page.waitForEvent('filechooser');
  await button(dialog(page), words.choose).press('Enter');
  await (await chooser).setFiles({ name: 'list.xlsx', mimeType: 'text/csv', buffer: Buffer.from('a;b') });
  await expect(dialog(page).getByRole('alert')).toContainText(words.fault(REFUSALS['import.mislabelled']));
  await expectAccessible(page);
  const width = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(width).toBe(0);
  await page.keyboard.press('Escape');
  await expect(button(page, words.open)).toBeFocused();
  expect(await competitors(eventId)).toEqual([]);
});
