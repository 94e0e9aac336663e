import { afterEach, expect, it } from '@jest/globals';
import { takeWheel, type Wheel } from './one-tab.js';

const open: Wheel[] = [];
afterEach(() => {
  for (const wheel of open.splice(0)) wheel.release();
});

let races = 0;
/** Tabs of one browser, in the locks of Node. */
const tabsOf = () => {
  const secret = `race ${(races += 1)}`;
  const news: string[] = [];
  let wake: () => void = () => undefined;
  const next = async (): Promise<string> => {
    while (news.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return news.shift() ?? '';
  };
  return {
    open(name: string): Wheel {
      const wheel = takeWheel(secret, (isDriving) => {
        news.push(`${name} ${isDriving ? 'drives' : 'waits'}`);
        wake();
      });
      open.push(wheel);
      return wheel;
    },
    async heard(...expected: string[]): Promise<void> {
      for (const each of expected) expect(await next()).toBe(each);
    },
  };
};

/** Two tabs, of which the second one took the wheel from the first. */
const takenOver = async () => {
  const tabs = tabsOf();
  const first = tabs.open('first');
  await tabs.heard('first drives');
  const second = tabs.open('second');
  await tabs.heard('second waits');
  second.steal();
  await tabs.heard('second drives', 'first waits');
  return { tabs, first, second };
};

it('gives the wheel to the tab that waits when the one that drives is closed', async () => {
  const tabs = tabsOf();
  const first = tabs.open('first');
  await tabs.heard('first drives');
  tabs.open('second');
  await tabs.heard('second waits');
  first.release();
  await tabs.heard('second drives');
});

it('gives the wheel back to the tab from which it was taken when the other is closed', async () => {
  const { tabs, second } = await takenOver();
  second.release();
  await tabs.heard('first drives');
});

it('can be taken to and fro, and is given back after it too', async () => {
  const { tabs, first, second } = await takenOver();
  first.steal();
  await tabs.heard('first drives', 'second waits');
  second.steal();
  await tabs.heard('second drives', 'first waits');
  first.steal();
  await tabs.heard('first drives', 'second waits');
  first.release();
  await tabs.heard('second drives');
});

it('goes to no tab that was closed while it waited', async () => {
  const { tabs, first, second } = await takenOver();
  tabs.open('third');
  await tabs.heard('third waits');
  first.release();
  second.release();
  await tabs.heard('third drives');
});
