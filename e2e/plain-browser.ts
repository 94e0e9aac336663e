import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { CHROMIUM_PATH, PLAIN_BROWSER_ARGS } from './chromium.js';

/**
 * A browser as a person has it: a tab behind another one is hidden and its timers starve, and no sound comes before a
 * press. Playwright's own browsers are spared both.
 */
export interface PlainBrowser {
  readonly tabs: BrowserContext;
  close(): Promise<void>;
}

export const startPlainBrowser = async (): Promise<PlainBrowser> => {
  const profile = await mkdtemp(join(tmpdir(), 'flagpost-browser-'));
  const child = spawn(
    CHROMIUM_PATH,
    [
      ...PLAIN_BROWSER_ARGS,
      '--headless',
      '--disable-extensions',
      '--disable-component-extensions-with-background-pages',
      '--disable-default-apps',
      '--no-default-browser-check',
      '--disable-dev-shm-usage',
      '--mute-audio',
      '--autoplay-policy=document-user-activation-required',
      '--window-size=1440,1000',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const gone = once(child, 'exit');
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, address] = /DevTools listening on (\S+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`The browser ended with ${code}:\n${output}`)));
  });
  const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true });
  const [tabs] = browser.contexts();
  if (tabs === undefined) throw new Error('The browser has no tabs.');
  return {
    tabs,
    async close() {
      await browser.close();
      child.kill('SIGKILL');
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
