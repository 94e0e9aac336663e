/// <reference lib="dom" />
import { FLAGS, type FlagAnswer, type PastStory } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { staySignedIn } from '@flagpost/race-testing/calls';
import { startCluster } from '@flagpost/race-testing/cluster';
import { startFlagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { addressesOf, startServers } from '@flagpost/testing/servers';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { axeFaults, settled } from './axe.js';
import { bar, button, carRow, dialog, feed, liveMap, panel } from './screen.js';
import { startSession } from './session.js';
import { EMAILS, type Account } from './shared-race.js';
import { closeContexts } from './contexts.js';

/** A steward's afternoon, over a Flagpost of one process and over one of several. */

const CARS = 4;
/** Two laps of each car, driven without a link: race control has seen none of it. */
const DRIVEN_MS = 330_000;
const words = TEXTS.history;

/** The pages of an installation, whose addresses differ if several apis serve it. */
interface Installation {
  readonly url: string;
  readonly otherUrl: string;
  stop(): Promise<void>;
}

const FORMS: Readonly<Record<string, () => Promise<Installation | string>>> = {
  embedded: async () => {
    const flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
    return { url: flagpost.url, otherUrl: flagpost.url, stop: () => flagpost.remove() };
  },
  distributed: async () => {
    const servers = await startServers();
    const [missing] = servers.missing;
    if (missing !== undefined) {
      await servers.end();
      return `${missing[0]}: ${missing[1]}`;
    }
    const cluster = await startCluster({ addresses: addressesOf(servers), apis: 2, ingests: 1 });
    const [one, other] = cluster.apis;
    return {
      url: one?.url ?? '',
      otherUrl: other?.url ?? '',
      async stop() {
        await cluster.stop();
        await servers.end();
      },
    };
  },
};

const signedIn = async (browser: Browser, url: string, account: Account): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title);
  });
  await startSession(context, url, EMAILS[account]);
  return page;
};
const truths = (page: Page): Locator => page.getByRole('group', { name: words.truth.label });
/** The rows of the one table that a dialog shows. */
const rows = (within: Locator): Locator => within.locator('tbody tr');
const expectClean = async (page: Page): Promise<void> => {
  await settled(page);
  expect(await axeFaults(page)).toEqual([]);
};

test.afterEach(closeContexts);

for (const [form, start] of Object.entries(FORMS))
  test.describe(`over the ${form} form`, () => {
    let installation: Installation | null = null;
    let race: ScriptedRace;

    test.beforeAll(async () => {
      const started = await start();
      if (typeof started === 'string') {
        test.skip(true, started);
        return;
      }
      installation = started;
      const { url } = started;
      race = await startScriptedRace({ url, cars: CARS, categories: ['GT'], speed: 1, drivenMs: DRIVEN_MS });
      const director = await staySignedIn(url, EMAILS.director);
      const story = async (): Promise<PastStory> =>
        (await director.call<PastStory>('GET', `/history/${race.eventId}/story`)).body;
      const laps = async (): Promise<number> => (await story()).laps.filter(([, , lap]) => lap === 2).length;
      await expect.poll(laps, { timeout: 120_000 }).toBe(CARS);
      race.cars[1]?.say('sos');
      await expect.poll(async () => (await story()).alerts.length).toBe(1);
      const red = { EventId: race.eventId, StateId: FLAGS.red, InvitationsSelected: [] };
      const sent = await director.call<FlagAnswer>('POST', '/flagRecords', red);
      const confirmed = async (): Promise<number> =>
        (await story()).flags.find(({ FlagId }) => FlagId === sent.body.FlagId)?.Confirmed.length ?? 0;
      await expect.poll(confirmed).toBe(CARS);
      const lasts = Date.now() + 6_000;
      await expect.poll(async () => (await story()).to).toBeGreaterThan(lasts);
      race.stop();
    });
    test.afterAll(async () => {
      await installation?.stop();
    });

    test('a steward finds out, and a colleague reads it', async ({ browser }) => {
      const { url, otherUrl } = installation ?? { url: '', otherUrl: '' };
      const page = await signedIn(browser, url, 'viewer');

      await test.step('the SOS, and what was around it', async () => {
        await page.goto(`${url}/event/${race.eventId}`);
        await page.getByRole('link', { name: TEXTS.showInHistory }).click();
        await liveMap(page).waitFor();
        await expect(carRow(page, '2')).toBeVisible();
        await page.keyboard.press('s');
        await expect(bar(page).getByRole('button', { name: 'SOS' })).toContainText('1');
        await carRow(page, '2').click();
        await expect(panel(page, TEXTS.car.title('2'))).toBeVisible();
        await expect(page).toHaveURL(/car=\d+/);
      });

      await test.step('both truths of a lap that nobody saw', async () => {
        await page.keyboard.press('Shift+p');
        await expect(page.getByText(words.truth.differ(CARS))).toBeVisible();
        await expect(feed(page)).not.toBeEmpty();
        await button(truths(page), words.truth.seen).click();
        await expect(bar(page).getByRole('button', { name: 'Offline' })).toContainText(String(CARS));
        await button(truths(page), words.truth.happened).click();
        await expect(bar(page).getByRole('button', { name: 'Offline' })).toContainText('0');
      });

      await test.step('two laps, sorted and laid over each other', async () => {
        await button(page.getByRole('region', { name: words.player.label }), words.laps.title).click();
        const laps = dialog(page);
        await expect(rows(laps)).toHaveCount(2 * CARS);
        await laps.getByRole('columnheader', { name: words.laps.time }).click();
        await expect(rows(laps).first()).toContainText('2:2');
        await laps.getByLabel(words.laps.search).fill('2:25.9');
        await expect(rows(laps)).toHaveCount(2);
        for (const tick of await rows(laps).getByRole('checkbox').all()) await tick.check();
        await button(laps, words.laps.compare(2)).click();
        const comparison = laps.getByRole('region', { name: words.laps.comparison });
        await expect(comparison.getByRole('img', { name: words.laps.sketch })).toBeVisible();
        await comparison.getByRole('slider').focus();
        await page.keyboard.press('End');
        await expect(rows(comparison)).toHaveCount(2);
        await expectClean(page);
        await button(laps, TEXTS.close).click();
        await expect(laps).toHaveCount(0);
      });

      await test.step('three questions', async () => {
        await page.keyboard.press('s');
        await button(page, words.questions.title).click();
        const questions = dialog(page);
        await button(questions, words.questions.ask).click();
        await expect(rows(questions)).toHaveCount(CARS - 1);
        await expectClean(page);
        await questions.getByRole('tab', { name: words.questions.tabs.speeds }).click();
        await questions.getByLabel(words.questions.where).selectOption(words.questions.sector(1));
        await button(questions, words.questions.ask).click();
        await expect(rows(questions)).not.toHaveCount(0);
        await expectClean(page);
        await questions.getByRole('tab', { name: words.questions.tabs.flag }).click();
        await button(questions, words.questions.ask).click();
        await expect(rows(questions)).toHaveCount(CARS);
        await expectClean(page);
        const [table] = await Promise.all([
          page.waitForEvent('download'),
          button(questions, words.questions.csv).click(),
        ]);
        expect(table.suggestedFilename()).toMatch(/ flagResponse .*\.csv$/);
        await rows(questions).first().getByRole('link').first().click();
        await expect(questions).toHaveCount(0);
        await expect(bar(page)).toContainText(TEXTS.flags.names[FLAGS.red]);
      });

      await test.step('a report', async () => {
        await button(page, words.report.title).click();
        const report = dialog(page);
        await report.getByLabel(words.report.note).fill('Car 2 called for help.');
        await report.getByLabel(words.exports.cars).fill('2');
        await button(report, words.report.add).click();
        await expect(report.getByRole('listitem')).toHaveCount(1);
        await expectClean(page);
        await button(report, words.report.print).click();
        await expect(page.locator('body')).toHaveAttribute('data-printed', / report /);
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('article').getByRole('img')).toBeVisible();
        await expectClean(page);
        await page.emulateMedia({ media: 'screen' });
      });

      await test.step('the link, opened by a colleague with other rights', async () => {
        const path = page.url().slice(url.length);
        const shown = (await page.locator('.history-instant').textContent()) ?? '';
        const director = await signedIn(browser, otherUrl, 'director');
        await director.goto(`${otherUrl}${path}`);
        await expect(director.locator('.history-instant')).toHaveText(shown);
        await expect(bar(director)).toContainText(TEXTS.flags.names[FLAGS.red]);
        await expect(panel(director, TEXTS.car.title('1'))).toBeVisible();
        // Nothing of the race is ordered from its past.
        await expect(director.getByRole('region', { name: TEXTS.flags.title, exact: true })).toHaveCount(0);
        await director.context().close();

        const planner = await signedIn(browser, otherUrl, 'planner');
        await planner.goto(`${otherUrl}/audit?race=${race.eventId}`);
        const exported = planner
          .locator('.audit-table tbody tr')
          .filter({ hasText: TEXTS.auditKinds.PastExported });
        await expect(exported).toHaveCount(2);
        await planner.context().close();

        const rival = await signedIn(browser, otherUrl, 'rival');
        await rival.goto(`${otherUrl}${path}`);
        await expect(button(rival, TEXTS.toEvents)).toBeVisible();
        await expect(liveMap(rival)).toHaveCount(0);
        await rival.context().close();
      });
    });
  });
