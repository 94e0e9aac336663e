/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { CAR_LOOKS, FLAGS, flagOf, lookAt, type CarLook, type FlagCode } from '@flagpost/contracts';
import { TEXTS } from '@flagpost/backoffice/texts';
import { THEMES } from '@flagpost/backoffice/theme';
import { denyWebGl, plainMap } from './graphics.js';
import { CARS, expect, openMap, test, type Course } from './shared-race.js';
import { count } from './screen.js';
import { chooseTheme, DESK } from './screens/places.js';
import { WHOLE_PIXELS } from './pixels.js';

test.use(WHOLE_PIXELS);

/** A car's mark as it was drawn. */
interface DrawnMark {
  readonly look: number;
  /** Of the disc with its casings, pixels of the page. */
  readonly diameterPx: number;
  /** Its number; empty for a dot. */
  readonly text: string;
  /** The least contrast of the number's ink to what is behind it. */
  readonly contrast: number;
  /** Of the badge's dark plate; 0: none. */
  readonly badgePx: number;
}

declare global {
  interface Window {
    /** Marks drawn from now on, the latest of each car number and look. To measure them takes the page a while. */
    drawnMarks: () => DrawnMark[];
    /** Looks of them. */
    drawnLooks: () => number[];
  }
}

/**
 * Watches what the map without WebGL draws: each mark is a cell of one picture, then its number, then its badge, a cell too.
 * Sizes and places of both maps are the same columns. Call it before the page is loaded.
 */
const watchMarks = (page: Page, looks: number): Promise<unknown> =>
  page.addInitScript((lookCount) => {
    const CELL_PX = 128;
    const COLUMNS = 8;
    const prototype = CanvasRenderingContext2D.prototype;
    type Draw = (this: CanvasRenderingContext2D, ...args: unknown[]) => void;
    const { drawImage, fillText } = prototype as unknown as Record<'drawImage' | 'fillText', Draw>;
    interface Cell {
      readonly index: number;
      readonly sidePx: number;
      readonly atlas: HTMLCanvasElement;
    }
    interface Text {
      readonly text: string;
      readonly px: number;
      readonly ink: string;
    }
    const marks = new Map<string, { mark: Cell; text: Text; badge: Cell }>();
    let mark: Cell | null = null;
    let text: Text | null = null;
    Object.assign(prototype, {
      drawImage(this: CanvasRenderingContext2D, ...args: unknown[]) {
        drawImage.apply(this, args);
        const [atlas, ...box] = args as [unknown, ...number[]];
        if (!(atlas instanceof HTMLCanvasElement) || atlas.width !== CELL_PX * COLUMNS) return;
        const [left = NaN, top = NaN, , , , , width = NaN] = box;
        const index = Math.floor(left / CELL_PX) + Math.floor(top / CELL_PX) * COLUMNS;
        const cell = { index, sidePx: width, atlas };
        if (index < lookCount) mark = cell;
        else if (mark !== null && text !== null) {
          if (index === mark.index + 2 * lookCount)
            marks.set(`${mark.index} ${text.text}`, { mark, text, badge: cell });
          [mark, text] = [null, null];
        }
      },
      fillText(this: CanvasRenderingContext2D, ...args: unknown[]) {
        fillText.apply(this, args);
        text = {
          text: String(args[0]),
          px: Number(/([\d.]+)px/.exec(this.font)?.[1]),
          ink: typeof this.fillStyle === 'string' ? this.fillStyle : '',
        };
      },
    });

    const pixelsOf = ({ index, atlas }: Cell): Uint8ClampedArray => {
      const ctx = atlas.getContext('2d');
      if (ctx === null) throw new Error('The picture of the marks has no context.');
      const [x, y] = [(index % COLUMNS) * CELL_PX, Math.floor(index / COLUMNS) * CELL_PX];
      return ctx.getImageData(x, y, CELL_PX, CELL_PX).data;
    };
    /** How high opaque pixels are, or the dark ones of them, in pixels of the page. */
    const heightOf = (cell: Cell, isDark = false): number => {
      const pixels = pixelsOf(cell);
      const rows = new Set<number>();
      for (let at = 0; at < pixels.length; at += 4) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.slice(at, at + 4);
        if (alpha > 127 && (!isDark || Math.max(red, green, blue) < 128))
          rows.add(Math.floor(at / 4 / CELL_PX));
      }
      return (rows.size / CELL_PX) * cell.sidePx;
    };
    /** WCAG 2. */
    const luminance = (channels: readonly number[]): number => {
      const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
        const share = channel / 255;
        return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one: readonly number[], other: readonly number[]): number => {
      const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const channelsOf = (colour: string): number[] => {
      if (colour.startsWith('#')) return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
      return [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(Number);
    };
    /** Of the ink to every pixel behind the digits: two thirds of the text's size high, and as wide as they are. */
    const leastContrast = (mark: Cell, { text: digits, px, ink }: Text): number => {
      const pixels = pixelsOf(mark);
      const scale = CELL_PX / mark.sidePx;
      const halfWidth = (digits.length * px * 0.55 * scale) / 2;
      const halfHeight = (px * 0.7 * scale) / 2;
      let least = Infinity;
      for (let y = Math.ceil(CELL_PX / 2 - halfHeight); y < CELL_PX / 2 + halfHeight; y++)
        for (let x = Math.ceil(CELL_PX / 2 - halfWidth); x < CELL_PX / 2 + halfWidth; x++) {
          const at = (y * CELL_PX + x) * 4;
          least = Math.min(least, contrast([...pixels.slice(at, at + 3)], channelsOf(ink)));
        }
      return least;
    };
    window.drawnLooks = () => [...marks.values()].map(({ mark: drawn }) => drawn.index);
    window.drawnMarks = () =>
      [...marks.values()].map(({ mark: drawn, text: number, badge }) => ({
        look: drawn.index,
        diameterPx: heightOf(drawn),
        text: number.text,
        contrast: leastContrast(drawn, number),
        badgePx: heightOf(badge, true),
      }));
  }, looks);

/** Cars 1 to 10 with a flag each, in the order of the specification; 21 silent, 22 standing, 23 in need. */
const SHOWN = CAR_LOOKS.filter((look): look is Extract<CarLook, FlagCode> => typeof look === 'number');
const send = async ({ director, eventId, car }: Course, StateId: FlagCode, carNumber: string) => {
  const { invitationId } = car(carNumber);
  const { status } = await director.call('POST', '/flagRecords', {
    EventId: eventId,
    StateId,
    InvitationsSelected: [invitationId],
    SanctionedDriver: flagOf(StateId).receivers === 'one' ? invitationId : null,
  });
  expect(status).toBeLessThan(300);
};

test('marks are 30 px with a number of 4.5:1 and a badge of 12 px, in every state and theme', async ({
  course,
  windowOf,
}) => {
  const context = await windowOf('director', { viewport: DESK });
  const entrance = await openMap(context, course);
  // Each car has been somewhere.
  await expect.poll(() => count(entrance, 'Running')).toBe(CARS);

  // Green is bright until it is confirmed.
  for (const car of course.cars) car.confirms = false;
  for (const [index, code] of SHOWN.entries()) await send(course, code, String(index + 1));
  course.car('21').isSilent = true;
  course.car('22').stands = true;
  course.car('23').say('sos');

  for (const theme of THEMES) {
    await chooseTheme(entrance, theme);
    const page = await context.newPage();
    await denyWebGl(page);
    await watchMarks(page, CAR_LOOKS.length);
    await page.goto(`${course.url}/map/${course.eventId}`);
    await expect(plainMap(page)).toBeVisible();
    for (const state of ['Offline', 'Stopped', 'SOS'] as const)
      await expect.poll(() => count(page, state)).toBeGreaterThan(0);

    const missing = async (): Promise<CarLook[]> => {
      const looks = new Set((await page.evaluate(() => window.drawnLooks())).map(lookAt));
      return CAR_LOOKS.filter((look) => !looks.has(look));
    };
    await expect.poll(missing).toEqual([]);
    const drawn = await page.evaluate(() => window.drawnMarks());
    for (const { look, text, diameterPx, contrast, badgePx } of drawn) {
      const name = lookAt(look);
      const words = `${theme}: ${typeof name === 'number' ? TEXTS.flags.names[name] : name} with ${text}`;
      expect(contrast, words).toBeGreaterThanOrEqual(4.5);
      const isLettered = typeof name === 'number' || name === 'stopped';
      expect(Math.round(badgePx), words).toBe(isLettered ? 12 : 0);
      if (name === 'sos') expect(diameterPx, words).toBeGreaterThan(45);
      else if (name === FLAGS.doubleYellow) expect(Math.round(diameterPx), words).toBe(36);
      // Daylight doubles the casings, and only a part of them comes out of the disc.
      else if (theme === 'daylight') expect(diameterPx, words).toBeLessThan(37);
      else expect(Math.round(diameterPx), words).toBe(30);
    }
    await page.close();
  }
});
