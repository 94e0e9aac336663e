import { existsSync } from 'node:fs';

/**
 * A Firefox that is on this machine: `FIREFOX_PATH`, or one that the system installed.
 *
 * @returns {string | undefined}
 */
export const findFirefox = () =>
  [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
  ].find((path) => path !== undefined && path !== '' && existsSync(path));

export const XVFB = '/usr/bin/Xvfb';

/** Firefox draws WebGL in software with a display alone, a virtual one if there is no other. */
export const hasDisplay = () =>
  process.platform !== 'linux' || process.env.DISPLAY !== undefined || existsSync(XVFB);
