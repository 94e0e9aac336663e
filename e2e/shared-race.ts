import {
  expect as baseExpect,
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from '@playwright/test';
import type { AlertRow, FlagRow, TimersAnswer } from '@flagpost/contracts';
import { staySignedIn, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { startScriptedRace, type ScriptedCar, type ScriptedRace } from '@flagpost/race-testing/scripted-race';
import { liveMap } from './screen.js';
import { startSession } from './session.js';
import { meterSound } from './sound.js';

/** Half an hour of race in 90 s. */
const SPEED = 20;
export const CARS = 24;
/** Cars take them in turn: 1, 4, 7 … are of the first. */
export const CATEGORIES = ['Scripted GT', 'Scripted Touring', 'Scripted Cup'] as const;
/** The longest that there is: axe takes seconds on a busy machine, and the count goes on meanwhile. */
export const SAFETY_CAR_DELAY_S = 7;

export type Account = 'admin' | 'planner' | 'director' | 'deputy' | 'viewer' | 'rival';
export const EMAILS: Record<Account, string> = {
  admin: 'admin@flagpost.demo',
  planner: 'planner@flagpost.demo',
  director: 'director@flagpost.demo',
  deputy: 'deputy@flagpost.demo',
  viewer: 'viewer@flagpost.demo',
  rival: 'director@rival.demo',
};

/** One Flagpost with one scripted race, shared by every test of a worker: each finds it calm. */
export interface Course extends ScriptedRace {
  readonly flagpost: Flagpost;
  readonly url: string;
  readonly director: Caller;
  car(carNumber: string): ScriptedCar;
  flags(): Promise<FlagRow[]>;
  alerts(): Promise<AlertRow[]>;
}

/** The live map in a new tab, once its cars are there. */
export const openMap = async (
  context: BrowserContext,
  { url, eventId }: { readonly url: string; readonly eventId: number },
): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(`${url}/map/${eventId}`);
  await liveMap(page).waitFor();
  await page.locator('button.car-row').nth(3).waitFor();
  return page;
};

const startCourse = async (): Promise<Course> => {
  const flagpost = await startFlagpost({ DEMO_RACE: '0', TILE_URL: 'none' });
  const race = await startScriptedRace({
    url: flagpost.url,
    cars: CARS,
    categories: CATEGORIES,
    speed: SPEED,
    safetyCarDelayS: SAFETY_CAR_DELAY_S,
  });
  const director = await staySignedIn(flagpost.url, EMAILS.director);
  const { eventId } = race;
  return {
    ...race,
    flagpost,
    url: flagpost.url,
    director,
    car(carNumber) {
      const car = race.cars.find((one) => one.carNumber === carNumber);
      if (car === undefined) throw new Error(`There is no car ${carNumber}.`);
      return car;
    },
    flags: async () => (await director.call<FlagRow[]>('GET', `/events/flags/${eventId}`)).body,
    alerts: async () => (await director.call<AlertRow[]>('GET', `/events/alerts/${eventId}`)).body,
  };
};

/** Every car drives, confirms and is well; no flag is in force, no SOS waits for anybody and no timer is there. */
const calm = async ({ eventId, cars, director, alerts }: Course): Promise<void> => {
  for (const car of cars) Object.assign(car, { stands: false, isSilent: false, confirms: true });
  await director.call('DELETE', `/flagRecords/event/${eventId}`);
  // An SOS that its car has cleared stays until somebody acknowledges it.
  for (const { AlertId, AcknowledgedAt } of await alerts())
    if (AcknowledgedAt === null) await director.call('POST', `/alerts/${AlertId}/acknowledge`);
  const { timers } = (await director.call<TimersAnswer>('GET', `/events/timers/${eventId}`)).body;
  for (const { TimerId } of timers) await director.call('DELETE', `/timers/${TimerId}`);
};

interface Workplace {
  /** A window of its own in which this person is signed in; its sound is measured. */
  windowOf: (account: Account, options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** The same with the race's live map open in it. */
  screenOf: (account: Account) => Promise<Page>;
  /** Run before every test. */
  calm: null;
}

export const test = base.extend<Workplace, { course: Course }>({
  course: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads from it which fixtures this one needs: none.
    async ({}, use) => {
      const course = await startCourse();
      await use(course);
      course.stop();
      await course.flagpost.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  calm: [
    async ({ course }, use) => {
      await calm(course);
      await use(null);
    },
    { auto: true },
  ],
  windowOf: async ({ browser, course }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (account, options = { colorScheme: 'light' }) => {
      const context = await browser.newContext(options);
      opened.push(context);
      await meterSound(context);
      await startSession(context, course.url, EMAILS[account]);
      return context;
    });
    for (const context of opened) await context.close();
  },
  screenOf: async ({ windowOf, course }, use) => {
    await use(async (account) => openMap(await windowOf(account), course));
  },
});

/**
 * Waits for an element as Playwright's matcher does. That one makes an outline of the whole page for its message at each look in
 * vain, which was a tenth of what the page of a race test computed.
 */
export const expect = baseExpect.extend({
  async toBeVisible(locator: Locator, options: { timeout?: number } = {}) {
    const { isNot, timeout } = this;
    try {
      await locator.waitFor({ state: isNot ? 'hidden' : 'visible', timeout, ...options });
      return { pass: !isNot, message: () => '' };
    } catch (error) {
      return { pass: isNot, message: () => String(error) };
    }
  },
});
