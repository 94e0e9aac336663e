import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { launch, type Browser } from 'puppeteer-core';
import { findFirefox, hasDisplay, XVFB } from '../tools/firefox.js';

/**
 * Firefox over WebDriver BiDi, as it is installed: Playwright drives a build of its own alone. Software draws WebGL, for
 * which Firefox needs a display: a virtual one if there is no other.
 */
export interface Firefox {
  readonly browser: Browser;
  close(): Promise<void>;
}

const path = findFirefox();

/** Why there is no Firefox here; null if there is one. */
export const NO_FIREFOX: string | null =
  path === undefined
    ? 'No Firefox was found. Install one, or set FIREFOX_PATH.'
    : hasDisplay()
      ? null
      : 'Firefox has no display here. Install xvfb, or set DISPLAY.';

/** Xvfb chooses a free display, and writes its number when it is ready. */
const startDisplay = async (): Promise<{ name: string; child: ChildProcess }> => {
  const child = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const written = child.stdio[3] as Readable;
  const name = await new Promise<string>((resolve, reject) => {
    written.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
  });
  return { name, child };
};

type Prefs = Record<string, string | number | boolean>;

export const startFirefox = async (prefs: Prefs = {}): Promise<Firefox> => {
  if (path === undefined) throw new Error(NO_FIREFOX ?? '');
  const isVirtual = process.platform === 'linux' && process.env['DISPLAY'] === undefined;
  const display = isVirtual ? await startDisplay() : null;
  const browser = await launch({
    browser: 'firefox',
    executablePath: path,
    headless: false,
    defaultViewport: { width: 1440, height: 900 },
    env: {
      ...process.env,
      LIBGL_ALWAYS_SOFTWARE: '1',
      ...(display === null ? {} : { DISPLAY: display.name }),
    },
    extraPrefsFirefox: {
      'webgl.force-enabled': true,
      'ui.prefersReducedMotion': 1,
      'intl.accept_languages': 'en',
      ...prefs,
    },
  });
  return {
    browser,
    async close() {
      await browser.close();
      display?.child.kill();
    },
  };
};
