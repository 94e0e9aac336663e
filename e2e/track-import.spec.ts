/// <reference lib="dom" />
import { expect, test, type Browser, type Page } from '@playwright/test';
import { zipSync } from 'fflate';
import {
  FINISH_RADIUS_M,
  ITALY,
  REFUSALS,
  SAFETY_CAR_DELAY_S,
  TRACK_FILE_LIMITS,
  type CircuitRouteAnswer,
  type EventAnswer,
  type LatLng,
  type PoisAnswer,
} from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { answered, signIn, type Caller } from '@flagpost/race-testing/calls';
import { categoryIdsOf } from '@flagpost/race-testing/made-event';
import { writeGeoJson, writeGpx, writeKml, type TrackFile } from '@flagpost/track-files';
import { expectAccessible } from './axe.js';
import { counted } from './hand.js';
import { startOffice, type Office } from './office.js';
import { EMAILS } from './shared-race.js';
import { button, dialog, notice } from './screen.js';
import { startSession } from './session.js';

/** Tracks from files, into the editor of an event without one. */

const HOUR_MS = 3_600_000;
const { trackImport: words, editor } = TEXTS;

let office: Office;
let planner: Caller;
let categoryIds: readonly number[];

test.beforeAll(async () => {
  office = await startOffice();
  planner = await signIn(office.url, EMAILS.planner);
  categoryIds = await categoryIdsOf(planner, ['WRC']);
});
test.afterAll(() => office.remove());

const newEvent = async (): Promise<number> => {
  const { eveId } = await answered<EventAnswer>(planner, 'POST', '/events/', {
    Name: 'Rally delle Langhe',
    Start: new Date(Date.now() + 24 * HOUR_MS).toISOString(),
    Finish: new Date(Date.now() + 30 * HOUR_MS).toISOString(),
    CouId: ITALY,
    State: 'Cuneo',
    City: 'Alba',
    CircuitName: 'Langhe',
    Categories: [...categoryIds],
    Radius: FINISH_RADIUS_M.default,
    SafetyCarDelay: SAFETY_CAR_DELAY_S.default,
  });
  return eveId;
};
const routeOf = (eventId: number): Promise<CircuitRouteAnswer> =>
  answered(planner, 'GET', `/circuitRoutes/${eventId}`);

const openEditor = async (
  browser: Browser,
  eventId: number,
  viewport = { width: 1440, height: 900 },
): Promise<Page> => {
  const page = await (await browser.newContext({ viewport, reducedMotion: 'reduce' })).newPage();
  await startSession(page.context(), office.url, EMAILS.planner);
  await page.goto(`${office.url}/drawing/${eventId}`);
  await button(page, editor.import).waitFor();
  return page;
};

interface Chosen {
  readonly name: string;
  readonly content: Uint8Array | string;
}

/** One press: the button that asks for a file. */
const chooseFile = async (
  page: Page,
  { name, content }: Chosen,
  by: string = words.choose,
): Promise<void> => {
  const asked = page.waitForEvent('filechooser');
  await counted(page).press(by, dialog(page));
  await (
    await asked
  ).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content as string) });
};

/** A lap of so many points, driven from its first point. */
const lap = (count: number): LatLng[] => {
  const points = Array.from({ length: count }, (_, index) => ({
    lat: 44.7 + 0.01 * Math.sin((2 * Math.PI * index) / count),
    lng: 8 + 0.015 * Math.cos((2 * Math.PI * index) / count),
  }));
  return [...points, ...points.slice(0, 1)];
};
const CORNER = { lat: 44.7, lng: 8.0155 };
const LANGHE: TrackFile = {
  name: 'Langhe Ring',
  lines: [lap(60)],
  start: null,
  finish: null,
  boxes: [CORNER, { lat: 44.7, lng: 8.017 }, { lat: 44.7008, lng: 8.017 }, CORNER],
  pois: [{ lat: 44.705, lng: 8.01, name: 'Ambulanza Nord', icon: 'ambulancia' }],
};

test.describe('a track', () => {
  for (const [format, name, write] of [
    ['KML', 'langhe.kml', writeKml],
    ['KMZ', 'langhe.kmz', (file: TrackFile) => zipSync({ 'doc.kml': writeKml(file) })],
    ['GPX', 'langhe.gpx', writeGpx],
    ['GeoJSON', 'langhe.geojson', writeGeoJson],
  ] as const)
    test(`is imported from ${format} in at most 10 presses, and saved`, async ({ browser }) => {
      const eventId = await newEvent();
      const page = await openEditor(browser, eventId);
      const hand = counted(page);
      await hand.press(editor.import);
      const asked = page.waitForEvent('filechooser');
      await hand.press(words.choose, dialog(page));
      const content = Buffer.from(write(LANGHE));
      await (await asked).setFiles({ name, mimeType: 'application/octet-stream', buffer: content });
      await expect(dialog(page)).toContainText(words.found(2, 1));
      await expect(
        dialog(page).getByRole('region', { name: words.map }).locator('canvas').first(),
      ).toBeVisible();
      await expectAccessible(page);
      await hand.press(words.submit, dialog(page));
      await expect(dialog(page).getByLabel(editor.track.name)).toHaveValue('Langhe Ring');
      await hand.press(TEXTS.form.save, dialog(page));
      await expect(notice(page, 'Polyline was loaded')).toBeVisible();
      await hand.press(editor.save);
      await expect(notice(page, editor.saved)).toBeVisible();
      expect(hand.presses()).toBeLessThanOrEqual(10);

      const { track } = await routeOf(eventId);
      expect(track.name).toBe('Langhe Ring');
      expect(track.pointsTrack.map(({ Positions }) => Positions.length)).toEqual([61]);
      expect(track.pointsBoxes).toHaveLength(4);
      expect(track.pointsMetaStart).toMatchObject({ lat: expect.closeTo(44.7), lng: expect.closeTo(8.015) });
      expect(track.pointsMetaFinish).toEqual(track.pointsMetaStart);
      const { pois } = await answered<PoisAnswer>(planner, 'GET', `/interestpoints/${eventId}`);
      expect(pois).toMatchObject([{ Description: 'Ambulanza Nord', Icon: 'ambulancia' }]);
      await page.context().close();
    });

  test('can be dropped on the editor, on a phone too, and chosen from', async ({ browser }) => {
    const eventId = await newEvent();
    const page = await openEditor(browser, eventId, { width: 390, height: 844 });
    const transfer = await page.evaluateHandle(
      (text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], 'langhe.kml'));
        return data;
      },
      Buffer.from(writeKml(LANGHE)).toString(),
    );
    await page.locator('.editor-body').dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText(editor.dropHere)).toBeVisible();
    await page.locator('.editor-body').dispatchEvent('drop', { dataTransfer: transfer });
    await expect(dialog(page)).toContainText(words.found(2, 1));
    await expectAccessible(page);
    await dialog(page).getByLabel(words.becomes('Boxes')).selectOption(words.purposes.nothing);
    await dialog(page).getByLabel(words.becomes('Ambulanza Nord')).selectOption(words.purposes.nothing);
    await button(dialog(page), words.submit).click();
    await button(dialog(page), TEXTS.form.save).click();
    await expect(notice(page, 'Polyline was loaded')).toBeVisible();
    await expect(page.locator('.editor-title')).toContainText('Langhe Ring');
    expect((await routeOf(eventId)).track.pointsTrack).toEqual([]);
    await page.context().close();
  });

  test('of 100,000 points is thinned, which is said in metres', async ({ browser }) => {
    const page = await openEditor(browser, await newEvent());
    await button(page, editor.import).click();
    const line = lap(99_999);
    await chooseFile(page, {
      name: 'long.gpx',
      content: writeGpx({ ...LANGHE, lines: [line], boxes: null, pois: [] }),
    });
    await expect(
      dialog(page).getByText(/^Of 100000 points [\d]+ are kept, .* farther than 0\.\d\d m /),
    ).toBeVisible();
    await page.context().close();
  });
});

test('a file that nobody should trust is refused with the line and the reason, and nothing is stored', async ({
  browser,
}) => {
  const eventId = await newEvent();
  const page = await openEditor(browser, eventId);
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(office.url) && !/^(data|blob):/.test(request.url()))
      strangers.push(request.url());
  });
  await button(page, editor.import).click();
  const bomb = zipSync({ 'doc.kml': new Uint8Array(TRACK_FILE_LIMITS.bytes + 1) });
  const link = '<kml><NetworkLink><Link><href>http://192.0.2.1/a.kml</href></Link></NetworkLink></kml>';
  const bad = '<kml>\n<Placemark><Point>\n<coordinates>8,north</coordinates></Point></Placemark></kml>';
  const entities = '<!DOCTYPE kml [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><kml><name>&c;</name></kml>';
  const files: readonly (readonly [Chosen, string])[] = [
    [{ name: 'bomb.kmz', content: bomb }, REFUSALS['trackFile.tooLarge']],
    [{ name: 'entities.kml', content: entities }, `Line 1: ${REFUSALS['trackFile.doctype']}`],
    [{ name: 'link.kml', content: link }, REFUSALS['trackFile.linksOnly']],
    [{ name: 'bad.kml', content: bad }, `Line 3 ('8,north'): ${REFUSALS['trackFile.coordinates']}`],
    [{ name: 'cut.gpx', content: '<gpx>\n<trk>' }, `Line 2: ${REFUSALS['trackFile.damaged']}`],
    [{ name: 'table.csv', content: 'a;b' }, REFUSALS['trackFile.unknownFormat']],
    [
      { name: 'nothing.geojson', content: '{"type":"FeatureCollection","features":[]}' },
      REFUSALS['trackFile.empty'],
    ],
  ];
  for (const [file, reason] of files) {
    await chooseFile(page, file);
    const alert = dialog(page).getByRole('alert');
    await expect(alert).toContainText('An error occurred trying to decode the file');
    await expect(alert).toContainText(reason);
  }
  await expectAccessible(page);
  expect((await routeOf(eventId)).track.pointsTrack).toEqual([]);
  expect(strangers).toEqual([]);
  await page.context().close();
});
