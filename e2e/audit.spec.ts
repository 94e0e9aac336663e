import { FLAGS, ROLE_TEXTS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { answered, each, signIn } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { expectAccessible } from './axe.js';
import { startOffice, type Office } from './office.js';
import { EMAILS } from './shared-race.js';
import { button } from './screen.js';
import { startSession } from './session.js';
import { addCompetitor, makeEventFromNow } from './screens/organising-data.js';
import { closeContexts } from './contexts.js';

/** An organiser asks who changed what, and a colleague opens the link: each part begins where the last ended. */
test.afterAll(closeContexts);

test.describe.configure({ mode: 'serial' });

const NAME = 'Rally delle Valli';
const { audit: words, auditKinds: kinds, asItWas: then } = TEXTS;

let office: Office;
let page: Page;
let eventId: number;
let link: string;
let asItWas: string;

const newPage = async (browser: Browser, email: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await startSession(context, office.url, email);
  return context.newPage();
};

test.beforeAll(async ({ browser }) => {
  office = await startOffice({ DEMO: '1' });
  const planner = await signIn(office.url, EMAILS.planner);
  const [category = 0] = await categoryIdsOf(planner, ['WRC']);
  eventId = await makeEventFromNow(planner, NAME, [-1, 3], [category]);
  const Invitations = await each(['12', '23', '31'], (number) =>
    addCompetitor(planner, eventId, category, number),
  );
  await answered(planner, 'PATCH', '/invitations/authorized/', { Invitations, Authorized: 1 });
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
  const director = await signIn(office.url, EMAILS.director);
  const red = { StateId: FLAGS.red, InvitationsSelected: [Invitations[1]], EventId: eventId, Message: '' };
  await answered(director, 'POST', '/flagRecords', red);
  page = await newPage(browser, EMAILS.planner);
});
test.afterAll(() => office.remove());

const rows = () => page.locator('.audit-table tbody tr');

test('the log of an event is one press away, and says who sent a flag to which car', async () => {
  await page.goto(`${office.url}/event/${eventId}`);
  await page.getByRole('main').getByRole('link', { name: TEXTS.menu.log, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?race=${eventId}$`));
  const sent = rows().filter({ hasText: kinds.FlagSent });
  await expect(sent).toHaveCount(1);
  await expect(sent).toContainText(ROLE_TEXTS.director);
  await expect(sent).toContainText(words.carNumbered('23'));
  await expect(sent).toContainText('sendFlag');
  await expectAccessible(page);
});

test('filters are in the address, and narrow what is shown', async () => {
  await page.getByLabel(words.kind).selectOption(kinds.InvitationAuthorized);
  await button(page, words.apply).click();
  await expect(rows()).toHaveCount(3);
  link = page.url();
  expect(new URL(link).search).toBe(`?kind=InvitationAuthorized&race=${eventId}`);
  await page.getByLabel(words.until).fill('2020-01-01T00:00:00');
  await button(page, words.apply).click();
  await expect(page.getByText(words.noMatch)).toBeVisible();
  await page.goBack();
  await expect(rows()).toHaveCount(3);
});

test('an event shows what it changed, and the chain of its causes', async () => {
  await rows().first().getByRole('link', { name: kinds.InvitationAuthorized }).click();
  await expect(page.getByRole('heading', { name: kinds.InvitationAuthorized, level: 1 })).toBeVisible();
  const changes = page.getByRole('region', { name: words.changes }).getByRole('row').nth(1);
  await expect(changes).toHaveText(`authorized${words.no}${words.yes}`);
  const chain = page.getByRole('region', { name: words.chain }).getByRole('listitem');
  await expect(chain.first()).toHaveText('authorizeCompetitors');
  await expect(chain.filter({ hasText: words.thisEvent })).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await button(page, words.back).click();
  await expect(rows()).toHaveCount(3);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('a competitor and a user lead to what was done with them', async () => {
  await page.goto(`${office.url}/drivers/${eventId}/false/null`);
  await page
    .getByRole('row')
    .filter({ hasText: '23' })
    .getByRole('link', { name: /^Log of/ })
    .click();
  await expect(page).toHaveURL(/\/audit\?car=\d+$/);
  await expect(rows().filter({ hasText: kinds.FlagSent })).toHaveCount(1);
  await expect(rows().filter({ hasText: kinds.InvitationAdded })).toHaveCount(1);
});

test('an entry shows what was there just after it, and the address holds what and when', async () => {
  await page.goto(`${office.url}/audit?race=${eventId}&kind=InvitationAuthorized`);
  await rows().first().getByRole('link', { name: kinds.InvitationAuthorized }).click();
  await page.getByRole('link', { name: then.whats.competitors, exact: true }).click();
  const table = page.getByRole('table', { name: then.whats.competitors });
  await expect(table.getByRole('row')).toHaveCount(4);
  await expect(table.getByRole('row').nth(2)).toContainText('23');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  asItWas = page.url();
  await page.getByLabel(then.what, { exact: true }).selectOption(then.whats.event);
  await button(page, then.apply).click();
  await expect(page.getByText(then.states.draft)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(then.instant, { exact: true }).fill('2020-01-01T00:00:00');
  await button(page, then.apply).click();
  await expect(page.getByText(then.states.none)).toBeVisible();
  await page.goto(`${office.url}/event/${eventId}`);
  await page.getByRole('main').getByRole('link', { name: TEXTS.openAsItWas, exact: true }).click();
  await expect(page.getByText(then.choose)).toBeVisible();
  await expect(page.getByLabel(words.race, { exact: true })).toHaveValue(String(eventId));
});

test('a colleague opens the link by their own rights', async ({ browser }) => {
  const admin = await newPage(browser, EMAILS.admin);
  await admin.goto(link);
  await expect(admin.locator('.audit-table tbody tr')).toHaveCount(3);
  const entry = await admin.locator('.audit-table tbody a').first().getAttribute('href');
  const rival = await newPage(browser, 'planner@rival.demo');
  await rival.goto(link);
  await expect(rival.locator('.failure')).toBeVisible();
  await expect(rival.locator('.audit-table')).toHaveCount(0);
  await rival.goto(`${office.url}${entry}`);
  await expect(rival.getByText(words.missing)).toBeVisible();
  await rival.goto(asItWas);
  await expect(rival.getByText(then.missing)).toBeVisible();
  await admin.goto(asItWas);
  await expect(admin.getByRole('table', { name: then.whats.competitors }).getByRole('row')).toHaveCount(4);
  const director = await newPage(browser, EMAILS.director);
  await director.goto(link);
  await expect(director.getByRole('heading', { name: TEXTS.forbidden.title })).toBeVisible();
  for (const each of [admin, rival, director]) await each.context().close();
});
