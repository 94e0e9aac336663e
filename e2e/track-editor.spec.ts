import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { FINISH_RADIUS_M, ITALY, type EventAnswer } from '@flagpost/contracts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { TEXTS } from '@flagpost/backoffice/texts';
import { axeFaults, expectAccessible, settled } from './axe.js';
import { counted } from './hand.js';
import { startOffice, type Office } from './office.js';
import { button, dialog, notice } from './screen.js';
import { startSession } from './session.js';
import { makeEventFromNow } from './screens/organising-data.js';
import { EMAILS } from './shared-race.js';

/** The track editor: a circuit by mouse and by keyboard, undone and redone, left, kept, and saved by two people. */

const { editor, event, sectors } = TEXTS;
/** Of a circuit of 4 km around this place, in pixels of the map at the zoom at which it is drawn. */
const PLACE = { lat: '44.5012', lng: '8.2034' };
const [WIDE, HIGH] = [415, 300];
const POINTS = 28;
const HOUR_MS = 3_600_000;

test.describe.configure({ mode: 'serial' });

let office: Office;
let planner: Caller;
let context: BrowserContext;
let page: Page;
let eventId: number;
let categoryIds: number[];

const signedIn = async (browser: Browser, email: string): Promise<BrowserContext> => {
  const opened = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  await startSession(opened, office.url, email);
  return opened;
};
const open = async (on: Page, path = `/drawing/${eventId}`): Promise<void> => {
  await on.goto(`${office.url}${path}`);
  await map(on).waitFor();
};
const map = (on: Page) => on.getByRole('region', { name: editor.map.region });
const panel = (on: Page) => on.getByRole('complementary', { name: editor.panel });
const shape = (on: Page, name: string | RegExp) => panel(on).getByRole('button', { name });
const middleOf = async (on: Page): Promise<{ x: number; y: number }> => {
  const box = await map(on).boundingBox();
  if (box === null) throw new Error('no map');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
/** Presses a button as long as it can be pressed. */
const pressOut = async (on: Page, name: string): Promise<number> => {
  for (let presses = 0; ; presses++) {
    if (await button(on, name).isDisabled()) return presses;
    await button(on, name).click();
  }
};
/** An event that comes, on whose map nothing is drawn. */
const makeEmptyEvent = async (Name: string): Promise<number> => {
  const body = {
    Name,
    Start: new Date(Date.now() + 240 * HOUR_MS).toISOString(),
    Finish: new Date(Date.now() + 250 * HOUR_MS).toISOString(),
    CouId: ITALY,
    State: 'Savona',
    City: 'Cairo Montenotte',
    CircuitName: 'Round course',
    Categories: categoryIds,
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: 7,
  };
  return (await answered<EventAnswer>(planner, 'POST', '/events/', body)).eveId;
};
const savedRoute = (id = eventId) =>
  answered<{ track: { kilometres: number; pointsTrack: unknown[]; pointsMetaFinish: unknown } }>(
    planner,
    'GET',
    `/circuitRoutes/${id}`,
  );

test.beforeAll(async ({ browser }) => {
  office = await startOffice();
  planner = await signIn(office.url, EMAILS.planner);
  categoryIds = await categoryIdsOf(planner, ['WRC']);
  eventId = await makeEmptyEvent('Ronde delle Valli');
  context = await signedIn(browser, EMAILS.planner);
  page = await context.newPage();
});
test.afterAll(async () => {
  await context.close();
  await office.remove();
});

test('a first user draws a circuit of 4 km with gates, boxes and three sectors in less than 5 minutes', async () => {
  const begun = Date.now();
  const tally = { presses: 0 };
  const hand = counted(page, tally);
  const pressAt = async (x: number, y: number): Promise<void> => {
    tally.presses += 1;
    await page.mouse.click(x, y);
  };
  await page.goto(`${office.url}/event/${eventId}`);
  await hand.click(page.getByRole('link', { name: event.map.edit, exact: true }).first());
  await expect(page.getByText(editor.empty)).toBeVisible();
  await expectAccessible(page);

  await hand.press(editor.newLine);
  await hand.type(page.getByLabel(editor.latitude), PLACE.lat);
  await hand.type(page.getByLabel(editor.longitude), PLACE.lng);
  await hand.press(editor.goTo);
  await hand.press(TEXTS.map.zoomOut);
  await expect(page.getByPlaceholder(/^44\.501/)).toBeVisible();
  const { x, y } = await middleOf(page);
  const onCircuit = (turn: number): [number, number] => [
    x + WIDE * Math.cos(2 * Math.PI * turn),
    y + HIGH * Math.sin(2 * Math.PI * turn),
  ];
  for (let point = 0; point < POINTS; point++) await pressAt(...onCircuit(point / POINTS));
  await expect(page.getByText(new RegExp(`^${POINTS} points, `))).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  // The first point again: the circuit is closed.
  await pressAt(...onCircuit(0));
  await expect(shape(page, /^Race line, [34]\.\d\d km$/)).toBeVisible();

  await hand.press(editor.newStart);
  await pressAt(...onCircuit(5 / POINTS));
  await hand.press(editor.newFinish);
  await pressAt(...onCircuit(5 / POINTS));
  await hand.press(editor.newBoxes);
  for (const [dx, dy] of [
    [-60, -40],
    [60, -40],
    [60, 0],
    [-60, 0],
  ] as const)
    await pressAt(x + dx, y + dy);
  await hand.press(editor.save);
  for (const name of [editor.start, editor.finish, editor.boxes])
    await expect(shape(page, new RegExp(`^${name}$`))).toBeVisible();
  await expect(page.getByText(editor.unsaved)).toBeVisible();

  // Back to the beginning, and forth to the end.
  const line = await shape(page, /^Race line/).innerText();
  expect(await pressOut(page, editor.undo)).toBe(4);
  await expect(page.getByText(editor.empty)).toBeVisible();
  expect(await pressOut(page, editor.redo)).toBe(4);
  await expect(shape(page, line)).toBeVisible();

  await hand.press(editor.save);
  await expect(dialog(page).getByLabel(editor.track.name)).toHaveValue('Round course');
  expect(await axeFaults(page)).toEqual([]);
  await hand.press(editor.save, dialog(page));
  await expect(notice(page, editor.saved)).toBeVisible();

  await hand.press(editor.backToEvent);
  await hand.click(page.getByRole('link', { name: event.map.sectors, exact: true }));
  await hand.press(sectors.divide.open);
  await hand.press(sectors.divide.start, dialog(page));
  await expect(notice(page, sectors.divide.done(3))).toBeVisible();
  const seconds = Math.round((Date.now() - begun) / 1_000);
  process.stdout.write(
    `A circuit of ${line}, with three sectors: ${tally.presses} presses, ${seconds} s by machine\n`,
  );
  // At two seconds for a press.
  expect(tally.presses * 2).toBeLessThan(300);
  const { track } = await savedRoute();
  expect(track.kilometres).toBeGreaterThan(3.5);
});

test('points are moved by mouse and keyboard, inserted and removed, and lines cut and joined', async () => {
  await open(page);
  await button(page, editor.edit).click();
  await shape(page, /^Race line/).click();
  await page.keyboard.press('PageDown');
  await expect(page.getByText(editor.pointOf(1, POINTS), { exact: true })).toBeVisible();
  const line = await shape(page, /^Race line/).innerText();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(shape(page, line)).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(shape(page, line)).toBeVisible();

  await page.keyboard.press('Insert');
  await expect(page.getByText(editor.pointOf(2, POINTS + 1), { exact: true })).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(dialog(page)).toContainText(editor.removePointQuestion);
  await page.keyboard.press('Enter');
  await expect(page.getByText(editor.pointOf(2, POINTS), { exact: true })).toBeVisible();

  for (let point = 2; point < 10; point++) await page.keyboard.press('PageDown');
  await button(page, editor.cut).click();
  await expect(shape(page, /drawing only/)).toHaveCount(1);
  await shape(page, /drawing only/).click();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('combobox', { name: editor.join }).selectOption({ index: 1 });
  await panel(page).getByRole('button', { name: editor.join, exact: true }).click();
  await expect(shape(page, /drawing only/)).toHaveCount(0);
  await expect(shape(page, line)).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(notice(page, editor.saved)).toBeVisible();
});

test('a circuit is drawn by keyboard alone', async () => {
  eventId = await makeEmptyEvent('Slalom dei Colli');
  await open(page);
  const reach = async (name: string): Promise<void> => {
    await button(page, name).focus();
    await page.keyboard.press('Enter');
  };
  await reach(editor.newLine);
  await page.getByLabel(editor.latitude).focus();
  for (const [lat, lng] of [
    ['44.50', '8.20'],
    ['44.51', '8.20'],
    ['44.51', '8.214'],
    ['44.50', '8.214'],
  ] as const) {
    await page.keyboard.type(lat);
    await page.keyboard.press('Tab');
    await page.keyboard.type(lng);
    await page.keyboard.press('Enter');
  }
  await reach(editor.save);
  await expect(shape(page, 'Race line, 4.45 km')).toBeVisible();
  await reach(editor.newFinish);
  // The middle of the map, where the last point is.
  await map(page).focus();
  await page.keyboard.press('Space');
  await expect(shape(page, /^Finish$/)).toBeVisible();
  await page.keyboard.press('Control+s');
  await dialog(page).waitFor();
  await page.keyboard.press('Enter');
  await expect(notice(page, editor.saved)).toBeVisible();
  expect((await savedRoute()).track.pointsMetaFinish).not.toBeNull();
});

test('points of interest are placed, named, moved and deleted', async () => {
  await open(page);
  const { x, y } = await middleOf(page);
  await button(page, editor.newPoi).click();
  await expect(page.getByText(editor.noCoordinates)).toBeVisible();
  await page.mouse.click(x, y);
  await page.mouse.click(x + 80, y);
  await button(page, editor.saveChanges).click();
  await expect(notice(page, editor.poisSaved)).toBeVisible();
  await shape(page, 'New POI (Common)').first().click();
  const card = page.getByRole('region', { name: editor.poi.new });
  await button(card, editor.poi.edit).click();
  await dialog(page).getByLabel(editor.poi.name).fill('Doctor');
  await dialog(page).getByLabel(editor.poi.icon).selectOption('ambulance');
  await settled(page);
  expect(await axeFaults(page)).toEqual([]);
  await button(dialog(page), editor.save).click();
  await expect(shape(page, 'Doctor (ambulance)')).toBeVisible();
  await shape(page, 'New POI (Common)').click();
  await page.keyboard.press('Delete');
  await expect(dialog(page)).toContainText(editor.removePoiQuestion);
  await button(dialog(page), TEXTS.yes).click();
  await expect(shape(page, 'New POI (Common)')).toHaveCount(0);
  await button(page, editor.save).click();
  // The toast of the first saving may still be there.
  const stored = async () =>
    (await answered<{ pois: unknown[] }>(planner, 'GET', `/interestpoints/${eventId}`)).pois;
  await expect.poll(stored).toMatchObject([{ Description: 'Doctor', Icon: 'ambulancia' }]);
});

test('the map position is saved at once', async () => {
  await open(page, `/mapTrack/${eventId}`);
  await button(page, TEXTS.map.zoomOut).click();
  await page.waitForTimeout(500);
  await button(page, editor.savePosition).click();
  await expect(notice(page, editor.positionSaved)).toBeVisible();
  await expect(page.getByText(editor.unsaved)).toHaveCount(0);
});

test('unsaved changes are asked about on every way out, and survive a reload', async () => {
  await page.goto(`${office.url}/event/${eventId}`);
  await page.getByRole('link', { name: event.map.edit, exact: true }).first().click();
  await map(page).waitFor();
  await button(page, editor.newStart).click();
  const { x, y } = await middleOf(page);
  await page.mouse.click(x - 50, y - 50);
  await expect(page.getByText(editor.unsaved)).toBeVisible();

  await page.getByRole('link', { name: TEXTS.menu.events }).click();
  await expect(dialog(page)).toContainText(editor.saveQuestion);
  await page.keyboard.press('Escape');
  await button(page, TEXTS.menu.logout).click();
  await expect(dialog(page)).toContainText(editor.saveQuestion);
  await page.keyboard.press('Escape');
  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
  await expect(dialog(page)).toContainText(editor.saveQuestion);
  await expect(page).toHaveURL(new RegExp(`/drawing/${eventId}$`));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(dialog(page)).toContainText(editor.kept.title);
  expect(await axeFaults(page)).toEqual([]);
  await button(page, editor.kept.restore).click();
  await expect(shape(page, /^Start$/)).toBeVisible();
  await page.goBack({ waitUntil: 'commit' }).catch(() => undefined);
  await button(dialog(page), TEXTS.yes).click();
  await expect(page).toHaveURL(new RegExp(`/event/${eventId}$`));
  await open(page);
  await expect(shape(page, /^Start$/)).toBeVisible();
});

test('two organisers see what the other has saved, and choose', async ({ browser }) => {
  const others = await signedIn(browser, EMAILS.viewer);
  const other = await others.newPage();
  for (const on of [page, other]) await open(on);
  const drawFinish = async (on: Page, byPx: number): Promise<void> => {
    const { x, y } = await middleOf(on);
    await button(on, editor.newFinish).click();
    await on.mouse.click(x + byPx, y);
    await button(on, editor.save).click();
  };
  await drawFinish(other, 60);
  await expect(notice(other, editor.saved)).toBeVisible();
  await drawFinish(page, -60);
  const conflict = page.getByRole('dialog', { name: editor.conflict.title });
  await expect(conflict).toContainText('saved it at');
  expect(await axeFaults(page)).toEqual([]);
  await conflict.getByRole('radio', { name: new RegExp(`^${editor.conflict.theirs}`) }).check();
  await button(conflict, editor.conflict.save).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.getByText(editor.unsaved)).toHaveCount(0);
  await others.close();
});

test('while the race runs, saving says what changes for laps', async () => {
  eventId = await makeEventFromNow(planner, 'Rally dei Vini', [-1, 3], categoryIds);
  await answered(planner, 'PUT', `/events/publish/${eventId}`);
  await open(page);
  await button(page, editor.edit).click();
  await shape(page, /^Finish$/).click();
  await page.keyboard.press('Shift+ArrowUp');
  await button(page, editor.save).click();
  const asked = page.getByRole('dialog', { name: editor.running.title });
  await expect(asked).toContainText(TEXTS.raceChange.finish.moved(10));
  await expect(asked).toContainText(TEXTS.raceChange.effects.finishMoved);
  expect(await axeFaults(page)).toEqual([]);
  await button(asked, editor.running.save).click();
  await expect(notice(page, editor.saved)).toBeVisible();
});
