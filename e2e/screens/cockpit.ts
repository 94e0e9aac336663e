/// <reference lib="dom" />
import { expect, type Browser, type Page } from '@playwright/test';
import {
  INVITATION_STATES,
  NO_ORDERS,
  type CarOrder,
  type CarOrders,
  type DriveAnswer,
} from '@flagpost/contracts';
import type { Language } from '@flagpost/backoffice/language';
import { settled } from '../axe.js';
import { button } from '../screen.js';
import { speak } from './office-languages.js';
import { WORDS } from './words.js';

/** The driver's page with a server that the test plays: each state of the cockpit, without a race. */

const NOW = Date.now();
const INVITATION: DriveAnswer = {
  StatusId: INVITATION_STATES.ACEPTED_INVITATION,
  Ended: false,
  Disputed: null,
  EventName: 'Rally delle Valli Montellane',
  ClubName: 'Motor Club Alba',
  CircuitName: 'Langhe',
  City: 'Alba',
  Start: new Date(NOW - 3_600_000).toISOString(),
  Finish: new Date(NOW + 4 * 3_600_000).toISOString(),
  TimeZone: 'Europe/Rome',
  Name: 'Carla',
  Surname: 'Bianchi',
  CarNumber: '123',
  Category: 'WRC',
  Brand: 'Lancia',
  Model: 'Delta',
  Contact: null,
};
const DIRECTOR = 'Massimiliano Della Rovere-Castellani';

const order = (code: number, more: Partial<CarOrder> = {}): CarOrder => ({
  id: code,
  type: 'flag',
  code,
  message: null,
  sector: null,
  sentAt: NOW,
  ...more,
});
const shows = (...unconfirmed: readonly CarOrder[]): CarOrders => ({
  ...NO_ORDERS,
  unconfirmed: [...unconfirmed],
});
const CODES = [801, 802, 803, 804, 805, 806, 807, 808, 809, 810, 811] as const;
/** As long as a message may be. */
const MESSAGE =
  'Come to the pit lane at once and stop at the third marshal post: your car is losing oil. Boxes, now';

/** Orders of a car by the state that they bring about. */
export const ORDERED: Readonly<Record<string, CarOrders>> = {
  calm: NO_ORDERS,
  'in-force': {
    ...NO_ORDERS,
    track: 806,
    driver: 803,
    sectors: [
      { sector: 3, code: 810 },
      { sector: 12, code: 807 },
    ],
  },
  ...Object.fromEntries(
    CODES.map((code) => [`flag-${code}`, shows(order(code, { sector: code === 806 ? 12 : null }))]),
  ),
  'flag-unknown': shows(order(899)),
  message: shows(order(800, { message: MESSAGE })),
  'two-flags': shows(order(801), order(806)),
  withdrawn: shows(order(807, { type: 'withdrawal' })),
  question: { ...NO_ORDERS, question: { since: NOW } },
  test: { ...NO_ORDERS, test: { id: 1, sentAt: NOW } },
  'sos-received': { ...NO_ORDERS, sos: { since: NOW, acknowledgedAt: null } },
  'sos-acknowledged': { ...NO_ORDERS, sos: { since: NOW, acknowledgedAt: NOW } },
};

export interface CockpitPage {
  readonly page: Page;
  /** Shows a state of `ORDERED`. */
  show(state: string): Promise<void>;
  close(): Promise<void>;
}

/** The page of an invitation that was accepted, in a language; another phone may have the car. */
export const openBeforehand = async (
  browser: Browser,
  url: string,
  language: Language,
  isHeld = false,
): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    permissions: ['geolocation'],
    geolocation: { latitude: 44.6, longitude: 8.1, accuracy: 6 },
    reducedMotion: 'reduce',
    // Requests that pass a service worker are none of the page's.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await speak(page, language);
  await page.route('**/api/drive/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path.endsWith('/phone'))
      return route.fulfill({
        json: isHeld
          ? { Token: null, HeardAt: new Date(NOW - 240_000).toISOString(), Doors: url }
          : { Token: 'a-token_of-22-letters0', HeardAt: null, Doors: url },
      });
    if (path.endsWith('/sos')) return route.fulfill({ json: { AcknowledgedBy: DIRECTOR } });
    return route.fulfill({ json: INVITATION });
  });
  await page.route('**/ingest/**', (route) => route.fulfill({ json: { accepted: 1, dropped: {} } }));
  // The stream of the orders, which the test writes.
  await page.addInitScript(() => {
    const real = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input;
      if (!url.toString().includes('/ingest/orders/')) return real(input, init);
      const body = new ReadableStream<Uint8Array>({
        start(stream) {
          window.addEventListener('give-orders', (event) =>
            stream.enqueue(new TextEncoder().encode((event as CustomEvent<string>).detail)),
          );
        },
      });
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
  });
  await page.goto(`${url}/drive/${'C'.repeat(43)}`);
  await button(page, WORDS[language].drive.phone.drive).waitFor();
  return page;
};

/** A phone that drives, in a language. Its position is known and heard. */
export const openCockpit = async (
  browser: Browser,
  url: string,
  language: Language,
): Promise<CockpitPage> => {
  const words = WORDS[language].drive;
  const page = await openBeforehand(browser, url, language);
  await button(page, words.phone.drive).click();
  await page.locator('.drive-note.is-good').waitFor();
  let given = 0;
  return {
    page,
    async show(state) {
      const id = `${state}-${(given += 1)}`;
      const data = JSON.stringify({ id, ...ORDERED[state] });
      await page.evaluate(
        (detail) => window.dispatchEvent(new CustomEvent('give-orders', { detail })),
        `id: ${id}\nevent: orders\ndata: ${data}\n\n`,
      );
      const screen = page.locator('.cockpit-flag');
      const { unconfirmed = [], question = null, test } = ORDERED[state] ?? {};
      if (unconfirmed.length > 0 || question !== null || test !== undefined) await screen.waitFor();
      else await expect(screen).toBeHidden();
      if (state === 'sos-received') await page.getByText(words.sos.received).waitFor();
      if (state === 'sos-acknowledged') await page.getByText(words.sos.acknowledged(DIRECTOR)).waitFor();
    },
    close: () => page.context().close(),
  };
};

/** Runs in the page. */
const findFaults = (asked: { readonly targetPx: number; readonly contrast: number }): string[] => {
  const SLACK_PX = 1;
  const faults: string[] = [];
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} '${element.textContent.trim().slice(0, 40)}'`;
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  type Colour = readonly [number, number, number, number];
  const colourOf = (css: string): Colour => {
    const [r = 0, g = 0, b = 0, a = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    return [r, g, b, a];
  };
  const luminance = ([r, g, b]: Colour): number => {
    const [x, y, z] = [r, g, b].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (x ?? 0) + 0.7152 * (y ?? 0) + 0.0722 * (z ?? 0);
  };
  /** The colour that lies under a text; null if it is no plain one. */
  const groundOf = (element: Element | null): Colour | null => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      const colour = colourOf(backgroundColor);
      if (colour[3] === 1) return colour;
      if (backgroundImage !== 'none' || colour[3] > 0) return null;
    }
    return [255, 255, 255, 1];
  };
  const isScrolled = (element: Element): boolean => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return true;
    return document.querySelector('.cockpit') === null;
  };

  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const target of document.querySelectorAll('button, a, select, summary')) {
    if (!isSeen(target)) continue;
    const { width, height } = target.getBoundingClientRect();
    if (Math.min(width, height) < asked.targetPx - 0.5)
      faults.push(`${nameOf(target)} is ${Math.round(width)} x ${Math.round(height)} px`);
  }
  for (const panel of document.querySelectorAll('.cockpit-called, .cockpit-sos')) {
    const { top, bottom } = panel.getBoundingClientRect();
    if (top < -SLACK_PX || bottom > innerHeight + SLACK_PX) faults.push(`${nameOf(panel)} is cut`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const { parentElement: element, textContent } = text;
    if (element === null || textContent === null || textContent.trim() === '' || !isSeen(element)) continue;
    if (element.closest('.visually-hidden, script, style, option') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const isAside = box.left < -SLACK_PX || box.right > innerWidth + SLACK_PX;
    const isBeyond = !isScrolled(element) && (box.top < -SLACK_PX || box.bottom > innerHeight + SLACK_PX);
    if (isAside || isBeyond) faults.push(`${nameOf(element)} goes beyond the screen`);
    const around = element.closest('.cockpit-flag, .cockpit-sos, .cockpit-report, .drive-button');
    if (around !== null) {
      const edge = around.getBoundingClientRect();
      if (
        box.left < edge.left - SLACK_PX ||
        box.right > edge.right + SLACK_PX ||
        box.top < edge.top - SLACK_PX ||
        box.bottom > edge.bottom + SLACK_PX
      )
        faults.push(`${nameOf(element)} goes beyond ${around.className}`);
    }
    for (const { 0: word, index } of textContent.matchAll(/[^\s-]+/g)) {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1 && element.closest('.cockpit') !== null) faults.push(`'${word}' is broken`);
    }
    const ground = groundOf(element);
    if (ground === null) {
      faults.push(`${nameOf(element)} lies on a pattern`);
      continue;
    }
    const [light = 0, dark = 0] = [
      luminance(colourOf(getComputedStyle(element).color)),
      luminance(ground),
    ].sort((one, other) => other - one);
    const contrast = (light + 0.05) / (dark + 0.05);
    if (contrast < asked.contrast) faults.push(`${nameOf(element)} has ${contrast.toFixed(2)} : 1`);
  }
  return faults;
};

/** What a driver could not hit or read: targets under 64 px, text under 7:1, cut or broken. */
export const cockpitFaults = async (page: Page): Promise<string[]> => {
  await settled(page);
  return page.evaluate(findFaults, { targetPx: 64, contrast: 7 });
};
