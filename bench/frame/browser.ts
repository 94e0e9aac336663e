import { chromium, type Browser } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../../tools/chromium.js';

/** Null if this machine has no Chromium. */
export const openBrowser = async (): Promise<Browser | null> => {
  const executablePath = findChromium(chromium.executablePath());
  return executablePath === undefined ? null : chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
};

/** CPU seconds that each process of these kinds has used so far, in all of its threads, by process. */
export const cpuOf = async (browser: Browser, type: 'renderer' | 'GPU'): Promise<Map<number, number>> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return new Map(processInfo.filter((each) => each.type === type).map(({ id, cpuTime }) => [id, cpuTime]));
};

/** CPU seconds from one look to the next, of the processes that are in both. */
export const cpuBetween = (before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number =>
  [...after].reduce((sum, [id, seconds]) => sum + seconds - (before.get(id) ?? seconds), 0);
