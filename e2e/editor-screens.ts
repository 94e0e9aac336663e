import { test, type Browser, type Page } from '@playwright/test';
import type { EventMapRequest, LatLng } from '@flagpost/contracts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { roundCourse } from '@flagpost/race-testing/round-course';
import { THEMES } from '@flagpost/backoffice/theme';
import { startOffice, type Office } from './office.js';
import { button, dialog, logIn } from './screen.js';
import { LONG, makeEventFromNow } from './screens/organising-data.js';
import { picture, type Pose } from './screens/picture.js';
import { DESK, PHONE } from './screens/places.js';
import { EMAILS } from './shared-race.js';
import { TEXTS } from '@flagpost/backoffice/texts';
import { english } from '../apps/backoffice/src/shared/texts/en/editor.js';
import { english as driveEnglish } from '../apps/backoffice/src/shared/texts/en/track-drive.js';
import { english as importEnglish } from '../apps/backoffice/src/shared/texts/en/track-import.js';

/** The pictures of the track editor in its modes, and of sectors, in all themes: `npm run screens -- editor`. */

test.describe.configure({ timeout: 900_000 });

const words = english.editor;
const imports = importEnglish.trackImport;
const drive = driveEnglish.trackDrive;
/** In the paddock. Every mode is shown there too. */
const TABLET = { width: 1024, height: 768 };
const ALL = { sizes: [DESK, TABLET, PHONE] };
const HOUR_MS = 3_600_000;

let office: Office;
let planner: Caller;
let page: Page;

const take = (name: string, pose: Pose = {}): Promise<void> =>
  picture(page, `editor/${name}`, { themes: THEMES, ...pose });

/** A circuit like a bean, with a hairpin, in metres east and north of the map's default centre. */
const { placeAt } = roundCourse(4_000);
const circuit = (): LatLng[] => {
  const points = Array.from({ length: 90 }, (_, at) => placeAt((at * 4_000) / 90));
  const bent = points.map(({ lat, lng }, at) => ({
    lat: lat - (at > 30 && at < 55 ? 0.0035 * Math.sin(((at - 30) / 25) * Math.PI) * -1 : 0),
    lng: lng + 0.002 * Math.sin(at / 6),
  }));
  return [...bent, bent[0]!];
};

const mapOf = (eventId: number): EventMapRequest => {
  const line = circuit();
  const finish = line[0]!;
  const near = (lat: number, lng: number): LatLng => ({ lat: finish.lat + lat, lng: finish.lng + lng });
  const road = [near(0.002, -0.008), near(0.003, 0.001), near(0.001, 0.009)];
  const icons = [
    'location',
    'ambulancia',
    'banderillero',
    'bomberoapie',
    'bomberomotorizado',
    'rescate',
    'safetycar',
  ] as const;
  return {
    eventId,
    trackName: LONG.circuit,
    pointsTrack: [{ Positions: line }, { Positions: road }],
    pointsMetaStart: line[3]!,
    pointsMetaFinish: finish,
    pointsBoxes: [near(-0.0004, -0.002), near(-0.0004, 0.002), near(-0.0009, 0.002), near(-0.0009, -0.002)],
    pois: icons.map((icon, at) => ({
      ...line[10 + at * 11]!,
      id: null,
      icon,
      description: at === 1 ? LONG.circuit : `Post ${at + 1}`,
    })),
    stages: [
      {
        Stages: 1,
        Name: 'Langhe 1',
        Km: 0,
        StartDate: new Date(Date.now() + HOUR_MS).toISOString(),
        Positions: [near(-0.006, -0.006), near(-0.008, 0), near(-0.007, 0.006)],
        Start: near(-0.006, -0.006),
        Finish: near(-0.007, 0.006),
      },
    ],
  };
};

/** The circuit with points of other purposes. */
const fileOf = (line: readonly LatLng[]): string => {
  const feature = (name: string, type: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type, coordinates },
  });
  const pairs = line.map(({ lat, lng }) => [lng, lat]);
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature(LONG.circuit, 'LineString', pairs),
      feature('Paddock', 'Polygon', [[...pairs.slice(0, 4), pairs[0]]]),
      ...pairs.slice(5, 25).map((pair, at) => feature(`Post ${at + 1}`, 'Point', pair)),
    ],
  });
};

const openEditor = async (eventId: number): Promise<void> => {
  await page.goto(`${office.url}/drawing/${eventId}`);
  await page.getByRole('region', { name: words.map.region }).waitFor();
  // The ground is painted some frames after its region is there.
  await page.waitForTimeout(1_500);
};

const drawn = async (browser: Browser): Promise<void> => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await logIn(page, office.url, EMAILS.planner);
};

test.beforeAll(async ({ browser }) => {
  office = await startOffice();
  planner = await signIn(office.url, EMAILS.planner);
  await drawn(browser);
});
test.afterAll(() => office.remove());

test('the track editor', async () => {
  const categoryIds = await categoryIdsOf(planner, ['WRC']);
  const emptyId = await makeEventFromNow(planner, 'Rally Alba', [24, 30], categoryIds);
  await answered(planner, 'DELETE', `/tracks/${emptyId}`);
  await openEditor(emptyId);
  await take('empty');

  const eventId = await makeEventFromNow(planner, LONG.event, [24, 30], categoryIds);
  await answered(planner, 'POST', '/events/map', mapOf(eventId));
  await openEditor(eventId);
  await take('normal', ALL);
  await button(page, words.edit).click();
  await take('edit', ALL);
  const shape = (name: string | RegExp) => page.getByRole('button', { name });
  await shape(/Race line/)
    .first()
    .click();
  await take('line-chosen', ALL);
  for (const [name, tool] of [
    ['new-line', words.newLine],
    ['new-start', words.newStart],
    ['new-finish', words.newFinish],
    ['new-boxes', words.newBoxes],
    ['new-poi', words.newPoi],
  ] as const) {
    await button(page, tool).click();
    const map = page.getByRole('region', { name: words.map.region });
    const box = (await map.boundingBox())!;
    if (tool === words.newLine || tool === words.newBoxes)
      for (const [x, y] of [
        [0.3, 0.3],
        [0.6, 0.35],
        [0.55, 0.6],
      ] as const)
        await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
    await take(name, ALL);
    await button(page, 'Cancel').click();
  }
  await page.keyboard.press('?');
  await dialog(page).waitFor();
  await take('shortcuts');
  await page.keyboard.press('Escape');

  await button(page, words.import).click();
  await take('import-empty');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'rally.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(fileOf(circuit())),
    });
  await dialog(page).getByRole('list', { name: imports.shapes }).waitFor();
  await take('import');
  await page.keyboard.press('Escape');
  await button(page, words.import).click();
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'rally.gpx',
      mimeType: 'application/gpx+xml',
      buffer: Buffer.from('<gpx><trk><trkseg>\n<trkpt lat="91" lon="8"/></trkseg></trk></gpx>'),
    });
  await dialog(page).getByText(imports.failed).waitFor();
  await take('import-refused');
  await page.keyboard.press('Escape');
  await button(page, drive.title).click();
  await dialog(page).waitFor();
  await take('drive');
  await page.keyboard.press('Escape');

  await shape(/Race line/)
    .first()
    .click();
  await button(page, words.reverse).click();
  await button(page, words.removeLine).click();
  await dialog(page).waitFor();
  await take('delete-line');
  await page.keyboard.press('Escape');
  const mine = { eventId, pointsMetaStart: circuit()[20] };
  await answered(planner, 'POST', '/events/map', mine);
  await answered(planner, 'POST', '/events/map', {
    eventId,
    pointsTrack: mapOf(eventId).pointsTrack!.slice(0, 1),
  });
  await button(page, words.save).click();
  await page.getByText(words.conflict.title).waitFor();
  await take('conflict');
  await page.keyboard.press('Escape');
  await button(page, words.backToEvent).click();
  await page.getByText(words.saveQuestion).waitFor();
  await take('leaving');
});

test('sectors', async () => {
  const categoryIds = await categoryIdsOf(planner, ['WRC']);
  const eventId = await makeEventFromNow(planner, LONG.event, [24, 30], categoryIds);
  await answered(planner, 'POST', '/events/map', mapOf(eventId));
  const { sectors } = TEXTS;
  await page.goto(`${office.url}/sectors/${eventId}`);
  await page.getByText(sectors.empty).waitFor();
  await take('sectors-empty');
  await button(page, sectors.divide.open).click();
  await dialog(page).waitFor();
  await take('divide');
  await button(dialog(page), sectors.divide.start).click();
  await dialog(page).waitFor({ state: 'hidden' });
  await page.getByRole('img', { name: sectors.pictureOf(3) }).waitFor();
  await take('sectors', ALL);
  await page.getByRole('button', { name: TEXTS.tables.editOf(sectors.name(2)), exact: true }).click();
  await dialog(page).locator('img').waitFor();
  await take('sector');
  await button(dialog(page), sectors.choose).click();
  await page.getByRole('dialog', { name: sectors.stretch.title }).locator('canvas').first().waitFor();
  await take('stretch');
});
