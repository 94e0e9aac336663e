import { FLAGS, type FlagCode } from '@flagpost/contracts';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expect, openMap, test, type Course } from './shared-race.js';
import { button, feed, flagButton, unsentFlags } from './screen.js';

const sent = async (course: Course, code: FlagCode): Promise<number> =>
  (await course.flags()).filter(({ StateId, ClearedAt }) => StateId === code && ClearedAt === null).length;
const line = (page: Page, text: string) => unsentFlags(page).getByRole('listitem').filter({ hasText: text });
type Handle = (route: Route) => Promise<void>;
/** Returns a function that sets how the next call that sends a flag is handled. */
const meddle = async (window: BrowserContext): Promise<(handle: Handle) => void> => {
  let next: Handle | null = null;
  await window.route(
    (url) => url.pathname === '/api/flagRecords',
    async (route) => {
      const handle = next ?? ((untouched: Route) => untouched.continue());
      next = null;
      await handle(route);
    },
  );
  return (handle) => {
    next = handle;
  };
};

test('a flag is never called unsent that was sent: its answer is held back 10 s, or cut', async ({
  course,
  windowOf,
}) => {
  const window = await windowOf('director');
  const onNextFlag = await meddle(window);
  const page = await openMap(window, course);
  const unsent = unsentFlags(page).getByRole('alert').filter({ hasText: TEXTS.flags.notSent });
  /** Returns a function that expects one line more of this flag: the feed shows those of former tests too. */
  const countFlag = async (code: FlagCode): Promise<() => Promise<void>> => {
    const lines = feed(page).getByText(new RegExp(`^${TEXTS.flags.names[code]} to All cars, \\d+ of`));
    const before = await lines.count();
    return () => expect(lines).toHaveCount(before + 1);
  };
  /** Returns a function that lets the held call go on. */
  const holdNext = (handle: (route: Route, released: Promise<void>) => Promise<void>): (() => void) => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    onNextFlag((route) => handle(route, released));
    return () => release();
  };

  // Neither the answer nor a socket message comes for 10 s: the request itself is held.
  let release = holdNext(async (route, released) => {
    await released;
    await route.continue();
  });
  const expectYellow = await countFlag(FLAGS.yellow);
  await flagButton(page, TEXTS.flags.names[FLAGS.yellow]).click();
  await expect(line(page, TEXTS.flags.unanswered)).toContainText(
    /No answer yet for 0:[1-5]\d: Yellow to All cars/,
  );
  release();
  await expectYellow();
  await expect(line(page, TEXTS.flags.unanswered)).toHaveCount(0);
  expect(await sent(course, FLAGS.yellow)).toBe(1);

  // Only the answer is held: the socket reports the flag as sent.
  release = holdNext(async (route, released) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  const expectGreen = await countFlag(FLAGS.green);
  await flagButton(page, TEXTS.flags.names[FLAGS.green]).click();
  await expectGreen();
  await expect(feed(page).getByText(TEXTS.flags.sending)).toHaveCount(0);
  release();

  // The answer is cut.
  onNextFlag(async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  const expectSurface = await countFlag(FLAGS.surface);
  await flagButton(page, TEXTS.flags.names[FLAGS.surface]).click();
  await expectSurface();
  await expect(line(page, TEXTS.flags.unanswered)).toHaveCount(0);
  expect(await sent(course, FLAGS.surface)).toBe(1);
  await expect(unsent).toHaveCount(0);

  // The request is cut: the flag is not sent, and is sent once when the user retries.
  onNextFlag((route) => route.abort('connectionreset'));
  await flagButton(page, TEXTS.flags.names[FLAGS.white]).click();
  await expect(unsent).toContainText(TEXTS.noAnswer);
  expect(await sent(course, FLAGS.white)).toBe(0);
  await button(unsent, TEXTS.retry).click();
  await expect.poll(() => sent(course, FLAGS.white)).toBe(1);
  await expect(unsent).toHaveCount(0);
});
