/// <reference lib="dom" />
import { FLAGS } from '@flagpost/contracts';
import { THEMES } from '@flagpost/backoffice/theme';
import { TEXTS } from '@flagpost/backoffice/texts';
import { axeFaults, settled } from './axe.js';
import { CARS, expect, openMap, test } from './shared-race.js';
import { button, carRow, dialog, feed, flagButton, panel, sosCard, unfold } from './screen.js';

for (const [index, theme] of THEMES.entries()) {
  const rules = index === 0 ? 'all' : 'colour';
  test(`axe finds nothing serious or critical in the ${theme} theme, whatever is open`, async ({
    course,
    windowOf,
  }) => {
    const context = await windowOf('director');
    await context.addInitScript((chosen) => {
      localStorage.setItem('flagpost.theme', chosen);
      localStorage.setItem('flagpost.theme.liveMap', chosen);
    }, theme);

    const outside = await context.browser()!.newContext({ colorScheme: theme === 'dark' ? 'dark' : 'light' });
    const entrance = await outside.newPage();
    await entrance.goto(course.url);
    await entrance.getByLabel(TEXTS.login.email).waitFor();
    await settled(entrance);
    expect(await axeFaults(entrance, 'html', rules)).toEqual([]);
    await outside.close();

    const page = await context.newPage();
    await page.goto(course.url);
    await page.getByRole('link', { name: TEXTS.liveNow.watch }).first().waitFor();
    await settled(page);
    expect(await axeFaults(page, 'html', rules)).toEqual([]);
    await page.close();

    course.car('3').confirms = false;
    const map = await openMap(context, course);
    await expect(map.locator('html')).toHaveAttribute('data-theme', theme);
    await flagButton(map, TEXTS.flags.names[FLAGS.surface]).click();
    course.car('7').say('sos');
    await expect(sosCard(map, '7')).toBeVisible();
    for (const title of [TEXTS.panels.categories, TEXTS.panels.offline(0, CARS), TEXTS.timers.panel])
      await unfold(map, title);
    await map.getByLabel(TEXTS.timers.title).fill('Pit window');
    await map.keyboard.press('Enter');
    await button(map, TEXTS.timers.start('Pit window')).waitFor();
    await carRow(map, '2').click();
    await button(panel(map, TEXTS.car.title('2')), TEXTS.car.sendTo).click();
    await expect(panel(map, TEXTS.car.title('2'))).toBeVisible();
    await settled(map);
    expect(await axeFaults(map, 'html', rules)).toEqual([]);
    await button(map, TEXTS.flags.allCars).click();

    for (const step of [TEXTS.sos.yellowHere, TEXTS.sos.clear]) {
      await button(sosCard(map, '7'), step).click();
      await settled(map);
      expect([step, ...(await axeFaults(map, '.alarm-cards', rules))]).toEqual([step]);
      await map.keyboard.press('Escape');
    }

    const dialogs: [string, () => Promise<void>][] = [
      ['keys', () => button(map, TEXTS.keys.open).click()],
      ['receivers', () => button(map, TEXTS.flags.choose).click()],
      ['select sector', () => button(map, TEXTS.flags.wholeTrack).click()],
      ['red', () => flagButton(map, TEXTS.flags.names[FLAGS.red]).click()],
      ['safety car', () => flagButton(map, TEXTS.flags.names[FLAGS.safetyCar]).click()],
      ['select car', () => flagButton(map, TEXTS.flags.names[FLAGS.penalty]).click()],
      [
        'message',
        async () => {
          await flagButton(map, TEXTS.flags.names[FLAGS.message]).click();
          await button(dialog(map), TEXTS.flags.send).click();
        },
      ],
      ['not confirmed', () => button(feed(map), TEXTS.feed.unconfirmed(1)).first().click()],
      ['clean flags', () => button(map, TEXTS.race.cleanFlags).click()],
      ['reset laps', () => button(map, TEXTS.race.resetLaps).click()],
      ['remove timer', () => button(map, TEXTS.timers.remove('Pit window')).click()],
      ['snapshot', () => button(map, TEXTS.snapshot.open).click()],
    ];
    for (const [name, open] of dialogs) {
      await open();
      await expect(dialog(map)).toHaveCount(1);
      await settled(map);
      expect([name, ...(await axeFaults(map, '[role=dialog]', rules))]).toEqual([name]);
      await map.keyboard.press('Escape');
      await expect(dialog(map)).toHaveCount(0);
    }
    // Nothing of that was carried out. The safety car's count may have ended while axe looked at it.
    const inForce = (await course.flags()).filter(({ ClearedAt }) => ClearedAt === null);
    const codes = inForce.map(({ StateId }) => StateId).filter((code) => code !== FLAGS.safetyCar);
    expect(codes).toEqual([FLAGS.surface]);
  });
}
