/// <reference lib="dom" />
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { FLAG_NAMES, FLAGS } from '@flagpost/contracts';
import { THEMES } from '../apps/backoffice/src/app/theme/theme.js';
import { TEXTS } from '../apps/backoffice/src/shared/texts.js';
import { expect, openMap, test } from './race.js';
import { button, carRow, dialog, feed, flagButton, panel, sosCard } from './screen.js';

/** What the markup of a library leaves, by axe's rule, and why it stays. There is nothing. */
const LEFT_BY_LIBRARIES: readonly { readonly rule: string; readonly reason: string }[] = [];

/** What axe finds serious or critical, in words. */
const faults = async (page: Page, within = 'html'): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .disableRules(LEFT_BY_LIBRARIES.map(({ rule }) => rule))
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
};

/** What is still coming into view has not its contrast yet. */
const settled = (opened: Locator): Promise<unknown> =>
  opened.evaluate((element) =>
    Promise.allSettled(
      (element.parentElement ?? element).getAnimations({ subtree: true }).map(({ finished }) => finished),
    ),
  );

for (const theme of THEMES) {
  test(`axe finds nothing serious or critical in the ${theme} theme, whatever is open`, async ({
    course,
    windowOf,
  }) => {
    test.setTimeout(4 * 60_000);
    const context = await windowOf('director');
    await context.addInitScript((chosen) => {
      localStorage.setItem('flagpost.theme', chosen);
      localStorage.setItem('flagpost.theme.liveMap', chosen);
    }, theme);

    const outside = await context.browser()!.newContext({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
    const entrance = await outside.newPage();
    await entrance.goto(course.url);
    await entrance.getByLabel(TEXTS.login.email).waitFor();
    expect(await faults(entrance)).toEqual([]);
    await outside.close();

    const page = await context.newPage();
    await page.goto(course.url);
    await page.getByRole('link', { name: TEXTS.liveNow.watch }).first().waitFor();
    expect(await faults(page)).toEqual([]);
    await page.close();

    course.car('3').confirms = false;
    const map = await openMap(context, course);
    await expect(map.locator('html')).toHaveAttribute('data-theme', theme);
    await flagButton(map, FLAG_NAMES[FLAGS.surface]).click();
    course.car('7').say('sos');
    await expect(sosCard(map, '7')).toBeVisible();
    await map.getByLabel(TEXTS.timers.title).fill('Pit window');
    await map.keyboard.press('Enter');
    await button(map, TEXTS.timers.start('Pit window')).waitFor();
    await carRow(map, '2').click();
    await expect(panel(map, TEXTS.car.title('2'))).toBeVisible();
    expect(await faults(map)).toEqual([]);
    await button(map, TEXTS.flags.clearSelection).click();

    const dialogs: [string, () => Promise<void>][] = [
      ['keys', () => button(map, TEXTS.keys.open).click()],
      ['select sector', () => button(map, TEXTS.flags.wholeTrack).click()],
      ['red', () => flagButton(map, FLAG_NAMES[FLAGS.red]).click()],
      ['safety car', () => flagButton(map, FLAG_NAMES[FLAGS.safetyCar]).click()],
      ['select car', () => flagButton(map, FLAG_NAMES[FLAGS.penalty]).click()],
      [
        'message',
        async () => {
          await flagButton(map, FLAG_NAMES[FLAGS.message]).click();
          await button(dialog(map), TEXTS.flags.send).click();
        },
      ],
      ['not confirmed', () => button(feed(map), TEXTS.feed.unconfirmed(1)).first().click()],
      ['clear SOS', () => button(sosCard(map, '7'), TEXTS.sos.clear).click()],
      ['clean flags', () => button(map, TEXTS.race.cleanFlags).click()],
      ['reset laps', () => button(map, TEXTS.race.resetLaps).click()],
      ['remove timer', () => button(map, TEXTS.timers.remove('Pit window')).click()],
      ['snapshot', () => button(map, TEXTS.snapshot.open).click()],
    ];
    for (const [name, open] of dialogs) {
      await open();
      await expect(dialog(map)).toHaveCount(1);
      await settled(dialog(map));
      expect([name, ...(await faults(map, '[role=dialog]'))]).toEqual([name]);
      await map.keyboard.press('Escape');
      await expect(dialog(map)).toHaveCount(0);
    }
    // Nothing of that was carried out.
    const inForce = (await course.flags()).filter(({ ClearedAt }) => ClearedAt === null);
    expect(inForce.map(({ StateId }) => StateId)).toEqual([FLAGS.surface]);
  });
}
