import type { Locator, Page } from '@playwright/test';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expect, openMap, test } from './shared-race.js';
import {
  button,
  carTick,
  dialog,
  feed,
  flagButton,
  liveMap,
  notice,
  panel,
  receivers,
  sosCard,
} from './screen.js';

const MOST_STOPS = 120;

/** Goes on from stop to stop until this has the focus, as a person without a mouse does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  // Looked up once: each look by a name reads those of all buttons.
  const wanted = await target.elementHandle();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No stop of ${MOST_STOPS} is ${String(target)}.`);
};

/** As fast as a person types: each key, all of them different, without waiting for what the one before does. */
const pressAll = async ({ keyboard }: Page, ...keys: string[]): Promise<void> => {
  await Promise.all(keys.map((key) => keyboard.press(key)));
};

test('without a mouse: find a car, arm, send, acknowledge, clear, reset, leave', async ({
  course,
  screenOf,
}) => {
  const screen = await screenOf('director');
  const { keyboard } = screen;
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await tabTo(screen, target);
    await keyboard.press(key);
  };

  // Find: by number, then address it.
  const search = panel(screen, TEXTS.panels.cars).getByRole('searchbox');
  await tabTo(screen, search);
  await keyboard.type('14');
  await keyboard.press('Enter');
  await expect(panel(screen, TEXTS.car.title('14'))).toBeVisible();
  // In a field the keys of the flags are letters.
  await expect(screen.getByText(TEXTS.flags.armedHint, { exact: true })).toBeHidden();
  await expect(receivers(screen)).toHaveText(TEXTS.flags.allCars);
  await press(carTick(screen, '14'), 'Space');
  await expect(receivers(screen)).toHaveText(TEXTS.flags.someCars('14', 0));

  // Arm and send: Escape disarms, Enter sends.
  await keyboard.press('a');
  await expect(screen.getByText(TEXTS.flags.armedHint, { exact: true })).toBeVisible();
  await keyboard.press('Escape');
  await expect(screen.getByText(TEXTS.flags.armedHint, { exact: true })).toBeHidden();
  const before = (await course.flags()).length;
  await keyboard.press('a');
  await keyboard.press('Enter');
  await expect(feed(screen).getByText(/^Warning to Car 14, \d of 1/)).toBeVisible();
  expect(await course.flags()).toHaveLength(before + 1);

  // Red asks for its own yes.
  await keyboard.press('r');
  await expect(dialog(screen)).toContainText(
    TEXTS.flags.sendTo(TEXTS.flags.names[FLAGS.red], TEXTS.flags.allCars),
  );
  await keyboard.press('Escape');
  await expect(dialog(screen)).toHaveCount(0);
  expect(await course.flags()).toHaveLength(before + 1);

  // Acknowledge and clear.
  course.car('15').say('sos');
  await expect(sosCard(screen, '15')).toBeVisible();
  await press(button(sosCard(screen, '15'), TEXTS.sos.acknowledge));
  await expect(sosCard(screen, '15')).toContainText(/Acknowledged by/);
  await press(button(sosCard(screen, '15'), TEXTS.sos.clear));
  await press(button(sosCard(screen, '15'), TEXTS.yes));
  await expect(sosCard(screen, '15')).toHaveCount(0);

  // Reset the laps.
  await press(button(screen, TEXTS.race.resetLaps));
  await press(button(dialog(screen), TEXTS.laps.reset));
  await expect(notice(screen, TEXTS.laps.done)).toBeVisible();

  // Leave.
  await press(button(screen, TEXTS.back));
  await expect(screen.getByRole('heading', { name: TEXTS.liveNow.title })).toBeVisible();
});

test('beside a message that is being written flags go out by keys, and its text is kept', async ({
  course,
  screenOf,
}) => {
  const screen = await screenOf('director');
  const { keyboard } = screen;
  const armed = screen.getByText(TEXTS.flags.armedHint, { exact: true });
  const field = dialog(screen).getByLabel(TEXTS.flags.messageText, { exact: true });
  const message = flagButton(screen, TEXTS.flags.names[FLAGS.message]);
  await message.click();
  await expect(field).toBeFocused();
  await keyboard.type('oil at the pit exit');
  await expect(armed).toBeHidden();

  // From a button of the form: the flag is sent, the button is not pressed.
  const before = (await course.flags()).length;
  await button(dialog(screen), TEXTS.cancel).focus();
  await keyboard.press('y');
  await expect(armed).toBeVisible();
  await keyboard.press('Enter');
  await expect.poll(async () => (await course.flags()).length).toBe(before + 1);
  await expect(field).toHaveValue('oil at the pit exit');

  // An SOS is in reach of its key.
  course.car('16').say('sos');
  await expect(sosCard(screen, '16')).toBeVisible();
  await button(dialog(screen), TEXTS.cancel).focus();
  await keyboard.press('x');
  await expect(button(sosCard(screen, '16'), TEXTS.sos.show)).toBeFocused();

  // Escape in the form closes it and keeps what was written.
  await field.focus();
  await keyboard.press('Escape');
  await expect(dialog(screen)).toHaveCount(0);
  await message.click();
  await expect(field).toHaveValue('oil at the pit exit');
});

test('a number finds its car, and after a driver’s flag addresses it: black to 17 by four keys', async ({
  course,
  screenOf,
}) => {
  const screen = await screenOf('director');
  const { keyboard } = screen;
  const armed = screen.getByText(TEXTS.flags.armedHint, { exact: true });
  const before = (await course.flags()).length;

  // Digits alone show: 17 at once, 1 after a moment, as 17 begins with it.
  await pressAll(screen, '1', '7');
  await expect(panel(screen, TEXTS.car.title('17'))).toBeVisible();
  // Both words are shown for a moment: looked for before their keys.
  await Promise.all([expect(screen.getByText(TEXTS.keys.finding('1'))).toBeVisible(), keyboard.press('1')]);
  await expect(panel(screen, TEXTS.car.title('1'))).toBeVisible();
  await Promise.all([
    expect(screen.getByText(TEXTS.keys.noCar('29'))).toBeVisible(),
    pressAll(screen, '2', '9'),
  ]);
  await expect(receivers(screen)).toHaveText(TEXTS.flags.allCars);

  // A number after a track flag disarms it: Enter sends nothing.
  await keyboard.press('y');
  await expect(armed).toBeVisible();
  await keyboard.press('2');
  await expect(armed).toBeHidden();
  await keyboard.press('Enter');
  await expect(panel(screen, TEXTS.car.title('2'))).toBeVisible();

  // The receivers that were chosen stay.
  await carTick(screen, '3').click();
  await keyboard.press('p');
  await expect(receivers(screen)).toHaveText(TEXTS.flags.someCars('3', 0));
  await keyboard.press('9');
  await keyboard.press('9');
  await expect(receivers(screen)).toHaveText(TEXTS.keys.noCar('99'));
  await keyboard.press('Enter');
  await expect(notice(screen, TEXTS.keys.noCar('99'))).toBeVisible();
  await keyboard.press('Escape');
  expect(await course.flags()).toHaveLength(before);

  await pressAll(screen, 'b', '1', '7');
  await expect(receivers(screen)).toHaveText(TEXTS.flags.someCars('17', 0));
  const flag = flagButton(screen, new RegExp(`^${TEXTS.flags.names[FLAGS.black]}`));
  // Together, as it is armed for a moment.
  await Promise.all([
    expect(flag).toContainText(TEXTS.flags.names[FLAGS.black]),
    expect(flag).toContainText(/[1-5] s/),
  ]);
  await keyboard.press('Enter');
  await expect(feed(screen).getByText(/^Black to Car 17, \d of 1/)).toBeVisible();
  await expect(receivers(screen)).toHaveText(TEXTS.flags.someCars('3', 0));
  expect((await course.flags()).slice(0, -before || undefined)).toMatchObject([
    { StateId: FLAGS.black, InvitationsSelected: [course.car('17').invitationId] },
  ]);
});

/** Opens a window of its own with a link; returns its address. */
const opened = async (page: Page, press: () => Promise<void>): Promise<URL> => {
  const [tab] = await Promise.all([page.waitForEvent('popup'), press()]);
  await tab.waitForURL(/history/);
  const address = new URL(tab.url());
  await tab.close();
  return address;
};

test('the lines of the feed are one stop for Tab, and each opens its instant beside the race', async ({
  course,
  windowOf,
}) => {
  const page = await openMap(await windowOf('director'), course);
  const { keyboard } = page;
  const links = feed(page).getByRole('link');
  await button(feed(page), TEXTS.feed.filters.laps).click();
  await expect.poll(() => links.count()).toBeGreaterThan(3);

  await keyboard.press('Tab');
  const focused = feed(page).locator('a:focus');
  await expect(focused).toHaveAttribute('title', TEXTS.showInHistoryTab);
  const first = await focused.getAttribute('href');
  await keyboard.press('ArrowDown');
  await expect(focused).not.toHaveAttribute('href', first ?? '');
  const second = await focused.getAttribute('href');
  const { pathname, searchParams } = await opened(page, () => keyboard.press('Enter'));
  expect(pathname).toBe(`/history/${course.eventId}`);
  expect(second).toContain(`at=${searchParams.get('at')}`);
  await expect(liveMap(page)).toBeVisible();

  await focused.waitFor();
  await keyboard.press('Tab');
  await expect(focused).toHaveCount(0);
});

test('a finger opens the instant of a line of the feed', async ({ course, windowOf }) => {
  const phone = await windowOf('director', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  await page.goto(`${course.url}/map/${course.eventId}`);
  await button(page.locator('.race-foot'), TEXTS.feed.title).tap();
  const link = feed(page).getByRole('link').last();
  await expect(link).toBeVisible();
  // Another is the last one when laps become one line.
  await expect
    .poll(async () => {
      const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
      return Math.min(width, height);
    })
    .toBeGreaterThanOrEqual(44);
  const { pathname } = await opened(page, () => link.tap());
  expect(pathname).toBe(`/history/${course.eventId}`);
});

test('the first stop of the Tab key leads to the map, which takes keys', async ({ course, windowOf }) => {
  const page = await openMap(await windowOf('viewer'), course);
  await page.keyboard.press('Tab');
  const link = page.getByRole('link', { name: TEXTS.skipToMap, exact: true });
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(liveMap(page).locator('canvas:focus')).toHaveCount(1);
  expect(new URL(page.url()).hash).toBe('');
});
