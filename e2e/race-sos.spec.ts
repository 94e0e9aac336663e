import type { Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { startPlainBrowser, type PlainBrowser } from './plain-browser.js';
import { counted } from './hand.js';
import { EMAILS, expect, openMap, test, type Course } from './shared-race.js';
import { alerts, bar, button, CALM_TITLE, carRow, notice, panel, sosCard } from './screen.js';
import { startSession } from './session.js';
import { isSounding, meterSound, soundedLately } from './sound.js';

const words = TEXTS.sos;
const DIRECTOR = 'Dora Lindqvist';

test('an SOS sounds on the screens of two directors until one of them acknowledges it', async ({
  course,
  screenOf,
}) => {
  const mine = await screenOf('director');
  const theirs = await screenOf('deputy');
  const screens = [mine, theirs];
  for (const screen of screens) {
    // Browsers let no page sound that nobody has pressed.
    await screen.keyboard.press('Shift');
    await expect.poll(() => isSounding(screen)).toBe(false);
  }

  // On both at once: it stands there for ten seconds.
  const told = screens.map((screen) => expect(notice(screen, words.title)).toContainText(words.car('7')));
  course.car('7').say('sos');
  await Promise.all(told);
  for (const screen of screens) {
    await expect(sosCard(screen, '7')).toBeVisible();
    await expect(screen).toHaveTitle(words.pageTitle(1));
    await expect.poll(() => isSounding(screen)).toBe(true);
  }
  // Pressed again in the car: one SOS, one card.
  course.car('7').say('sos');

  await button(sosCard(mine, '7'), words.acknowledge).click();
  for (const screen of screens) {
    await expect(sosCard(screen, '7')).toContainText(words.acknowledgedBy(DIRECTOR));
    await expect(button(sosCard(screen, '7'), words.acknowledge)).toHaveCount(0);
    await expect.poll(() => isSounding(screen)).toBe(false);
  }
  // A notice under the mouse stays to be read, and the card, now lower, let it rise to there.
  await mine.mouse.move(0, 0);
  // The notice goes after its ten seconds, the card stays, and pressing again adds no second one.
  for (const screen of screens) {
    await expect(notice(screen, words.title)).toBeHidden();
    await expect(sosCard(screen, '7')).toHaveCount(1);
    await expect(screen).toHaveTitle(words.pageTitle(1));
    expect(await isSounding(screen)).toBe(false);
  }
  expect((await course.alerts()).filter(({ ClearedAt }) => ClearedAt === null)).toMatchObject([
    { CarNumber: '7', AcknowledgedBy: { Name: DIRECTOR } },
  ]);

  await button(sosCard(theirs, '7'), words.clear).click();
  await expect(sosCard(theirs, '7')).toContainText(words.clearQuestion('7'));
  await button(sosCard(theirs, '7'), TEXTS.yes).click();
  for (const screen of screens) {
    await expect(sosCard(screen, '7')).toHaveCount(0);
    await expect(screen).toHaveTitle(CALM_TITLE);
    await expect(bar(screen).getByRole('button', { name: TEXTS.race.counts.sos })).toContainText('0');
  }
});

test('an SOS that the car has cleared stays until a person acknowledges it', async ({ course, screenOf }) => {
  const screen = await screenOf('director');
  await screen.keyboard.press('Shift');
  course.car('7').say('sos');
  await expect(sosCard(screen, '7')).toBeVisible();
  course.car('7').say('sosCleared');
  await expect(sosCard(screen, '7')).toContainText(words.clearedByCar);
  const sosCount = bar(screen).getByRole('button', { name: TEXTS.race.counts.sos });
  await expect(sosCount).toContainText('1');
  await expect(button(sosCard(screen, '7'), words.clear)).toHaveCount(0);
  await expect.poll(() => isSounding(screen)).toBe(true);

  // Whoever opens the race later finds it too.
  const later = await screenOf('deputy');
  await expect(sosCard(later, '7')).toContainText(words.clearedByCar);
  // With the speed before it, which only a screen that was open can have seen.
  const speeds = words.speedBefore(TEXTS.car.kph(0)).replace('0', '[1-9]\\d*');
  for (const each of [screen, later]) await expect(sosCard(each, '7')).toContainText(new RegExp(speeds));

  await button(sosCard(screen, '7'), words.acknowledge).click();
  for (const each of [screen, later]) await expect(sosCard(each, '7')).toHaveCount(0);
  await expect.poll(() => isSounding(screen)).toBe(false);
  await expect(screen.getByText(TEXTS.feed.sosAcknowledged('7', DIRECTOR)).first()).toBeVisible();
});

test('of two SOS the older is the card; a press on the other one shows it', async ({ course, screenOf }) => {
  const screen = await screenOf('director');
  /** Alerts whose phone was asked for. */
  const asked: string[] = [];
  screen.on('request', (request) => {
    const alertId = /\/alerts\/(\d+)\/phone$/.exec(request.url())?.[1];
    if (alertId !== undefined) asked.push(alertId);
  });
  course.car('7').say('sos');
  await expect(button(sosCard(screen, '7'), words.show)).toBeVisible();
  course.car('12').say('sos');
  await expect(sosCard(screen, '12')).toBeVisible();
  await expect(button(sosCard(screen, '12'), words.acknowledge)).toBeVisible();
  await expect(button(sosCard(screen, '12'), words.show)).toHaveCount(0);
  const heightOf = async (carNumber: string): Promise<number | undefined> =>
    (await sosCard(screen, carNumber).boundingBox())?.height;
  expect([await heightOf('7'), await heightOf('12')]).toEqual([208, 56]);
  await expect(button(sosCard(screen, '7'), words.show)).toBeVisible();

  // By a call when its card opens, once.
  const idOf = async (carNumber: string): Promise<string> =>
    String((await course.alerts()).find(({ CarNumber }) => CarNumber === carNumber)?.AlertId);
  expect(asked).toEqual([await idOf('7')]);

  const scale = screen.locator('.race-map-scale');
  const whole = await scale.textContent();
  await sosCard(screen, '12').locator('.sos-show').click();
  await expect(panel(screen, TEXTS.car.title('12'))).toBeVisible();
  // The map is at the car, which has its ring as it is open.
  await expect(scale).not.toHaveText(whole ?? '');
  await expect(carRow(screen, '12')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).toBe(await idOf('12'));
  await expect(button(sosCard(screen, '12'), words.show)).toBeVisible();

  for (const carNumber of ['7', '12']) await button(sosCard(screen, carNumber), words.acknowledge).click();
  // The pointer has left: the oldest is the card again.
  await screen.mouse.move(0, 0);
  await expect(sosCard(screen, '7')).toContainText(words.acknowledgedBy(DIRECTOR));
});

/** Of the list's first car, under a card of an SOS if that were drawn in full. */
const highRow = async (screen: Page): Promise<{ atX: number; atY: number }> => {
  const row = panel(screen, TEXTS.panels.cars).locator('button.car-row').first();
  const { x, y, height } = (await row.boundingBox())!;
  return { atX: x + 60, atY: y + height / 2 };
};
/** The title of the row that a press there would hit. */
const rowAt = (screen: Page, { atX, atY }: { atX: number; atY: number }) =>
  screen.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('.car-row')?.getAttribute('title'),
    [atX, atY] as const,
  );
const unanswered = async (course: Course): Promise<string[]> =>
  (await course.alerts())
    .filter(({ AcknowledgedAt }) => AcknowledgedAt === null)
    .map(({ CarNumber }) => CarNumber);

test('no card of an SOS comes under a moving mouse, and its head is in sight meanwhile', async ({
  course,
  screenOf,
}) => {
  const screen = await screenOf('director');
  const place = await highRow(screen);
  await screen.mouse.move(place.atX, place.atY);
  const there = await rowAt(screen, place);
  const head = alerts(screen).locator('.sos-head');
  course.car('7').say('sos');
  for (let step = 0; (await head.count()) === 0; step += 1)
    await screen.mouse.move(place.atX + (step % 2), place.atY);
  await expect(head).toContainText(words.open(1, 1));
  await expect(head).toBeInViewport({ ratio: 1 });
  expect(await rowAt(screen, place)).toBe(there);
  await screen.mouse.down();
  await screen.mouse.up();
  expect(await unanswered(course)).toEqual(['7']);

  await screen.mouse.move(0, 0);
  await expect(button(sosCard(screen, '7'), words.acknowledge)).toBeInViewport({ ratio: 1 });
});

test('nor does it under a mouse that has rested on a row, until it leaves or X is pressed', async ({
  course,
  screenOf,
}) => {
  const screen = await screenOf('director');
  const place = await highRow(screen);
  await screen.mouse.move(place.atX, place.atY);
  const there = await rowAt(screen, place);
  expect(there).not.toBeNull();
  // As of somebody who reads: no time makes it a mouse that nobody holds.
  await screen.waitForTimeout(4_000);
  course.car('7').say('sos');
  const head = alerts(screen).locator('.sos-head');
  await expect(head).toContainText(words.open(1, 1));
  await expect(head).toBeInViewport({ ratio: 1 });
  expect(await rowAt(screen, place)).toBe(there);
  await screen.waitForTimeout(4_000);
  expect(await rowAt(screen, place)).toBe(there);
  await screen.mouse.down();
  await screen.mouse.up();
  await expect(panel(screen, /^Car /)).toBeVisible();
  expect(await unanswered(course)).toEqual(['7']);

  await screen.keyboard.press('x');
  await expect(button(sosCard(screen, '7'), words.show)).toBeFocused();
  await expect(button(sosCard(screen, '7'), words.acknowledge)).toBeInViewport({ ratio: 1 });
});

test('a tap on its way presses nothing that has just come, and a key does', async ({ course, windowOf }) => {
  const options = { colorScheme: 'light', hasTouch: true, viewport: { width: 1_023, height: 768 } } as const;
  const context = await windowOf('director', options);
  // What arrives goes on arriving: half a second is not always enough for this test.
  await context.addInitScript(() => {
    const set = window.setTimeout.bind(window) as (run: () => void, ms?: number) => number;
    Object.assign(window, { setTimeout: (run: () => void, ms?: number) => set(run, ms === 500 ? 1e9 : ms) });
  });
  const screen = await openMap(context, course);
  course.car('7').say('sos');
  const answer = button(sosCard(screen, '7'), words.acknowledge);
  await expect(answer).toBeInViewport({ ratio: 1 });
  let answers = 0;
  screen.on('request', (request) => (answers += Number(request.url().endsWith('/acknowledge'))));
  const { x, y, width, height } = (await answer.boundingBox())!;
  await screen.touchscreen.tap(x + width / 2, y + height / 2);
  await screen.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(answers).toBe(0);
  await answer.press('Enter');
  await expect(sosCard(screen, '7')).toContainText(words.acknowledgedBy(DIRECTOR));
});

test('the head of the list comes back into sight once nobody points at it', async ({ course, screenOf }) => {
  const screen = await screenOf('director');
  const title = panel(screen, TEXTS.panels.cars).getByRole('heading', { name: TEXTS.panels.cars });
  const isBelow = async (): Promise<boolean> => {
    const [head, above] = await Promise.all([title.boundingBox(), alerts(screen).boundingBox()]);
    return head !== null && above !== null && Math.abs(head.y - above.y - above.height) < 40;
  };
  await expect.poll(isBelow).toBe(true);

  // Under a pointer nothing moves, and nothing comes over it.
  await title.hover();
  const { y } = (await title.boundingBox())!;
  course.car('7').say('sos');
  await expect(sosCard(screen, '7')).toBeVisible();
  await screen.waitForTimeout(4_000);
  expect((await title.boundingBox())?.y).toBeCloseTo(y, 0);
  // Where nobody points, the card covers it until the column has scrolled back.
  await screen.mouse.move(0, 0);
  await expect.poll(isBelow).toBe(true);

  // And no gap is left where they were, whoever clears it.
  const deputy = await screenOf('deputy');
  await button(sosCard(deputy, '7'), words.acknowledge).click();
  await button(sosCard(deputy, '7'), words.clear).click();
  await button(sosCard(deputy, '7'), TEXTS.yes).click();
  await expect(sosCard(screen, '7')).toHaveCount(0);
  await expect.poll(isBelow).toBe(true);
});

test('X goes to the oldest SOS, Enter shows it, and no single key answers', async ({ course, screenOf }) => {
  const screen = await screenOf('director');
  for (const carNumber of ['7', '12']) {
    course.car(carNumber).say('sos');
    await expect(sosCard(screen, carNumber)).toBeVisible();
  }
  const hand = counted(screen);
  await hand.key('x');
  await expect(button(sosCard(screen, '7'), words.show)).toBeFocused();
  await hand.key('Enter');
  await expect(panel(screen, TEXTS.car.title('7'))).toBeVisible();
  expect(hand.presses()).toBe(2);
  const unanswered = (await course.alerts()).filter(({ AcknowledgedAt }) => AcknowledgedAt === null);
  expect(unanswered).toHaveLength(2);

  // An armed flag does not take the Enter that is meant for the alert.
  const before = (await course.flags()).length;
  await screen.keyboard.press('g');
  await screen.keyboard.press('x');
  await screen.keyboard.press('Enter');
  await expect(button(sosCard(screen, '7'), words.show)).toBeFocused();
  expect(await course.flags()).toHaveLength(before);
});

/** Reads a page without user activation: Playwright's reads count as a press, which would permit sound. */
const unpressed = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  return async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value as unknown;
  };
};

/** The live map in a tab that nobody has pressed anything in. */
const unpressedMap = async ({ tabs }: PlainBrowser, course: Course) => {
  await meterSound(tabs);
  await startSession(tabs, course.url, EMAILS.director);
  const page = await tabs.newPage();
  const read = await unpressed(page);
  await page.goto(`${course.url}/map/${course.eventId}`);
  return { page, read };
};

test('where the browser lets no sound through yet, a band says so and turns it on', async ({ course }) => {
  const browser = await startPlainBrowser();
  try {
    const { page, read } = await unpressedMap(browser, course);
    const text = (): Promise<unknown> => read('document.body.innerText');
    await expect.poll(text).toContain(words.soundOff);

    course.car('8').say('sos');
    await expect.poll(text).toContain(words.acknowledge);
    expect(await text()).toContain(words.soundOff);
    expect(await read('navigator.userActivation.hasBeenActive')).toBe(false);
    expect(await read('window.soundLevel(1)')).toBe(0);

    await page.bringToFront();
    await button(page, words.soundOff).click();
    await expect(button(page, words.soundOff)).toBeHidden();
    await expect.poll(() => isSounding(page)).toBe(true);
    // Silence stops the sound, and nothing else.
    await page.getByRole('button', { name: /^Silence \d+ s/ }).click();
    await expect.poll(() => isSounding(page)).toBe(false);
    await expect(button(sosCard(page, '8'), words.acknowledge)).toBeVisible();
    await expect(page).toHaveTitle(words.pageTitle(1));
  } finally {
    await browser.close();
  }
});

test('the first press of a page, which ends that band, hits what it was aimed at', async ({ course }) => {
  const browser = await startPlainBrowser();
  try {
    const { page, read } = await unpressedMap(browser, course);
    course.car('8').say('sos');
    const isReady = 'document.querySelector(".sos-acknowledge:not([data-arriving])") !== null';
    await expect.poll(() => read(isReady)).toBe(true);
    expect(await read('document.body.innerText')).toContain(words.soundOff);
    await page.bringToFront();
    const place = `(() => {
      const { x, y, width, height } = document.querySelector('.sos-acknowledge').getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    })()`;
    const [x, y] = (await read(place)) as [number, number];
    await page.mouse.move(x, y);
    await page.mouse.down();
    // The sound is on, and the band stays as long as the button is held.
    await expect.poll(() => isSounding(page)).toBe(true);
    expect(await read(place)).toEqual([x, y]);
    await page.mouse.up();
    await expect(sosCard(page, '8')).toContainText(words.acknowledgedBy(DIRECTOR));
    await expect(button(page, words.soundOff)).toBeHidden();
  } finally {
    await browser.close();
  }
});

test('who may not acknowledge hears one tone', async ({ course, screenOf }) => {
  const page = await screenOf('viewer');
  await page.keyboard.press('Shift');
  course.car('9').say('sos');
  await expect.poll(() => soundedLately(page)).toBe(true);
  await expect.poll(() => isSounding(page)).toBe(false);
  await expect(sosCard(page, '9')).toBeVisible();
  await expect(button(sosCard(page, '9'), words.acknowledge)).toHaveCount(0);
});
