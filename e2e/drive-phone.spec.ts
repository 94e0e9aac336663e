/// <reference lib="dom" />
import { readlink, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  expect,
  test,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { FLAGS, type AuditAnswer, type FlagRow, type HistoryAnswer, type LapRow } from '@flagpost/contracts';
import { competitorRequest } from '@flagpost/simulator';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { TEXTS } from '@flagpost/backoffice/texts';
import { expectAccessible } from './axe.js';
import { WHOLE_BROWSER } from './chromium.js';
import { startOffice, type Office } from './office.js';
import { ROAD_AMERICA, hasRoadAmerica, recordedCourse } from './recorded-course.js';
import { button, dialog } from './screen.js';
import { cockpitFaults, openCockpit, ORDERED } from './screens/cockpit.js';
import { LANGUAGES } from './screens/viewer.js';
import { EMAILS } from './shared-race.js';
import { closeContexts } from './contexts.js';

/** Phones of drivers: positions without a network, a killed browser, flags, SOS, and one phone at a time. */

test.afterAll(closeContexts);

const HOUR_MS = 3_600_000;
const drive = TEXTS.drive;
/** Road America if its recording is there, else a course as long. */
const course = hasRoadAmerica ? recordedCourse(ROAD_AMERICA) : roundCourse(6_500);
/** Metres between two positions, one a second: a lap takes a little more than a minute. */
const STEP_M = 100;
const OFFLINE_MS = 120_000;
const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  permissions: ['geolocation'],
  reducedMotion: 'reduce',
} satisfies BrowserContextOptions;
const CARS = ['11', '12', '13', '14', '15', '16', '17'] as const;
type Car = (typeof CARS)[number];

let office: Office;
let planner: Caller;
let director: Caller;
let eventId: number;
const links = new Map<Car, string>();
const ids = new Map<Car, number>();
const idOf = (car: Car): number => ids.get(car) ?? 0;

test.beforeAll(async () => {
  office = await startOffice({ MAILS_PER_MINUTE: '600' });
  planner = await signIn(office.url, EMAILS.planner);
  director = await signIn(office.url, EMAILS.director);
  const categoryIds = await categoryIdsOf(planner, ['WRC']);
  const now = Date.now();
  const made = { startsAt: now - HOUR_MS, finishesAt: now + 4 * HOUR_MS, categoryIds, course };
  eventId = await makeEvent(planner, { ...made, name: 'Phones' });
  for (const car of CARS) {
    const { Invitation } = await answered<{ Invitation: { Id: number } }>(
      planner,
      'POST',
      '/invitations/createInvitationDriver/',
      competitorRequest(eventId, categoryIds[0] ?? 0, {
        number: car,
        name: 'Driver',
        surname: `of ${car}`,
        email: `driver${car}@drivers.example`,
        bloodType: '0+',
        brand: 'Belbo',
        model: 'Sedici',
      }),
    );
    ids.set(car, Invitation.Id);
  }
  await answered(planner, 'PATCH', '/invitations/authorized/', {
    Invitations: [...ids.values()],
    Authorized: 1,
  });
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
  for (const car of CARS) {
    const path = /\/drive\/[\w-]+/.exec(await office.mailTo(`driver${car}@drivers.example`))?.[0];
    if (path === undefined) throw new Error(`The mail to car ${car} has no link.`);
    links.set(car, `${office.url}${path}`);
  }
});
test.afterAll(() => office.remove());

const place = (metres: number) => {
  const { lat, lng } = course.placeAt(metres);
  return { latitude: lat, longitude: lng, accuracy: 6 };
};
/** The page keeps its newest position where a test can read it. */
const recordPositions = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const { geolocation } = navigator;
    const watch = geolocation.watchPosition.bind(geolocation);
    geolocation.watchPosition = (take, ...rest) =>
      watch(
        (position) => {
          take(position);
          const { latitude, longitude } = position.coords;
          document.documentElement.dataset['position'] = `${latitude} ${longitude}`;
        },
        ...rest,
      );
  });
};
const expectGiven = async (page: Page, metres: number): Promise<void> => {
  const { latitude, longitude } = place(metres);
  await expect(page.locator('html')).toHaveAttribute('data-position', `${latitude} ${longitude}`);
};
const accept = async (page: Page, car: Car): Promise<void> => {
  await page.goto(links.get(car) ?? '');
  await button(page, drive.accept).click();
  await button(dialog(page), drive.accept).click();
  await expect(page.getByText(drive.states.accepted)).toBeVisible();
};
const startDriving = async (page: Page): Promise<void> => {
  await button(page, drive.phone.drive).click();
  await expect(page.getByText(/^Race control hears you: \d+ s ago, ± 6 m$/)).toBeVisible();
};
const lapsOf = async (car: Car): Promise<number> => {
  const laps = await answered<LapRow[]>(director, 'GET', `/events/laps/${eventId}`);
  return laps.filter(({ InvitationId }) => InvitationId === idOf(car)).length;
};
/** Every place in the history of the car, in the order of the device's times. */
const driven = async (car: Car): Promise<string[]> => {
  const now = Date.now();
  const [from, to] = [now - HOUR_MS / 2, now + HOUR_MS / 2].map((ms) => new Date(ms).toISOString());
  const path = `/history/${eventId}?from=${from ?? ''}&to=${to ?? ''}`;
  const { cars } = await answered<HistoryAnswer>(director, 'GET', path);
  const fixes = cars.find(({ InvitationId }) => InvitationId === idOf(car))?.fixes ?? [];
  return [...fixes]
    .sort(([, one], [, other]) => one - other)
    .map(([, , lat, lng]) => `${lat} ${lng}`)
    .filter((at, index, all) => at !== all[index - 1]);
};
const flag = async (StateId: number, car: Car, Message?: string): Promise<number> => {
  const body = {
    EventId: eventId,
    StateId,
    InvitationsSelected: [idOf(car)],
    ...(Message ? { Message } : {}),
  };
  return (await answered<{ FlagId: number }>(director, 'POST', '/flagRecords', body)).FlagId;
};
const killed = async (profile: string): Promise<void> => {
  const holder = await readlink(join(profile, 'SingletonLock'));
  const pid = Number(/-(\d+)$/.exec(holder)?.[1]);
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    })
    .toBe(false);
};

test('laps and positions along Road America are those of an undisturbed phone, after two minutes offline, a reload and a kill', async ({
  browser,
}) => {
  // Three laps in real time.
  const profile = await mkdtemp(join(tmpdir(), 'flagpost-phone-'));
  const open = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...PHONE,
      ...WHOLE_BROWSER.launchOptions,
      geolocation: place(metres),
    });
    await recordPositions(context);
    return context;
  };
  let metres = -STEP_M / 2;
  let gone = 0;
  const calm = await browser.newContext({ ...PHONE, geolocation: place(metres) });
  await recordPositions(calm);
  let rough = await open();
  const calmPage = await calm.newPage();
  let roughPage = rough.pages()[0] ?? (await rough.newPage());
  const given = () => Promise.all([expectGiven(calmPage, metres), expectGiven(roughPage, metres)]);
  /**
   * Both cars go on, a second or more each. Chromium gives a page only the newest position, and the page leaves out what
   * comes sooner than 900 ms after the last one: so the next is set a second after both pages were given the former.
   */
  const go = async (steps: number): Promise<void> => {
    gone += steps;
    for (let step = 0; step < steps; step += 1) {
      await given();
      await calmPage.waitForTimeout(1_000);
      metres += STEP_M;
      await Promise.all([calm.setGeolocation(place(metres)), rough.setGeolocation(place(metres))]);
    }
    await given();
  };
  try {
    await accept(calmPage, '11');
    await accept(roughPage, '12');
    await startDriving(calmPage);
    await startDriving(roughPage);
    await go(8);
    await rough.setOffline(true);
    const offlineFrom = Date.now();
    await go(30);
    // Reloaded without a network: the page comes from the phone, and so does what it kept.
    await roughPage.reload();
    await expect(roughPage.getByRole('heading', { name: drive.phone.car('12') })).toBeVisible();
    await expect(roughPage.getByText(drive.link.noOrders)).toBeVisible();
    await go(30);
    await killed(profile);
    rough = await open();
    await rough.setOffline(true);
    roughPage = rough.pages()[0] ?? (await rough.newPage());
    await roughPage.goto(links.get('12') ?? '');
    await expect(roughPage.getByText(/ positions wait to be sent\.$/)).toBeVisible();
    while (Date.now() - offlineFrom < OFFLINE_MS) await go(1);
    await rough.setOffline(false);
    // Over the line for the third time, and away from it.
    while (metres < 3 * course.lengthM + STEP_M) await go(1);
    await expect(roughPage.getByText(/^Race control hears you/)).toBeVisible();
    await expect.poll(() => lapsOf('11')).toBe(3);
    // The place where they stood, and one for each second.
    await expect.poll(async () => (await driven('11')).length).toBe(gone + 1);
    const undisturbed = await driven('11');
    await expect.poll(() => driven('12')).toEqual(undisturbed);
    expect(await lapsOf('12')).toBe(await lapsOf('11'));
  } finally {
    await calm.close();
    await rough.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test('flags fill the screen, red before all, until they are confirmed', async ({ browser }) => {
  const context = await browser.newContext({ ...PHONE, geolocation: place(0) });
  const page = await context.newPage();
  await accept(page, '13');
  await startDriving(page);
  await expectAccessible(page);
  const rows = async (id: number): Promise<FlagRow | undefined> =>
    (await answered<FlagRow[]>(director, 'GET', `/events/flags/${eventId}`)).find(
      ({ FlagId }) => FlagId === id,
    );
  const red = await flag(FLAGS.red, '13');
  const shown = page.getByRole('alert').first();
  await expect(shown).toContainText(drive.flag.names[801]);
  const black = await flag(FLAGS.black, '13');
  const message = await flag(FLAGS.message, '13', 'Box, box');
  await expect(page.getByText(drive.flag.more(2))).toBeVisible();
  await expect(shown).toContainText(drive.flag.names[801]);
  await expectAccessible(page);
  await expect.poll(async () => (await rows(red))?.Shown.length).toBe(1);
  expect((await rows(black))?.Shown).toEqual([]);
  for (const [id, words] of [
    [red, drive.flag.names[801]],
    [black, drive.flag.names[803]],
    [message, 'Box, box'],
  ] as const) {
    await expect(shown).toContainText(words);
    await page.getByText(drive.flag.confirm).click();
    await expect.poll(async () => (await rows(id))?.Confirmed.length).toBe(1);
  }
  const inForce = page.getByRole('region', { name: drive.flag.inForce });
  await expect(inForce).toContainText(drive.flag.names[803]);
  await answered(director, 'POST', `/flagRecords/${black}/withdraw`, { InvitationsSelected: [] });
  await expect(shown).toContainText(drive.flag.withdrawn);
  await page.getByText(drive.flag.confirm).click();
  await expect(inForce).not.toContainText(drive.flag.names[803]);
  await button(page, drive.sos.hazard).click();
  await expect(page.getByText(drive.sos.told.hazard)).toBeVisible();
  const hazards = async (): Promise<number> => {
    const { Events } = await answered<AuditAnswer>(planner, 'GET', `/audit?car=${idOf('13')}`);
    return Events.filter(({ Kind }) => Kind === 'HazardReported').length;
  };
  await expect.poll(hazards).toBe(1);
  // In a browser that lets the page make no sound, which depends on what was pressed before; then it was in the background.
  await page.addInitScript(() =>
    Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' }),
  );
  await page.reload();
  await expect(button(page, drive.link.muted)).toBeVisible();
  expect.soft(await cockpitFaults(page), 'without sound').toEqual([]);
  for (const state of ['hidden', 'visible']) {
    await page.evaluate((visibility) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
  await expect(button(page, drive.link.seen)).toBeVisible();
  expect.soft(await cockpitFaults(page), 'back from the background').toEqual([]);
  await context.close();
});

test('a red that is not confirmed stands there after a reload without a network, and the orders go on after it', async ({
  browser,
}) => {
  const context = await browser.newContext({ ...PHONE, geolocation: place(0) });
  const page = await context.newPage();
  await accept(page, '17');
  await startDriving(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const red = await flag(FLAGS.red, '17');
  const shown = page.getByRole('alert').first();
  await expect(shown).toContainText(drive.flag.names[801]);
  await context.setOffline(true);
  await page.reload();
  await expect(shown).toContainText(drive.flag.names[801]);
  await expect(page.getByText(drive.flag.more(1))).toBeHidden();
  await flag(FLAGS.black, '17');
  const asked = page.waitForRequest((request) => request.url().includes('/ingest/orders/'));
  await context.setOffline(false);
  expect((await asked).headers()['last-event-id']).toMatch(/^[\w-]{16}\.\d+$/);
  await expect(page.getByText(drive.flag.more(1))).toBeVisible();
  await expect(shown).toContainText(drive.flag.names[801]);
  await page.getByText(drive.flag.confirm).click();
  await expect(shown).toContainText(drive.flag.names[803]);
  // A confirmed one does not come back.
  await context.setOffline(true);
  await page.reload();
  await expect(shown).toContainText(drive.flag.names[803]);
  await expect(page.getByText(drive.flag.more(1))).toBeHidden();
  await context.setOffline(false);
  await expect
    .poll(async () => {
      const rows = await answered<FlagRow[]>(director, 'GET', `/events/flags/${eventId}`);
      return rows.find(({ FlagId }) => FlagId === red)?.Confirmed.length;
    })
    .toBe(1);
  await context.close();
});

test('an SOS from a dead network arrives with its time, and its answer has a name', async ({ browser }) => {
  // Without a position: the phone may not use its location.
  const context = await browser.newContext({ ...PHONE, permissions: [] });
  const page = await context.newPage();
  await accept(page, '14');
  await button(page, drive.phone.drive).click();
  const sos = page.getByRole('button', { name: new RegExp(`^${drive.sos.button}`) });
  await sos.waitFor();
  const open = async () =>
    (
      await answered<{ AlertId: number; InvitationId: number; RaisedAt: string; ClearedAt: string | null }[]>(
        director,
        'GET',
        `/events/alerts/${eventId}`,
      )
    ).filter(({ InvitationId }) => InvitationId === idOf('14'));
  const hold = async (ms: number): Promise<void> => {
    await sos.hover();
    await page.mouse.down();
    await page.waitForTimeout(ms);
    await page.mouse.up();
  };
  await expect(page.getByText(drive.link.denied)).toBeVisible();
  expect.soft(await cockpitFaults(page), 'no location').toEqual([]);
  // Too short a hold calls nobody.
  await sos.hover();
  await page.mouse.down();
  await page.waitForTimeout(500);
  expect.soft(await cockpitFaults(page), 'SOS is held').toEqual([]);
  await page.mouse.up();
  await expect(page.getByText(drive.sos.hold)).toBeVisible();
  // A call that is cancelled is one that the car cleared.
  await hold(3_600);
  await page.getByRole('button', { name: /^Cancel/ }).click();
  await expect.poll(async () => (await open())[0]?.ClearedAt ?? null).not.toBeNull();
  await expect(sos).toBeVisible();

  await context.setOffline(true);
  const calledAt = Date.now() + 3_000;
  await hold(3_600);
  await expect(page.getByText(drive.sos.sending)).toBeVisible();
  expect.soft(await cockpitFaults(page), 'SOS is sent').toEqual([]);
  await expectAccessible(page);
  await page.waitForTimeout(8_000);
  expect(await open()).toHaveLength(1);
  await context.setOffline(false);
  await expect(page.getByText(drive.sos.received)).toBeVisible();
  const [alert] = (await open()).filter(({ ClearedAt }) => ClearedAt === null);
  expect(Math.abs(Date.parse(alert?.RaisedAt ?? '') - calledAt)).toBeLessThan(5_000);
  await page.reload();
  await expect(page.getByText(drive.sos.received)).toBeVisible();
  await answered(director, 'POST', `/alerts/${alert?.AlertId ?? 0}/acknowledge`);
  await expect(page.locator('.cockpit-called-text')).toHaveText(/^\S+ \S+ has seen your SOS\.$/);
  await expectAccessible(page);
  await answered(director, 'POST', `/alerts/${alert?.AlertId ?? 0}/clear`);
  await expect(sos).toBeVisible();
  await context.close();
});

test('a driver whose car stops is asked, also after a reload, until it drives on or the driver answers', async ({
  browser,
}) => {
  const context = await browser.newContext({ ...PHONE, geolocation: place(0) });
  const page = await context.newPage();
  await accept(page, '16');
  await startDriving(page);
  const question = page.getByRole('alert').filter({ hasText: drive.question.title });
  let said = 0;
  /** The phone goes on saying that it is there: a position that repeats the last one is not given to a page. */
  const stays = (metres: number) =>
    context.setGeolocation({ ...place(metres), accuracy: 6 + ((said += 1) % 2) });
  const until = (metres: number, isIt: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await stays(metres);
      await isIt();
    }).toPass({ intervals: [1_000], timeout: 60_000 });
  const isAsked = () => expect(question).toBeVisible({ timeout: 1_000 });
  await until(300, isAsked);
  await expectAccessible(page);
  await page.reload();
  await until(300, isAsked);
  await until(400, () => expect(question).toBeHidden({ timeout: 1_000 }));
  await until(400, isAsked);
  await page.getByText(drive.question.answer).click();
  await expect(question).toBeHidden();
  /** A slow machine takes longer than the half minute within which an answer is due. */
  const BESIDE: readonly string[] = ['LapRecorded', 'AnswerMissed'];
  const steps = async (): Promise<string[]> => {
    const { Events } = await answered<AuditAnswer>(planner, 'GET', `/audit?car=${idOf('16')}`);
    return Events.map(({ Kind }) => Kind).filter((kind) => !BESIDE.includes(kind));
  };
  const stop = ['CarStopped', 'DriverAsked'];
  await expect
    .poll(async () => (await steps()).slice(0, 6).reverse())
    .toEqual([...stop, 'CarDroveOn', ...stop, 'OkReported']);
  await context.close();
});

test('whatever fills the screen is hit by a thumb and read at a glance, in every language, size and theme', async ({
  browser,
}) => {
  const [upright, across] = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];
  const [smallUpright, smallAcross] = [
    { width: 360, height: 640 },
    { width: 640, height: 360 },
  ];
  /** Languages change words, themes colours alone. */
  const LOOKS = {
    light: [smallUpright, smallAcross, upright, across],
    dark: [upright, across],
    daylight: [upright, across],
  };
  for (const language of LANGUAGES) {
    const { page, show, close } = await openCockpit(browser, office.url, language);
    for (const state of Object.keys(ORDERED)) {
      await show(state);
      for (const [theme, sizes] of Object.entries(language === 'en' ? LOOKS : { light: LOOKS.light })) {
        await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
        for (const size of sizes) {
          await page.setViewportSize(size);
          const where = `${state}, ${language}, ${size.width} x ${size.height}, ${theme}`;
          expect.soft(await cockpitFaults(page), where).toEqual([]);
        }
      }
    }
    await close();
  }
});

test('a car has one phone, and one tab of it, and the phone keeps nothing of a past event', async ({
  browser,
}) => {
  const first = await browser.newContext({ ...PHONE, geolocation: place(0) });
  const second = await browser.newContext({ ...PHONE, geolocation: place(0) });
  await recordPositions(first);
  const [one, other] = [await first.newPage(), await second.newPage()];
  await accept(one, '15');
  // The apps that send in the background are offered beforehand, and this page stays one of the ways.
  await button(one, drive.apps.title).click();
  const apps = [/^org\.traccar\.client:/, /^owntracks:/] as const;
  for (const [index, app] of ['Traccar Client', 'OwnTracks'].entries()) {
    const link = one.getByRole('link', { name: drive.apps.open(app) });
    await expect(link).toHaveAttribute('href', apps[index] ?? '');
    await button(one, drive.apps.scan(app)).click();
    await expect(one.getByRole('img', { name: drive.apps.scan(app) })).toBeVisible();
  }
  await expectAccessible(one);
  expect.soft(await cockpitFaults(one), 'the menu, with codes').toEqual([]);
  await button(one, drive.phone.back).click();
  await expect(one.getByText(/^Race control hears you/)).toBeVisible();

  const tab = await first.newPage();
  await tab.goto(links.get('15') ?? '');
  await expect(tab.getByText(drive.phone.otherTab)).toBeVisible();
  // What the first one takes until then is sent by the second one.
  await first.setOffline(true);
  for (const step of [1, 2, 3, 4]) {
    await expectGiven(one, (step - 1) * STEP_M);
    await one.waitForTimeout(1_000);
    await first.setGeolocation(place(step * STEP_M));
  }
  await expectGiven(one, 4 * STEP_M);
  await button(tab, drive.phone.here).click();
  await expect(tab.getByText(/ positions wait to be sent\.$/)).toBeVisible();
  await first.setOffline(false);
  await expect(tab.getByText(/^Race control hears you/)).toBeVisible();
  await expect.poll(async () => (await driven('15')).length).toBe(5);
  await expect(one.getByText(drive.phone.otherTab)).toBeVisible();

  await other.goto(links.get('15') ?? '');
  await button(other, drive.phone.drive).click();
  await expect(dialog(other)).toContainText(drive.phone.replace('15'));
  await expectAccessible(other);
  expect.soft(await cockpitFaults(other), 'the question before a phone is replaced').toEqual([]);
  await button(dialog(other), drive.phone.replaceYes).click();
  await expect(other.getByText(/^Race control hears you/)).toBeVisible();
  // A phone that sends learns it at once; one that stands still at the next heartbeat of its orders.
  await expect(tab.getByText(drive.phone.replaced('15'))).toBeVisible();
  await expectAccessible(tab);

  const kept = () => other.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(await kept()).toHaveLength(1);
  // The finish is in 4 hours; a day later the devices of the event end.
  // The page is closed meanwhile: an open one forgets at once, and knows nothing when it is opened again.
  await other.goto('about:blank');
  office.pass(29 * HOUR_MS);
  await other.clock.setSystemTime(Date.now() + 29 * HOUR_MS);
  // Else no timer of the page ever ends.
  await other.clock.resume();
  await other.goto(links.get('15') ?? '');
  await expect(other.getByRole('heading', { name: drive.overTitle })).toBeVisible();
  await expect.poll(kept).toEqual([]);
  await expectAccessible(other);
  await first.close();
  await second.close();
});
