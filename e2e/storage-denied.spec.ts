import { expect, test } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { startOffice } from './office.js';

/** As Chromium and Firefox do if site data are blocked. */
const deny = (): void => {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: refuse, configurable: true });
  Object.defineProperty(Document.prototype, 'cookie', { get: refuse, set: refuse, configurable: true });
};

test('a browser that denies storage gets a sentence in place of a blank page', async ({ page }) => {
  const office = await startOffice();
  try {
    const faults: unknown[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    await page.addInitScript(deny);
    await page.goto(office.url);
    await expect(page.getByRole('alert')).toHaveText(TEXTS.storageDenied);
    await expect(page.getByLabel('Email')).toHaveCount(0);
    expect(faults).toEqual([]);
  } finally {
    await office.remove();
  }
});
