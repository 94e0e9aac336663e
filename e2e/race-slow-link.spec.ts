import { openWebSocketProxy } from '@flagpost/race-testing/websocket-proxy';
import { FLAGS } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { CARS, EMAILS, expect, openMap, test } from './shared-race.js';
import { bar, button, count, feed, flagButton, sosCard } from './screen.js';
import { startSession } from './session.js';

const YELLOW = TEXTS.flags.names[FLAGS.yellow];

for (const how of ['refuse', 'kill'] as const)
  test(`behind a proxy that makes WebSockets ${how === 'kill' ? 'end' : 'fail'} the race is polled, until they get through again`, async ({
    course,
    browser,
  }) => {
    const proxy = await openWebSocketProxy(course.url);
    proxy.meddle(how);
    const context = await browser.newContext();
    try {
      await startSession(context, proxy.url, EMAILS.director);
      const page = await openMap(context, { ...course, url: proxy.url });
      await expect(bar(page)).toContainText(TEXTS.race.slow);
      expect(proxy.asked()).toBeGreaterThanOrEqual(2);

      // Everything gets through by polling: positions, a flag and an SOS.
      await expect.poll(() => count(page, 'Running')).toBe(CARS);
      const speeds = (): Promise<string[]> => page.locator('button.car-row').allTextContents();
      const before = await speeds();
      await expect.poll(async () => (await speeds()).join() !== before.join()).toBe(true);
      const yellows = feed(page).getByText(/^Yellow to All cars, \d+ of/);
      const sent = await yellows.count();
      await flagButton(page, YELLOW).click();
      await expect(yellows).toHaveCount(sent + 1);
      course.car('5').say('sos');
      await button(sosCard(page, '5'), TEXTS.sos.acknowledge).click();

      proxy.meddle('none');
      await expect(bar(page)).toContainText(TEXTS.race.live, { timeout: 3 * 60_000 });
      await expect(bar(page)).not.toContainText(TEXTS.race.slow);
      await expect.poll(() => count(page, 'Running')).toBeGreaterThan(CARS - 2);
    } finally {
      await context.close();
      await proxy.remove();
    }
  });
