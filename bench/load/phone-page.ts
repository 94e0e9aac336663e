import type { CarCode } from '@flagpost/contracts';
import { answered, signIn } from '@flagpost/race-testing/calls';
import type { Browser } from '@playwright/test';

/** The page of a driver's phone in a real browser, which has taken its car over from another device. */
export interface PhonePage {
  /** When a flag with this text was painted, epoch ms; it is confirmed then. Asked for before the flag is sent. */
  painted(text: string): Promise<number>;
  close(): Promise<void>;
}

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['geolocation'],
  geolocation: { latitude: 44.6, longitude: 8.1, accuracy: 6 },
};

/** Runs in the page. The task after a frame's callbacks runs when the frame has been painted. */
const paintOf = (text: string): Promise<number> =>
  new Promise((resolve) => {
    const look = (): void => {
      const flag = document.querySelector('.cockpit-flag');
      if (flag?.textContent.includes(text) !== true) return;
      changes.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(Date.now());
        port2.postMessage(null);
      });
    };
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
  });

export const openPhonePage = async (
  browser: Browser,
  url: string,
  eventId: number,
  invitationId: number,
): Promise<PhonePage> => {
  const planner = await signIn(url, 'planner@flagpost.demo');
  const codes = await answered<CarCode[]>(planner, 'POST', `/check/${eventId}/codes`);
  const link = codes.find((code) => code.InvitationId === invitationId)?.Link ?? '';
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto(new URL(new URL(link, url).pathname, url).href);
  const drive = page.locator('.drive-beforehand > .drive-button');
  const accept = page.locator('.drive-answers > .drive-button:not(.is-quiet)').first();
  const yes = page.locator('.drive-question .drive-button:not(.is-quiet)');
  await drive.or(accept).first().waitFor();
  if (!(await drive.isVisible())) {
    await accept.click();
    await yes.click();
  }
  await drive.click();
  await yes.click();
  await page.locator('.cockpit .drive-note.is-good').waitFor();
  return {
    async painted(text) {
      const at = await page.evaluate(paintOf, text);
      await page.locator('.cockpit-flag').click();
      return at;
    },
    close: () => context.close(),
  };
};
