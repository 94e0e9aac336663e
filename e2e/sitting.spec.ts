import { TEXTS } from '@flagpost/backoffice/texts';
import {
  FIELD_TEXTS,
  INVITATION_STATE_TEXTS,
  REFUSALS,
  type CompetitorRow,
  type DeviceTokenAnswer,
  type ReadyAnswer,
  type ReadyLine,
} from '@flagpost/contracts';
import { systemScheduler } from '@flagpost/platform/system';
import { answered, each, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf, makeEvent } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { createPhone } from '@flagpost/simulator';
import { entry, entryList, separated } from '@flagpost/testing/entry-lists';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { axeFaults, settled } from './axe.js';
import { closeContexts } from './contexts.js';
import { counted, type Hand, type Tally } from './hand.js';
import { startOffice, type Office } from './office.js';
import { comparePresses, type Part } from './presses.js';
import { button, carLines, dialog, liveMap, logIn, notice } from './screen.js';

/** The organisers' whole sitting, from a new institution to laps on the live map, as in docs/organising.md. */

const ADMIN = 'admin@flagpost.example';
const PASSWORD = 'Flagpost1';
const PLANNER = 'marta.conti@rally.example';
const CLUB = 'Rally Club Alto Monferrato';
const EVENT = 'Ronde Val Bormida';
const DRAWN_EVENT = 'Ronde delle Valli';
const COMPETITORS = 200;
/** Those in the category that races. */
const RACING = 60;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PHONE = { width: 390, height: 844 };
const PAGE = new URL('../docs/organising.md', import.meta.url);

const course = roundCourse(6_000);
const { account, categories, circuits, drive, entries, event, events, imports, institutions, licences } =
  TEXTS;
const { tracks, menu } = TEXTS;

let office: Office;
let admin: Page;
let page: Page;
let planner: Caller;

test.beforeAll(async ({ browser }) => {
  office = await startOffice({
    DEMO: '0',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
    MAILS_PER_MINUTE: '6000',
  });
  admin = await newPage(browser);
  await logIn(admin, office.url, ADMIN, PASSWORD);
});
test.afterAll(closeContexts);
test.afterAll(() => office.remove());

const newPage = async (browser: Browser, viewport = { width: 1440, height: 900 }): Promise<Page> =>
  (await browser.newContext({ viewport, timezoneId: 'Europe/Rome', reducedMotion: 'reduce' })).newPage();
const menuItem = (on: Page, name: string): Locator =>
  on.getByRole('navigation').getByRole('link', { name, exact: true });
const typed = (label: string, on = page): Locator => dialog(on).getByLabel(label, { exact: true });
const openEvent = async (hand: Hand): Promise<void> => {
  await hand.click(menuItem(page, menu.events));
  await hand.click(page.getByRole('link', { name: events.open(EVENT), exact: true }));
  await page.getByRole('heading', { name: EVENT, level: 1, exact: true }).waitFor();
};
const ready = (): Locator => page.getByRole('region', { name: event.ready.title, exact: true });
const competitors = (eventId: number): Promise<CompetitorRow[]> =>
  answered(planner, 'GET', `/events/drivers/${eventId}`);
const addressIn = (mail: string): string => {
  const path = /\/drive\/[\w-]+/.exec(mail)?.[0];
  if (path === undefined) throw new Error('The mail has no link.');
  return `${office.url}${path}`;
};
/** The value of a time field, at the track. */
const atTrack = (ms: number): string =>
  new Date(ms).toLocaleString('sv', { timeZone: 'Europe/Rome' }).replace(' ', 'T').slice(0, 16);
const dayAt = (ms: number): string => new Date(ms).toLocaleDateString('sv');

/** As the federation sends it: one column has a name that nobody knows, three rows have faults. */
const federationList = (areMended: boolean): string => {
  const all = Array.from({ length: COMPETITORS }, (_, index) =>
    entry(index, index < RACING ? 'Rally2' : 'Rally4'),
  );
  const faulty = all.map((one, index) => ({
    ...one,
    ...(index === 70 ? { email: 'nobody' } : {}),
    ...(index === 80 || index === 90 ? { category: 'F1' } : {}),
  }));
  const rows = entryList('italian', areMended ? all : faulty);
  return separated(
    rows.map((cells) => cells.map((cell) => (cell === 'Classe' ? 'Raggruppamento' : cell))),
    ';',
  );
};

/** An event whose track is drawn already. */
const drawnEvent = async (categoryIds: readonly number[]): Promise<void> => {
  const startsAt = Date.now() + 30 * DAY_MS;
  await makeEvent(planner, {
    name: DRAWN_EVENT,
    startsAt,
    finishesAt: startsAt + 4 * HOUR_MS,
    categoryIds,
    course,
  });
};

interface Car {
  readonly carNumber: string;
  readonly phone: ReturnType<typeof createPhone>;
}
/** A phone in each car that is authorised. */
const phonesOf = async (eventId: number): Promise<Car[]> =>
  each(
    (await competitors(eventId)).filter(({ Authorized }) => Authorized === 1),
    async ({ InvitationId, Number }) => {
      const path = `/invitations/${InvitationId}/deviceToken`;
      const { doors } = await answered<DeviceTokenAnswer>(planner, 'POST', path);
      const phone = createPhone({
        doors: [doors.positions],
        scheduler: systemScheduler,
        sent: { accepted: 0, dropped: {} },
        onEnded: () => undefined,
      });
      return { carNumber: Number ?? '', phone };
    },
  );
/** Cars wait for the start, and send their positions. */
const standOnGrid = (cars: readonly Car[]) =>
  systemScheduler.every(1_000, () => {
    for (const [index, { phone }] of cars.entries()) {
      phone.record({ t: Date.now(), ...course.placeAt(-20 * (index + 2)), speedKph: 0 });
      phone.flush();
    }
  });
/** Cars drive laps at 20 times the pace. @param now the server's clock, epoch ms */
const race = (cars: readonly Car[], now: () => number): { stop(): void } => {
  const SPEED = 20;
  const SCRIPT_MS = 10 * 60_000;
  const FIX_EVERY_MS = 1_000;
  const began = now();
  const driven = cars.map((car, index) => ({
    ...car,
    metres: -20 * (index + 2),
    speedKph: 150 - index / 2,
    nextAt: began - (SPEED - 1) * SCRIPT_MS,
  }));
  const timer = systemScheduler.every(200, () => {
    const t = began - (SPEED - 1) * SCRIPT_MS + (now() - began) * SPEED;
    for (const car of driven) {
      for (; car.nextAt <= t; car.nextAt += FIX_EVERY_MS) {
        car.metres += (car.speedKph / 3_600) * FIX_EVERY_MS;
        car.phone.record({ t: car.nextAt, ...course.placeAt(car.metres), speedKph: car.speedKph });
      }
      car.phone.flush();
    }
  });
  return {
    stop() {
      timer.cancel();
      for (const { phone } of cars) phone.stop();
    },
  };
};

test('from a new institution to laps on the live map', async ({ browser }) => {
  const parts: Part[] = [];
  let asideMs = 0;
  const tally: Tally = { presses: 0 };
  const part = (name: string, most: number | null, work: () => Promise<void>): Promise<void> =>
    test.step(name, async () => {
      const began = Date.now();
      asideMs = 0;
      tally.presses = 0;
      await work();
      const seconds = (Date.now() - began - asideMs) / 1_000;
      parts.push({ name, presses: tally.presses, seconds, most });
    });
  /** Checks a screen with axe, outside the organiser's time; its own tests cover other themes. */
  const look = async (on: Page, name: string): Promise<void> => {
    const began = Date.now();
    await settled(on);
    expect(await axeFaults(on), name).toEqual([]);
    asideMs += Date.now() - began;
  };

  await part('Register an institution, with its licenses', null, async () => {
    const hand = counted(admin, tally);
    await hand.click(menuItem(admin, menu.institutions));
    await hand.press(institutions.create);
    await hand.fill({ Name: CLUB, State: 'Alessandria', City: 'Acqui Terme', Address: 'Via Prova 7' });
    await hand.fill({ Mail: 'info@rally.example' });
    await hand.choose(typed('Country', admin), { label: 'Italy' });
    await look(admin, 'institution');
    await hand.key('Enter');
    const { firstName, lastName, phone, email } = institutions.fields;
    await hand.fill({ [firstName]: 'Marta', [lastName]: 'Conti', [phone]: '+39 0144 1', [email]: PLANNER });
    await hand.key('Enter');
    await expect(notice(admin, 'Institution Created')).toBeVisible();
    await hand.click(admin.getByRole('link', { name: institutions.open(CLUB) }));
    await hand.press(licences.manage);
    const now = Date.now();
    await hand.fill({
      [licences.from]: dayAt(now - DAY_MS),
      [licences.to]: dayAt(now + 60 * DAY_MS),
      [licences.added]: '250',
    });
    await hand.key('Enter');
    await expect(notice(admin, licences.created)).toBeVisible();
    await look(admin, 'licences');
  });

  await part('Come in by the mail', null, async () => {
    page = await newPage(browser);
    const hand = counted(page, tally);
    const password = await office.toldTo(PLANNER);
    await page.goto(office.url);
    await hand.type(page.getByLabel(TEXTS.login.email), PLANNER);
    await hand.type(page.getByLabel(TEXTS.login.password, { exact: true }), password);
    await hand.key('Enter');
    await hand.type(page.getByLabel(account.newPassword, { exact: true }), PASSWORD);
    await hand.type(page.getByLabel(account.repeat, { exact: true }), PASSWORD);
    await look(page, 'first access');
    await hand.key('Enter');
    await menuItem(page, menu.events).waitFor();
    planner = await signIn(office.url, PLANNER, PASSWORD);
  });

  await part('Make two categories', null, async () => {
    const hand = counted(page, tally);
    await hand.click(menuItem(page, menu.categories));
    for (const name of ['Rally2', 'Rally4']) {
      await hand.press(categories.create);
      await hand.fill({ Name: name });
      await hand.key('Enter');
      await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
    }
    await look(page, 'categories');
  });

  let eventId = 0;
  const startsAt = Date.now() + 2 * HOUR_MS;
  await part('Make the event', 25, async () => {
    const hand = counted(page, tally);
    await hand.click(menuItem(page, menu.events));
    await hand.press(events.create);
    await hand.fill({ [event.dialog.name]: EVENT });
    await hand.choose(typed(event.dialog.country), { label: 'Italy' });
    await hand.fill({
      [event.dialog.state]: 'Savona',
      [event.dialog.city]: 'Cairo Montenotte',
      [event.dialog.circuit]: 'Round course',
    });
    for (const name of ['Rally2', 'Rally4']) await hand.check(typed(name));
    await hand.fill({
      [event.dialog.start]: atTrack(startsAt),
      [event.dialog.finish]: atTrack(startsAt + 6 * HOUR_MS),
    });
    await look(page, 'new event');
    await hand.key('Enter');
    await expect(notice(page, event.dialog.created)).toBeVisible();
    await expect(ready()).toContainText(event.ready.lines.published('missing'));
    eventId = Number(/\/event\/(\d+)/.exec(page.url())?.[1]);
    await look(page, 'event');
  });
  await drawnEvent(await categoryIdsOf(planner, ['Rally2']));

  await part('Make the circuit', null, async () => {
    const hand = counted(page, tally);
    await hand.click(page.getByRole('main').getByRole('link', { name: circuits.title }));
    await hand.press(circuits.create);
    const { name, country, state, city, latitude, longitude } = circuits.fields;
    await hand.fill({ [name]: 'Round course' });
    await hand.choose(typed(country), { label: 'Italy' });
    await hand.fill({
      [state]: 'Savona',
      [city]: 'Cairo Montenotte',
      [latitude]: '44.5',
      [longitude]: '8.2',
    });
    await hand.key('Enter');
    await expect(notice(page, circuits.created)).toBeVisible();
    await look(page, 'circuits');
  });

  await part('Use the track of another event', null, async () => {
    const hand = counted(page, tally);
    await openEvent(hand);
    await hand.click(page.getByRole('link', { name: tracks.title }));
    await hand.press(tracks.useOf(DRAWN_EVENT));
    await hand.choose(typed(tracks.fields.event), { label: EVENT });
    await look(page, 'use the track');
    await hand.press(TEXTS.form.save, dialog(page));
    await expect(notice(page, tracks.created)).toBeVisible();
    await openEvent(hand);
    await expect(page.getByRole('region', { name: event.map.region })).toBeVisible();
  });

  await part('Import 200 competitors, three rows mended', 8, async () => {
    const hand = counted(page, tally);
    await hand.click(page.getByRole('link', { name: event.competitors.manage }).first());
    await hand.press(imports.open);
    await hand.chooseFile('iscritti.csv', federationList(false));
    await hand.choose(dialog(page).getByLabel('Raggruppamento'), 'Category');
    await look(page, 'columns');
    await hand.press(TEXTS.form.next);
    await expect(dialog(page)).toContainText(imports.rowFault(74, FIELD_TEXTS.emailMalformed));
    await expect(dialog(page)).toContainText(imports.rowFault(84, REFUSALS['import.unknownCategory']));
    await expect(button(dialog(page), imports.count(imports.fates.refused, 3))).toBeVisible();
    await look(page, 'preview');
    await hand.chooseFile('mended.csv', federationList(true), imports.mended);
    await expect(button(dialog(page), imports.count(imports.fates.new, COMPETITORS))).toBeVisible();
    await hand.press(imports.submit(COMPETITORS));
    await expect(dialog(page)).toContainText(imports.result(COMPETITORS, 0, 0));
    await look(page, 'report');
    await hand.press(TEXTS.close, dialog(page).locator('.form-buttons'));
    await expect(dialog(page)).toHaveCount(0);
    expect(await competitors(eventId)).toHaveLength(COMPETITORS);
  });

  await part('Invite all of them', null, async () => {
    const hand = counted(page, tally);
    const mails = await office.mails();
    await hand.check(page.getByLabel(TEXTS.list.selectAll(COMPETITORS)));
    await hand.choose(page.getByLabel(entries.action), entries.actions.send);
    await hand.press(entries.apply);
    await expect(notice(page, entries.sent)).toBeVisible();
    await expect.poll(() => office.mails()).toBe(mails + COMPETITORS);
  });

  await part('Two accept on their phones', null, async () => {
    for (const number of [1, 2]) {
      const phone = await newPage(browser, PHONE);
      const hand = counted(phone, tally);
      await phone.goto(addressIn(await office.mailTo(`entry${number}@example.org`)));
      await expect(phone.getByRole('heading', { name: EVENT })).toBeVisible();
      if (number === 1) await look(phone, 'invitation on a phone');
      await hand.press(drive.accept);
      await hand.click(button(dialog(phone), drive.accept));
      await expect(phone.getByText(drive.states.accepted)).toBeVisible();
      if (number === 1) await look(phone, 'accepted on a phone');
      await phone.context().close();
    }
    const accepted = async (): Promise<number> =>
      (await competitors(eventId)).filter(({ State }) => State === INVITATION_STATE_TEXTS.ACEPTED_INVITATION)
        .length;
    await expect.poll(accepted).toBe(2);
  });

  await part('Authorize 60 competitors', 3, async () => {
    const hand = counted(page, tally);
    const group = entries.groupOf('Rally2', RACING);
    await hand.choose(page.getByLabel(entries.group), { label: group });
    await expect(page.getByText(entries.selected(RACING), { exact: true })).toBeVisible();
    await look(page, 'competitors');
    await hand.choose(page.getByLabel(entries.action), entries.actions.authorize);
    await hand.press(entries.apply);
    await expect(notice(page, entries.authorized(RACING, RACING))).toBeVisible();
  });

  await part('Publish the event', null, async () => {
    const hand = counted(page, tally);
    await hand.press(TEXTS.back);
    await hand.click(button(page, event.publishEvent).first());
    await look(page, 'publish');
    await hand.press(event.publishEvent, dialog(page));
    await expect(notice(page, event.publish.done)).toBeVisible();
  });

  const cars = await phonesOf(eventId);
  expect(cars).toHaveLength(RACING);
  const grid = standOnGrid(cars);
  await part('See that all is ready', null, async () => {
    const { lines } = event.ready;
    const line = (name: keyof typeof lines): Locator => ready().locator(`[data-line="${name}"]`);
    const heard = async (): Promise<ReadyLine | undefined> =>
      (await answered<ReadyAnswer>(planner, 'GET', `/events/ready/${eventId}`)).lines.find(
        (one) => one.line === 'heard',
      );
    await expect.poll(heard).toMatchObject({ done: RACING, of: RACING });
    grid.cancel();
    // The panel would look again by itself.
    tally.presses += 1;
    await page.reload();
    await expect(line('heard')).toContainText(lines.heard('ready', String(RACING), String(RACING)));
    for (const name of ['published', 'line', 'categories', 'licences', 'heard'] as const)
      await expect(line(name).getByRole('img', { name: event.ready.marks.ready })).toBeVisible();
    // Only the competitors who were not authorised are listed as missing.
    await expect(line('competitors')).toContainText(
      lines.competitors('attention', String(RACING), String(COMPETITORS)),
    );
    await expect(ready().getByRole('img', { name: event.ready.marks.attention })).toHaveCount(2);
    await expect(ready().getByRole('img', { name: event.ready.marks.missing })).toHaveCount(0);
    await look(page, 'ready to race');
  });

  await part('Watch the race', null, async () => {
    const aheadMs = startsAt + 60_000 - Date.now();
    office.pass(aheadMs);
    await page.reload();
    const hand = counted(page, tally);
    const driven = race(cars, () => Date.now() + aheadMs);
    await hand.click(page.getByRole('main').getByRole('link', { name: TEXTS.liveNow.watch }));
    await liveMap(page).waitFor();
    await expect
      .poll(async () => (await carLines(page)).filter(({ lap }) => lap > 0).length)
      .toBeGreaterThan(3);
    await look(page, 'live map');
    driven.stop();
  });

  comparePresses(PAGE, parts);
});
