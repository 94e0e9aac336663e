import type { Page } from '@playwright/test';
import { flagOf, FLAGS, type FlagCode, type FlagRequest } from '@flagpost/contracts';
import { THEMES, type Theme } from '@flagpost/backoffice/theme';
import { TEXTS } from '@flagpost/backoffice/texts';
import type { Caller } from '@flagpost/race-testing/calls';
import {
  startScriptedRace,
  type ScriptedCar,
  type ScriptedRace,
  type ScriptedRaceOptions,
} from '@flagpost/race-testing/scripted-race';
import { keepLost } from '../graphics.js';
import { button, carRow, count, dialog, liveMap, sosCard, unfold } from '../screen.js';
import { OTHER_DESKS, PHONE, type Size } from './places.js';

/** The states of the live map that are hard to draw well: how each comes about, and in which themes it is taken. */
export interface HardState {
  readonly name: string;
  readonly themes: readonly Theme[];
  /** Both if omitted. */
  readonly sizes?: readonly Size[];
  readonly race: keyof typeof RACES;
  /** Done once, before the first picture. */
  readonly build?: (race: Conducted) => Promise<void>;
  /** Done on the page of each picture. */
  readonly show?: (page: Page, race: Conducted) => Promise<void>;
  readonly zoom?: number;
  readonly deficiency?: 'deuteranopia' | 'protanopia' | 'achromatopsia';
  /** Through a link that is cut before the picture. */
  readonly isCut?: boolean;
  /** In a browser without WebGL. */
  readonly isWithoutWebGl?: boolean;
}

export interface Conducted extends ScriptedRace {
  car(carNumber: string): ScriptedCar;
  send(code: FlagCode, carNumbers?: readonly string[], message?: string): Promise<void>;
  clean(): Promise<void>;
}

const LONG_NAMES = {
  event: 'Gran Premio Storico delle Langhe Occiden',
  name: 'Massimiliano Bartolomeo',
  surname: 'Quattrocchi Bren',
  categories: [
    'Vetture Storiche da Competizione Gruppo1',
    'Periodo Classico oltre 2000 centimetri c',
    'Sport Nazionale Monomarca Trofeo Regiona',
  ],
};
export const LONG_CLUB = 'Automobile Club Storico della Valbormida';

const CATEGORIES = ['Scripted GT', 'Scripted Touring', 'Scripted Cup'];
/** Spread over the whole course. */
const AROUND_M = 240;

type Making = Omit<ScriptedRaceOptions, 'url'>;
export const RACES = {
  grid: { cars: 24, categories: CATEGORIES, speed: 1, gridGapM: 8 },
  around: { cars: 24, categories: CATEGORIES, speed: 1, gridGapM: AROUND_M },
  empty: { cars: 0, categories: CATEGORIES, speed: 1 },
  offline: { cars: 48, categories: CATEGORIES, speed: 1, gridGapM: AROUND_M },
  longNames: {
    name: LONG_NAMES.event,
    cars: 12,
    categories: LONG_NAMES.categories,
    speed: 1,
    gridGapM: AROUND_M,
    entrant: (index) => ({
      carNumber: String(2_019 + index),
      name: LONG_NAMES.name,
      surname: LONG_NAMES.surname,
    }),
  },
  twoHundred: { cars: 200, categories: CATEGORIES, speed: 1, gridGapM: 30 },
  thousand: { cars: 1_000, categories: ['Scripted GT'], speed: 1 },
} satisfies Record<string, Making>;

export const conduct = async (
  url: string,
  race: keyof typeof RACES,
  director: Caller,
): Promise<Conducted> => {
  const made = await startScriptedRace({ url, ...RACES[race] });
  const { eventId } = made;
  const car = (carNumber: string): ScriptedCar => {
    const found = made.cars.find((one) => one.carNumber === carNumber);
    if (found === undefined) throw new Error(`There is no car ${carNumber}.`);
    return found;
  };
  return {
    ...made,
    car,
    async send(StateId, carNumbers = [], message) {
      const to = carNumbers.map((carNumber) => car(carNumber).invitationId);
      const request: FlagRequest = {
        EventId: eventId,
        StateId,
        InvitationsSelected: to,
        Message: message ?? null,
        SanctionedDriver: flagOf(StateId).receivers === 'one' ? (to[0] ?? null) : null,
      };
      const { status, body } = await director.call('POST', '/flagRecords', request);
      if (status >= 300)
        throw new Error(`${TEXTS.flags.names[StateId]} was answered ${status}: ${JSON.stringify(body)}`);
    },
    async clean() {
      await director.call('DELETE', `/flagRecords/event/${eventId}`);
    },
  };
};

/** Waits until this many cars are in the state. */
const until = async (page: Page, state: Parameters<typeof count>[1], cars: number): Promise<void> => {
  for (let tries = 0; (await count(page, state)) < cars; tries++) {
    if (tries > 120) throw new Error(`${state} stays under ${cars}.`);
    await page.waitForTimeout(500);
  }
};

const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
/** On a phone the panels beside the map are sheets. */
const openSheet = async (page: Page, name: string): Promise<void> => {
  if (isPhone(page)) await page.locator('.race-foot').getByRole('button', { name, exact: true }).click();
};
const CAUTION_SHOWS_MS = 35_000;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const EACH_FLAG: readonly (readonly [FlagCode, string])[] = [
  [FLAGS.red, '2'],
  [FLAGS.safetyCar, '4'],
  [FLAGS.yellow, '6'],
  [FLAGS.doubleYellow, '8'],
  [FLAGS.green, '10'],
  [FLAGS.white, '12'],
  [FLAGS.surface, '14'],
  [FLAGS.penalty, '16'],
  [FLAGS.black, '18'],
  [FLAGS.warning, '20'],
];
const everyMark = async (race: Conducted): Promise<void> => {
  for (const [code, carNumber] of EACH_FLAG) await race.send(code, [carNumber]);
  race.car('22').isSilent = true;
  race.car('23').stands = true;
  race.car('24').say('sos');
  await wait(18_000);
};

/** Nearer to the finish line, which lies in the middle of the course's upper edge. */
const zoomed = async (page: Page, times: number): Promise<void> => {
  const { x, y, width, height } = (await liveMap(page).boundingBox())!;
  const share = isPhone(page) ? 0.3 : 0.145;
  await page.mouse.move(x + width / 2, y + height * share);
  for (let i = 0; i < times; i++) {
    await page.mouse.wheel(0, -450);
    await page.waitForTimeout(1_500);
  }
};

export const HARD_STATES: readonly HardState[] = [
  {
    name: 'grid',
    themes: THEMES,
    race: 'grid',
    async build(race) {
      for (const car of race.cars) Object.assign(car, { stands: true });
      await wait(14_000);
    },
  },
  { name: 'grid-zoomed', themes: ['dark'], race: 'grid', show: (page) => zoomed(page, 2) },
  {
    name: 'sector',
    themes: ['light'],
    race: 'grid',
    async show(page) {
      await openSheet(page, TEXTS.flags.title);
      await button(page, TEXTS.flags.wholeTrack).click();
      await dialog(page).getByText(TEXTS.flags.sector(2)).click();
    },
  },
  { name: 'every-mark', themes: THEMES, race: 'around', build: everyMark },
  { name: 'every-mark-deuteranopia', themes: ['dark'], race: 'around', deficiency: 'deuteranopia' },
  { name: 'every-mark-protanopia', themes: ['dark'], race: 'around', deficiency: 'protanopia' },
  { name: 'every-mark-achromatopsia', themes: ['dark'], race: 'around', deficiency: 'achromatopsia' },
  { name: 'graphics-lost', themes: THEMES, race: 'around', show: keepLost },
  { name: 'without-webgl', themes: THEMES, race: 'around', isWithoutWebGl: true },
  {
    name: 'sos-under-red',
    themes: THEMES,
    race: 'around',
    async build(race) {
      await race.clean();
      for (const car of race.cars) Object.assign(car, { stands: false, isSilent: false });
      for (const missing of ['3', '9', '15']) race.car(missing).confirms = false;
      await race.send(FLAGS.red);
      await race.send(FLAGS.penalty, ['12']);
      await wait(CAUTION_SHOWS_MS);
    },
    /** The toast, a card that nobody has answered, and one that somebody has. */
    async show(page, race) {
      for (const carNumber of ['7', '12']) race.car(carNumber).say('sos');
      await sosCard(page, '12').waitFor();
      const answer = button(sosCard(page, '7'), TEXTS.sos.acknowledge);
      if (await answer.isVisible()) await answer.click();
    },
  },
  {
    name: 'sos-under-red-flags',
    themes: ['dark'],
    sizes: [PHONE],
    race: 'around',
    async show(page) {
      await openSheet(page, TEXTS.flags.title);
      await page.waitForTimeout(500);
    },
  },
  {
    name: 'car-detail',
    themes: ['light'],
    race: 'around',
    async show(page) {
      await openSheet(page, TEXTS.panels.cars);
      await carRow(page, '1').click();
    },
  },
  { name: 'zoomed-200', themes: ['light'], race: 'around', zoom: 2 },
  {
    name: 'zoomed-200-flags',
    themes: ['dark'],
    race: 'around',
    zoom: 2,
    show: (page) => openSheet(page, TEXTS.flags.title),
  },
  { name: 'link-lost', themes: ['dark', 'daylight'], race: 'around', isCut: true },
  { name: 'no-cars', themes: ['light'], race: 'empty' },
  {
    name: 'forty-offline',
    themes: ['dark'],
    race: 'offline',
    async build(race) {
      for (const car of race.cars.slice(8)) Object.assign(car, { isSilent: true });
      await wait(18_000);
    },
    show: (page) => until(page, 'Offline', 40),
  },
  {
    name: 'forty-offline-cars',
    themes: ['dark'],
    sizes: [PHONE],
    race: 'offline',
    show: (page) => openSheet(page, TEXTS.panels.cars),
  },
  {
    name: 'long-names',
    themes: ['dark'],
    race: 'longNames',
    async build(race) {
      await race.send(FLAGS.doubleYellow);
      await race.send(FLAGS.message, ['2021', '2022'], 'Drive through, then report to the stewards.');
      race.car('2024').say('sos');
      await wait(2_000);
    },
    async show(page) {
      await openSheet(page, TEXTS.panels.cars);
      await carRow(page, '2024').click();
    },
  },
  {
    name: 'long-names-dock',
    themes: ['light'],
    race: 'longNames',
    async show(page) {
      await openSheet(page, TEXTS.panels.cars);
      await unfold(page, TEXTS.panels.categories);
      await page.locator('.category').last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'two-hundred',
    themes: THEMES,
    sizes: OTHER_DESKS,
    race: 'twoHundred',
    async build(race) {
      for (const carNumber of ['31', '94', '150']) race.car(carNumber).confirms = false;
      await race.send(FLAGS.yellow);
      await race.send(FLAGS.penalty, ['12']);
      for (const carNumber of ['23', '140']) race.car(carNumber).stands = true;
      race.car('77').isSilent = true;
      race.car('101').say('sos');
      await wait(18_000);
    },
    show: (page) => until(page, 'Running', 190),
  },
  {
    name: 'thousand-laptop',
    themes: THEMES,
    sizes: OTHER_DESKS.slice(0, 1),
    race: 'thousand',
    show: (page) => until(page, 'Running', 990),
  },
  {
    name: 'thousand-wide',
    themes: ['dark'],
    sizes: OTHER_DESKS.slice(1),
    race: 'thousand',
    show: (page) => until(page, 'Running', 990),
  },
  { name: 'thousand', themes: ['dark'], race: 'thousand', show: (page) => until(page, 'Running', 990) },
  { name: 'thousand-zoomed', themes: ['dark'], race: 'thousand', show: (page) => zoomed(page, 3) },
];
