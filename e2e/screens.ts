/// <reference lib="dom" />
import {
  expect,
  test,
  type Browser,
  type BrowserContextOptions,
  type Cookie,
  type Page,
} from '@playwright/test';
import { SIGNED_IN_FOR_MS, staySignedIn, type Caller } from '@flagpost/race-testing/calls';
import { startFlagpost, type Flagpost } from '@flagpost/race-testing/flagpost';
import { openLink, type Link } from '@flagpost/race-testing/link';
import { TEXTS } from '@flagpost/backoffice/texts';
import { denyWebGl } from './graphics.js';
import { EMAILS } from './shared-race.js';
import { bar, liveMap, logIn, watchLink } from './screen.js';
import { faults } from './screens/faults.js';
import {
  conduct,
  HARD_STATES,
  LONG_CLUB,
  RACES,
  type Conducted,
  type HardState,
} from './screens/hard-states.js';
import { chooseTheme, DESK, isTouched, keepPicture, SIZES, TABLET, type Size } from './screens/places.js';
import { startPlainBrowser } from './plain-browser.js';

/** Cars have come, tiles of text are drawn, what slides in is in. */
const SETTLED_MS = 3_000;

let flagpost: Flagpost;
let director: Caller;
test.beforeAll(async () => {
  // No imagery: the pictures are the same with and without a network.
  flagpost = await startFlagpost({ DEMO: '1', TILE_URL: 'none' });
  director = await staySignedIn(flagpost.url, EMAILS.director);
});
test.afterAll(() => flagpost.remove());

for (const theme of ['light', 'dark'] as const) {
  for (const size of SIZES) {
    test(`demo, ${theme}, ${size.width} x ${size.height}`, async ({ browser }) => {
      test.setTimeout(240_000);
      const page = await browser.newPage({
        viewport: size,
        colorScheme: theme,
        hasTouch: isTouched(size),
      });
      await logIn(page, flagpost.url, EMAILS.director);
      const watch = watchLink(page);
      await watch.waitFor({ timeout: 60_000 });
      await keepPicture(page, `live-now-${theme}`, size);

      await chooseTheme(page, theme);
      await watch.click();
      await liveMap(page).waitFor();
      await page.waitForTimeout(theme === 'light' && size === DESK ? 150_000 : 8_000);
      expect.soft(await faults(page)).toEqual([]);
      await keepPicture(page, `live-map-${theme}`, size);
      await page.close();
    });
  }
}

let signed: { cookies: Cookie[]; at: number } | null = null;
/** A window of the director; sign-ins are counted, and many would be refused. */
const windowOf = async (browser: Browser, options: BrowserContextOptions, url: string): Promise<Page> => {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (signed === null || Date.now() - signed.at > SIGNED_IN_FOR_MS) {
    await logIn(page, url, EMAILS.director);
    signed = { cookies: await context.cookies(), at: Date.now() };
  } else {
    await context.addCookies(signed.cookies);
    await page.goto(url);
    await page.getByRole('heading', { name: TEXTS.liveNow.title }).waitFor();
  }
  return page;
};

/** The club of the demo has a short name: as it would be after a sign-in under another. */
const nameClub = async (page: Page, name: string): Promise<void> => {
  const cookies = await page.context().cookies();
  await page.context().addCookies(
    cookies
      .filter((cookie) => cookie.name === 'club')
      .map((cookie) => {
        const club = { ...(JSON.parse(decodeURIComponent(cookie.value)) as object), cluName: name };
        return { ...cookie, value: encodeURIComponent(JSON.stringify(club)) };
      }),
  );
};

const open = async (page: Page, eventId: number, url: string): Promise<void> => {
  await page.goto(`${url}/map/${eventId}`);
  await liveMap(page).waitFor();
  await bar(page).getByText(TEXTS.race.live).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await bar(page).getByText(TEXTS.race.live).waitFor();
};

/** A browser's zoom: so many times fewer pixels of the page in the same window, each so many times as large. */
const viewOf = ({ width, height }: Size, { zoom = 1 }: HardState) => ({
  viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
  deviceScaleFactor: zoom,
  hasTouch: isTouched({ width, height }),
});

for (const raceName of Object.keys(RACES) as (keyof typeof RACES)[]) {
  test.describe.serial(raceName, () => {
    let race: Conducted;
    test.beforeAll(async () => {
      test.setTimeout(120_000);
      race = await conduct(flagpost.url, raceName, director);
    });
    test.afterAll(() => race.stop());

    for (const state of HARD_STATES.filter((one) => one.race === raceName)) {
      test(state.name, async ({ browser }) => {
        test.setTimeout(300_000);
        await state.build?.(race);
        // A browser's zoom makes a phone of a tablet.
        const checked = state.sizes ?? (state.zoom === undefined ? [...SIZES, TABLET] : SIZES);
        for (const size of checked) {
          const link: Link | null = state.isCut === true ? await openLink(flagpost.url) : null;
          const url = link?.url ?? flagpost.url;
          const page = await windowOf(browser, viewOf(size, state), url);
          if (state.isWithoutWebGl === true) await denyWebGl(page);
          if (raceName === 'longNames') await nameClub(page, LONG_CLUB);
          // A tablet is checked, and not kept: its layout is the desk's.
          for (const theme of size === TABLET ? state.themes.slice(0, 1) : state.themes) {
            await chooseTheme(page, theme);
            await open(page, race.eventId, url);
            // A key that means nothing: sound may be turned on.
            await page.keyboard.press('Shift');
            if (state.deficiency !== undefined) {
              const devtools = await page.context().newCDPSession(page);
              await devtools.send('Emulation.setEmulatedVisionDeficiency', { type: state.deficiency });
            }
            await state.show?.(page, race);
            if (link !== null) {
              link.cut();
              await page
                .locator('.race-trouble, .state-chip[data-troubled=true]')
                .waitFor({ timeout: 40_000 });
            }
            await page.waitForTimeout(1_000);
            if (link === null) await bar(page).getByText(TEXTS.race.live).waitFor();
            const folder = size === TABLET ? 'test-results/screens' : 'docs/screens';
            await keepPicture(page, `${state.name}-${theme}`, size, folder);
            expect.soft(await faults(page), `${state.name}, ${theme}, ${size.width} px`).toEqual([]);
            link?.mend();
          }
          await page.context().close();
          await link?.remove();
        }
      });
    }

    if (raceName === 'around') {
      test('sound-off', async () => {
        test.setTimeout(120_000);
        const plain = await startPlainBrowser();
        try {
          const entrance = await plain.tabs.newPage();
          await logIn(entrance, flagpost.url, EMAILS.director);
          await chooseTheme(entrance, 'dark');
          await entrance.close();
          for (const size of SIZES) {
            const page = await plain.tabs.newPage();
            await page.setViewportSize(size);
            await page.goto(`${flagpost.url}/map/${race.eventId}`);
            // Reading from the page counts as a press, which would turn the sound on.
            await page.waitForTimeout(3 * SETTLED_MS);
            await keepPicture(page, 'sound-off-dark', size);
            await expect(page.getByText(TEXTS.sos.soundOff)).toBeVisible();
            expect.soft(await faults(page), `sound off, ${size.width} px`).toEqual([]);
            await page.close();
          }
        } finally {
          await plain.close();
        }
      });
    }
  });
}
