import { expect, test, type Locator, type Page } from '@playwright/test';
import { DISPUTE_TEXTS, INVITATION_STATE_TEXTS } from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { answered, signIn } from '@flagpost/race-testing/calls';
import { categoryIdsOf, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '../apps/backoffice/src/shared/texts.js';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { button, dialog, notice } from './screen.js';
import { startSession } from './session.js';
import { closeContexts } from './contexts.js';

const HOUR_MS = 3_600_000;
const PLANNER = 'planner@flagpost.demo';
const EVENT = 'Rally of the Hills';
const words = TEXTS.entries;
const drive = TEXTS.drive;
/** By car number. */
const DRIVERS = ['7', '8', '9'] as const;
const addressOf = (number: string): string => `driver${number}@drivers.example`;

let office: Office;
let page: Page;

test.afterAll(closeContexts);

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ MAILS_PER_MINUTE: '600' });
  const planner = await signIn(office.url, PLANNER);
  const categoryIds = await categoryIdsOf(planner, ['WRC']);
  const startsAt = Date.now() + 24 * HOUR_MS;
  const made = { startsAt, finishesAt: startsAt + 4 * HOUR_MS, categoryIds, course: roundCourse(6_000) };
  const eventId = await makeEvent(planner, { ...made, name: EVENT });
  for (const number of DRIVERS)
    await answered(
      planner,
      'POST',
      '/invitations/createInvitationDriver/',
      competitorRequest(eventId, categoryIds[0] ?? 0, {
        number,
        name: 'Driver',
        surname: `of ${number}`,
        email: addressOf(number),
        bloodType: '0+',
        brand: 'Belbo',
        model: 'Sedici',
      }),
    );
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await startSession(page.context(), office.url, PLANNER);
  await page.goto(`${office.url}/drivers/${eventId}/false/null`);
  await page.getByRole('heading', { name: words.titleOf(EVENT) }).waitFor();
});
test.afterAll(() => office.remove());

const rowOf = (number: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: number, exact: true }) });
/** Reloads until the list shows the text for the car. */
const expectRow = (number: string, text: string): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(rowOf(number)).toContainText(text, { timeout: 5_000 });
  }).toPass();
const linkTo = async (number: string): Promise<string> => {
  const path = /\/drive\/[\w-]+/.exec(await office.mailTo(addressOf(number)))?.[0];
  if (path === undefined) throw new Error(`The mail to car ${number} has no link.`);
  return `${office.url}${path}`;
};

test("'Send invite' mails, and who is invited answers on a phone without an account", async ({ browser }) => {
  for (const number of DRIVERS)
    await page.getByLabel(words.selectOf(`${number} Driver of ${number}`), { exact: true }).check();
  await page.getByLabel(words.action).selectOption(words.actions.send);
  await button(page, words.apply).click();
  await expect(notice(page, words.sent)).toBeVisible();
  await expectRow('7', INVITATION_STATE_TEXTS.PENDING_INVITATION);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(await linkTo('7'));
  await expect(phone.getByRole('heading', { name: EVENT })).toBeVisible();
  await expect(phone.getByText(drive.states.pending)).toBeVisible();
  await expectAccessible(phone);
  await button(phone, drive.accept).click();
  await expect(dialog(phone)).toContainText(drive.sureAccept(EVENT));
  await expectAccessible(phone);
  await dialog(phone).getByRole('button', { name: drive.accept, exact: true }).click();
  await expect(phone.getByText(drive.states.accepted)).toBeVisible();
  await expectRow('7', INVITATION_STATE_TEXTS.ACEPTED_INVITATION);

  await phone.goto(await linkTo('8'));
  await button(phone, drive.reject).click();
  await dialog(phone).getByRole('button', { name: drive.reject, exact: true }).click();
  await expect(phone.getByText(drive.states.rejected)).toBeVisible();
  await expectRow('8', INVITATION_STATE_TEXTS.REJECTED_INVITATION);

  await phone.goto(await linkTo('9'));
  await button(phone, drive.wrong).click();
  await phone.getByLabel(DISPUTE_TEXTS.entry).check();
  await button(phone, drive.tell).click();
  await expect(phone.getByText(`${drive.told} ${DISPUTE_TEXTS.entry}`)).toBeVisible();
  await expectRow('9', DISPUTE_TEXTS.entry);
  await context.close();
});

test('a link that is not good tells nothing', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(`${office.url}/drive/${'A'.repeat(43)}`);
  await expect(phone.getByRole('heading', { name: drive.unknownTitle })).toBeVisible();
  await expectAccessible(phone);
  await context.close();
});
