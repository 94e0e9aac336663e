import { chromium, expect, test } from '@playwright/test';
import { BROWSER_ARGS } from './chromium.js';

/** The switches of the browser that all other files use. */

const SWITCH = /--disable-features=(\S+)/;

test('what Playwright turns off stays off', async () => {
  const [, ours = ''] = SWITCH.exec(BROWSER_ARGS.join(' ')) ?? [];
  // Playwright names its switches when the program that it starts is no browser.
  const failure = await chromium
    .launch({ executablePath: process.execPath, args: ['--version'] })
    .then((browser) => browser.close())
    .catch(String);
  const [, theirs = ''] = SWITCH.exec(String(failure)) ?? [];
  expect(theirs).not.toBe('');
  expect(ours.split(',')).toEqual(expect.arrayContaining(theirs.split(',')));
});
