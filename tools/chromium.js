import { existsSync } from 'node:fs';

/**
 * A Chromium that is on this machine: `CHROMIUM_PATH`, Playwright's own download, or one that the system installed.
 *
 * @param {string | undefined} downloaded the path of Playwright's own download
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

/** Debian's build of Chromium that shows no window: without what belongs to one a page takes a fifth less CPU. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/**
 * The same, or a build of it that shows no window, where one is installed. `CHROMIUM_PATH` decides here too.
 *
 * @param {string | undefined} downloaded the path of Playwright's own download
 * @returns {string | undefined}
 */
export const findHeadless = (downloaded) =>
  process.env.CHROMIUM_PATH === undefined && existsSync(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findChromium(downloaded);

/**
 * WebGL in software if there is no GPU, and no calls home behind a closed network.
 *
 * @type {readonly string[]}
 */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--ignore-gpu-blocklist',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];
