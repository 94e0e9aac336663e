import { existsSync } from 'node:fs';

/**
 * A Chromium that is on this machine: `CHROMIUM_PATH`, Playwright's own download, or one that the system installed.
 *
 * @param {string | undefined} downloaded where Playwright would keep its own
 * @returns {string | undefined}
 */
export const findChromium = (downloaded) =>
  [
    process.env.CHROMIUM_PATH,
    downloaded,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ].find((path) => path !== undefined && path !== '' && existsSync(path));
