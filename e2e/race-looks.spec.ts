/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { WHOLE_BROWSER } from './chromium.js';
import { expect, openMap, test } from './shared-race.js';
import { alerts, bar, button, dialog, flagButton, notice, openSos, sosCard } from './screen.js';
import { faults, shifts, watchShifts } from './screens/faults.js';
import { isTouched, PHONE, SIZES, TABLET } from './screens/places.js';
import { WHOLE_PIXELS } from './pixels.js';

test.use({ ...WHOLE_PIXELS, ...WHOLE_BROWSER });

// Files that need another browser run last: this one then has all the workers.
test.describe.configure({ mode: 'parallel' });

/** More than the list of cards shows at once. */
const HELP = ['5', '7', '9', '11'];

/** The bar 92 px, the foot 64, the map all between them, or half of it with the flags open. */
const isLaidOutForAPhone = async (page: Page): Promise<void> => {
  const heightOf = async (name: string): Promise<number> =>
    (await page.locator(name).boundingBox())?.height ?? 0;
  expect(await heightOf('.race-bar')).toBe(56 + 36);
  expect(await heightOf('.race-ground')).toBe(688);
  await button(page.locator('.race-foot'), TEXTS.flags.title).click();
  await expect.poll(() => heightOf('.race-ground')).toBe(344);
  await button(page.locator('.race-foot'), TEXTS.flags.title).click();
};

for (const size of [...SIZES, TABLET]) {
  test(`no flag is covered, no text cut and nothing moves by itself at ${size.width} x ${size.height}`, async ({
    course,
    windowOf,
  }) => {
    course.car('3').confirms = false;
    const page = await openMap(await windowOf('director', { hasTouch: isTouched(size) }), course);
    await page.setViewportSize(size);
    await expect.poll(() => faults(page)).toEqual([]);
    if (size === PHONE) await isLaidOutForAPhone(page);

    // The zoom of a browser at 200 % leaves half of the window.
    if (SIZES.includes(size)) {
      await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
      await expect.poll(() => faults(page)).toEqual([]);
      await page.setViewportSize(size);
      await expect.poll(() => faults(page)).toEqual([]);
    }

    await watchShifts(page);
    for (const carNumber of HELP) course.car(carNumber).say('sos');
    for (const carNumber of HELP) await sosCard(page, carNumber).waitFor();
    await expect(notice(page, TEXTS.sos.title)).toBeVisible();
    await expect.poll(() => faults(page)).toEqual([]);
    await expect(notice(page, TEXTS.sos.title)).toBeHidden();

    await course.director.call('POST', '/flagRecords', { EventId: course.eventId, StateId: FLAGS.red });
    await expect(bar(page).getByText(TEXTS.flags.names[FLAGS.red], { exact: true })).toBeVisible();
    for (const carNumber of HELP) await button(sosCard(page, carNumber), TEXTS.sos.acknowledge).click();
    if (size === PHONE) expect((await alerts(page).boundingBox())?.height).toBeLessThanOrEqual(112);
    await expect.poll(() => faults(page)).toEqual([]);
    for (const carNumber of HELP) {
      await openSos(page, carNumber);
      await button(sosCard(page, carNumber), TEXTS.sos.clear).click();
      await button(sosCard(page, carNumber), TEXTS.yes).click();
      await expect(sosCard(page, carNumber)).toHaveCount(0);
    }
    expect(await shifts(page)).toEqual([]);
  });
}

/** Forms that open from the flags. */
const FORMS: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['select sector', (page) => button(page, TEXTS.flags.wholeTrack).click()],
  ['receivers', (page) => button(page.locator('.receivers'), TEXTS.flags.choose).click()],
  ['message', (page) => flagButton(page, TEXTS.flags.names[FLAGS.message]).click()],
  ['select car', (page) => flagButton(page, TEXTS.flags.names[FLAGS.penalty]).click()],
];
/** Questions above the flags. */
const QUESTIONS: typeof FORMS = [
  ['red', (page) => flagButton(page, TEXTS.flags.names[FLAGS.red]).click()],
  ['safety car', (page) => flagButton(page, TEXTS.flags.names[FLAGS.safetyCar]).click()],
];

for (const size of [PHONE, TABLET]) {
  test(`forms are in sight beside an SOS at ${size.width} x ${size.height}, and large enough for a finger`, async ({
    course,
    windowOf,
  }) => {
    const page = await openMap(await windowOf('director', { hasTouch: true }), course);
    await page.setViewportSize(size);
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    for (const carNumber of HELP) course.car(carNumber).say('sos');
    for (const carNumber of HELP) await sosCard(page, carNumber).waitFor();
    if (size === PHONE) await button(page.locator('.race-foot'), TEXTS.flags.title).click();
    for (const [name, open] of [...FORMS, ...QUESTIONS]) {
      await open(page);
      const isQuestion = QUESTIONS.some(([of]) => of === name);
      await expect(page.locator('.receivers-slot').getByRole('dialog'), name).toHaveCount(isQuestion ? 1 : 0);
      await expect(page.locator('.p-dialog-mask, .shell-mask'), name).toHaveCount(0);
      await expect(dialog(page), name).toBeInViewport({ ratio: 0.99 });
      expect([name, ...(await faults(page))]).toEqual([name]);
      if (isQuestion) await page.keyboard.press('Escape');
      else await button(dialog(page), TEXTS.close).first().click();
      await expect(dialog(page)).toHaveCount(0);
    }
  });
}

test('on a phone the alerts take nothing, 64 or at most 112 px from the map', async ({
  course,
  windowOf,
}) => {
  const page = await openMap(await windowOf('director', { hasTouch: true }), course);
  await page.setViewportSize(PHONE);
  const heightOf = async (name: string): Promise<number> =>
    (await page.locator(name).boundingBox())?.height ?? 0;
  const heights = async (): Promise<number[]> => [
    await heightOf('.race-alerts'),
    await heightOf('.race-ground'),
  ];
  await expect.poll(heights).toEqual([0, 688]);
  course.car('7').say('sos');
  await sosCard(page, '7').waitFor();
  await expect.poll(heights).toEqual([112, 688 - 112]);
  await expect(notice(page, TEXTS.sos.title)).toBeHidden();
  await expect(button(sosCard(page, '7'), TEXTS.sos.acknowledge)).toBeInViewport({ ratio: 1 });
  await button(sosCard(page, '7'), TEXTS.sos.acknowledge).click();
  await expect.poll(heights).toEqual([64, 688 - 64]);
  for (const carNumber of HELP) course.car(carNumber).say('sos');
  for (const carNumber of HELP) await sosCard(page, carNumber).waitFor();
  await expect.poll(heights).toEqual([112, 688 - 112]);
  await course.director.call('DELETE', `/flagRecords/event/${course.eventId}`);
  await expect.poll(heights).toEqual([0, 688]);
});

test('at 320 px all counts are in sight, and nothing is cut', async ({ course, windowOf }) => {
  const page = await openMap(await windowOf('director', { hasTouch: true }), course);
  await page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(() => faults(page)).toEqual([]);
  for (const count of await page.locator('.race-count').all())
    await expect(count).toBeInViewport({ ratio: 1 });

  // However long the words beside it are, the number of the car is whole.
  course.car('9').say('sos');
  await sosCard(page, '9').waitFor();
  course.car('9').say('sosCleared');
  await expect(sosCard(page, '9').locator('.sos-short')).toHaveText(TEXTS.sos.clearedByCar);
  await expect(notice(page, TEXTS.sos.title)).toBeHidden();
  expect(await faults(page)).toEqual([]);
});

test('a notice leaves without cutting its words', async ({ course, windowOf }) => {
  const context = await windowOf('director', { reducedMotion: 'no-preference' });
  const page = await openMap(context, course);
  await page.setViewportSize(PHONE);
  await page.evaluate(() => {
    const cut = new Set<string>();
    Object.assign(window, { cut });
    const look = (): void => {
      for (const text of document.querySelectorAll('.race-alerts .p-toast-message')) {
        const { height } = text.getBoundingClientRect();
        const { scrollHeight } = text;
        if (height > 0 && scrollHeight > height + 2) cut.add(`${scrollHeight} px in ${Math.round(height)}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  course.car('7').say('sos');
  await expect(notice(page, TEXTS.sos.title)).toBeVisible();
  await expect(notice(page, TEXTS.sos.title)).toHaveCount(0);
  expect(await page.evaluate(() => [...(window as unknown as { cut: Set<string> }).cut])).toEqual([]);
});
