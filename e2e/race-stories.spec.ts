import { FLAGS, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { counted, type Hand } from './hand.js';
import { comparePresses, type Part } from './presses.js';
import { CARS, CATEGORIES, expect, openMap, test, type Course } from './shared-race.js';
import {
  bar,
  button,
  carRow,
  carTick,
  dialog,
  feed,
  flagButton,
  panel,
  sosCard,
  unfold,
  unsentFlags,
} from './screen.js';
import { PHONE } from './screens/places.js';

/** What a director does in the moments that count, with its presses counted: docs/race-control.md. */

const PAGE = new URL('../docs/race-control.md', import.meta.url);
const WAYS = ['mouse', 'keyboard', 'phone'] as const;
type Way = (typeof WAYS)[number];
const words = TEXTS.sos;
const { names } = TEXTS.flags;

const parts: Part[] = [];

/** Presses and seconds of a story; null presses more than allowed. */
const tell = async (
  screen: Page,
  name: string,
  way: Way,
  most: number | null,
  does: (hand: Hand) => Promise<void>,
): Promise<void> => {
  const hand = counted(screen, { presses: 0 }, way === 'phone' ? 'finger' : 'mouse');
  const beganAt = Date.now();
  await does(hand);
  const seconds = (Date.now() - beganAt) / 1_000;
  parts.push({ name: `${name}, ${way}`, presses: hand.presses(), seconds, most });
};

const openSheet = (hand: Hand, screen: Page, name: string): Promise<void> =>
  hand.press(name, screen.locator('.race-foot'));
/** Flags that were sent since there were so many, the newest first. */
const sentSince = async (course: Course, before: number) =>
  (await course.flags()).slice(0, -before || undefined);
const recorded = (course: Course, before: number, StateId: FlagCode): Promise<void> =>
  expect.poll(async () => (await sentSince(course, before))[0]).toMatchObject({ StateId, ClearedAt: null });

interface Places {
  /** The live map as it is used this way, in a window that is prepared before. */
  at: (
    way: Way,
    account?: 'director' | 'deputy',
    prepare?: (window: BrowserContext) => Promise<unknown>,
  ) => Promise<Page>;
}

const story = test.extend<Places>({
  at: async ({ course, windowOf }, use) => {
    await use(async (way, account = 'director', prepare) => {
      const window = await windowOf(account, { hasTouch: way === 'phone' });
      await prepare?.(window);
      const screen = await openMap(window, course);
      if (way === 'phone') await screen.setViewportSize(PHONE);
      return screen;
    });
  },
});

for (const way of WAYS) {
  story(`red to all, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    const before = (await course.flags()).length;
    // Whoever is chosen.
    if (way !== 'phone') await carTick(screen, '3').click();
    await tell(screen, 'Red to all', way, way === 'phone' ? 3 : 2, async (hand) => {
      if (way === 'phone') await openSheet(hand, screen, TEXTS.flags.title);
      if (way === 'keyboard') {
        await hand.key('r');
        await expect(button(dialog(screen), TEXTS.flags.yesAll)).toBeFocused();
        await hand.key('Enter');
      } else {
        await hand.click(flagButton(screen, names[FLAGS.red]));
        await hand.click(dialog(screen).locator(':focus'));
      }
      await recorded(course, before, FLAGS.red);
    });
    expect(await sentSince(course, before)).toMatchObject([{ InvitationsSelected: [] }]);
  });

  story(`red is lifted by green, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    await course.director.call('POST', '/flagRecords', { EventId: course.eventId, StateId: FLAGS.red });
    await expect(bar(screen).getByText(names[FLAGS.red], { exact: true })).toBeVisible();
    const before = (await course.flags()).length;
    await tell(screen, 'Lift red by green', way, way === 'keyboard' ? 4 : 3, async (hand) => {
      if (way === 'phone') await openSheet(hand, screen, TEXTS.flags.title);
      if (way === 'keyboard') for (const key of ['g', 'Enter']) await hand.key(key);
      else await hand.click(flagButton(screen, names[FLAGS.green]));
      await expect(dialog(screen)).toContainText(TEXTS.flags.redInForce);
      expect(await course.flags()).toHaveLength(before);
      if (way === 'keyboard') for (const key of ['Tab', 'Enter']) await hand.key(key);
      else await hand.press(TEXTS.flags.liftRed, dialog(screen));
      await recorded(course, before, FLAGS.green);
    });
  });

  story(`black to 17, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    const before = (await course.flags()).length;
    await tell(screen, 'Black to 17', way, 4, async (hand) => {
      if (way === 'keyboard') for (const key of ['b', '1', '7', 'Enter']) await hand.key(key);
      if (way === 'mouse') {
        await hand.click(carTick(screen, '17'));
        await hand.click(flagButton(screen, names[FLAGS.black]));
      }
      if (way === 'phone') {
        await openSheet(hand, screen, TEXTS.flags.title);
        await hand.click(flagButton(screen, names[FLAGS.black]));
        await hand.press('17', dialog(screen));
        await hand.press(TEXTS.flags.send, dialog(screen));
      }
      await recorded(course, before, FLAGS.black);
    });
    expect(await sentSince(course, before)).toMatchObject([
      { InvitationsSelected: [course.car('17').invitationId] },
    ]);
  });

  story(`an SOS is answered, and yellow sent for its sector, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    const car = course.car('7');
    car.stands = true;
    car.say('sos');
    const card = sosCard(screen, '7');
    await expect(button(card, words.acknowledge)).toBeVisible();
    await expect.poll(() => card.textContent()).toMatch(/Sector \d/);
    const sector = TEXTS.flags.sector(Number(/Sector (\d)/.exec((await card.textContent()) ?? '')?.[1]));
    const before = (await course.flags()).length;
    const step = card.getByRole('group', { name: words.yellowHere });
    await tell(screen, 'Answer an SOS and send yellow', way, way === 'keyboard' ? 7 : 4, async (hand) => {
      if (way === 'keyboard') {
        for (const key of ['x', 'Tab', 'Enter']) await hand.key(key);
        await expect(button(step, words.sendYellow)).toBeFocused();
      } else {
        await hand.press(words.acknowledge, card);
        await hand.press(words.yellowHere, card);
      }
      // Named before it is sent.
      await expect(step).toContainText(sector);
      expect(await course.flags()).toHaveLength(before);
      if (way === 'keyboard') for (const key of ['Enter', 'x', 'Shift+Tab', 'Enter']) await hand.key(key);
      else await hand.press(words.sendYellow, step);
      await recorded(course, before, FLAGS.yellow);
      await expect(button(card, words.acknowledge)).toHaveCount(0);
    });
    const sent = await sentSince(course, before);
    for (const flag of sent) expect(flag).toMatchObject({ StateId: FLAGS.yellow, InvitationsSelected: [] });
    expect(sent.map(({ Message }) => Message)).toContain(sector);
  });

  story(`an SOS whose category the filter hides, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    const car = course.car('7');
    if (way === 'phone') await button(screen.locator('.race-foot'), TEXTS.panels.cars).click();
    await unfold(screen, TEXTS.panels.categories);
    await panel(screen, TEXTS.panels.categories).getByRole('checkbox', { name: car.category }).click();
    await expect(carRow(screen, '7')).toHaveCount(0);

    car.say('sos');
    await expect(sosCard(screen, '7')).toContainText(words.car('7'));
    if (way !== 'phone') await expect(carRow(screen, '7')).toBeVisible();
    await expect(bar(screen).getByRole('button', { name: TEXTS.race.counts.sos })).toContainText('1');
    await tell(
      screen,
      'Answer an SOS that the filter hides',
      way,
      way === 'keyboard' ? 3 : 1,
      async (hand) => {
        if (way === 'keyboard') for (const key of ['x', 'Shift+Tab', 'Enter']) await hand.key(key);
        else await hand.press(words.acknowledge, sosCard(screen, '7'));
        await expect
          .poll(async () => (await course.alerts())[0])
          .toMatchObject({ CarNumber: '7', AcknowledgedBy: expect.anything() });
      },
    );
  });
}

const loseNextFlag = (window: BrowserContext): Promise<unknown> =>
  window.route(
    (url) => url.pathname === '/api/flagRecords',
    (route) => route.abort('connectionreset'),
    { times: 1 },
  );

for (const way of WAYS) {
  const sheets = way === 'phone' ? 1 : 0;

  story(`a message to a category, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    const before = (await course.flags()).length;
    const chip = TEXTS.flags.categoryChip(CATEGORIES[1], CARS / CATEGORIES.length);
    await tell(screen, 'A message to a category', way, way === 'keyboard' ? 9 : 4 + sheets, async (hand) => {
      if (way === 'keyboard') {
        for (const key of ['m', 'Enter']) await hand.key(key);
        await expect(dialog(screen).getByRole('textbox').first()).toBeFocused();
        for (const key of ['Tab', 'Enter']) await hand.key(key);
        await expect(button(dialog(screen), TEXTS.flags.allCars)).toBeFocused();
        for (const key of ['Tab', 'Tab', 'Tab']) await hand.key(key);
        await expect(button(dialog(screen), chip)).toBeFocused();
        for (const key of ['Enter', 'Control+Enter']) await hand.key(key);
      } else {
        if (way === 'phone') await openSheet(hand, screen, TEXTS.flags.title);
        await hand.click(flagButton(screen, names[FLAGS.message]));
        await hand.click(
          dialog(screen).getByRole('list', { name: TEXTS.flags.templatesTitle }).getByRole('button').first(),
        );
        await hand.press(chip, dialog(screen));
        await hand.press(TEXTS.flags.send, dialog(screen));
      }
      await recorded(course, before, FLAGS.message);
    });
    const [message] = await sentSince(course, before);
    expect(message?.Message).toBe(TEXTS.flags.templates[0]);
    expect(message?.InvitationsSelected).toHaveLength(CARS / CATEGORIES.length);
  });

  story(`a flag is withdrawn, ${way}`, async ({ course, at }) => {
    const screen = await at(way);
    await course.director.call('POST', '/flagRecords', { EventId: course.eventId, StateId: FLAGS.white });
    await expect(bar(screen).getByText(names[FLAGS.white], { exact: true })).toBeVisible();
    const withdraw = (on: Page | Locator): Locator =>
      on.getByRole('button', { name: TEXTS.flags.withdrawOf(names[FLAGS.white]), exact: true });
    await tell(screen, 'Withdraw a flag from all', way, way === 'keyboard' ? 3 : 2 + sheets, async (hand) => {
      if (way === 'phone') await openSheet(hand, screen, TEXTS.feed.title);
      if (way === 'keyboard') {
        for (const key of ['z', 'Enter']) await hand.key(key);
        await expect(withdraw(feed(screen).getByRole('group'))).toBeFocused();
        await hand.key('Enter');
      } else {
        await hand.click(withdraw(feed(screen)).first());
        await hand.click(withdraw(feed(screen).getByRole('group')));
      }
      await expect.poll(async () => (await course.flags())[0]?.Withdrawals.length).toBe(1);
    });
    await expect(bar(screen).getByText(TEXTS.race.noFlag)).toBeVisible();
  });

  story(`the link is lost while a flag is sent, ${way}`, async ({ course, at }) => {
    const screen = await at(way, 'director', loseNextFlag);
    const before = (await course.flags()).length;
    const most = way === 'keyboard' ? 4 : 2 + sheets;
    await tell(screen, 'Send yellow again after a lost link', way, most, async (hand) => {
      if (way === 'phone') await openSheet(hand, screen, TEXTS.flags.title);
      if (way === 'keyboard') for (const key of ['y', 'Enter']) await hand.key(key);
      else await hand.click(flagButton(screen, names[FLAGS.yellow]));
      await expect(unsentFlags(screen)).toContainText(TEXTS.flags.notSent);
      expect(await course.flags()).toHaveLength(before);
      if (way === 'keyboard') for (const key of ['x', 'Enter']) await hand.key(key);
      else await hand.press(TEXTS.retry, unsentFlags(screen));
      await recorded(course, before, FLAGS.yellow);
    });
    expect(await sentSince(course, before)).toHaveLength(1);
  });
}

story('two directors send red at once', async ({ course, at }) => {
  const mine = await at('keyboard');
  const theirs = await at('phone', 'deputy');
  const before = (await course.flags()).length;
  await Promise.all([
    tell(mine, 'Two directors send red at once: one', 'keyboard', 2, async (hand) => {
      await hand.key('r');
      await hand.key('Enter');
      await recorded(course, before, FLAGS.red);
    }),
    tell(theirs, 'Two directors send red at once: the other', 'phone', 3, async (hand) => {
      await openSheet(hand, theirs, TEXTS.flags.title);
      await hand.click(flagButton(theirs, names[FLAGS.red]));
      await hand.press(TEXTS.yes, dialog(theirs));
      await recorded(course, before, FLAGS.red);
    }),
  ]);
  // Both have ordered it, and the log says so.
  await expect.poll(() => sentSince(course, before)).toHaveLength(2);
  for (const { StateId, InvitationsSelected } of await sentSince(course, before))
    expect([StateId, InvitationsSelected]).toEqual([FLAGS.red, []]);
  for (const screen of [mine, theirs])
    await expect(bar(screen).getByText(names[FLAGS.red], { exact: true })).toBeVisible();
});

test('the page tells these presses', () => {
  comparePresses(
    PAGE,
    [...parts].sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name)),
  );
});
