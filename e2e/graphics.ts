/// <reference lib="dom" />
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';
import { stateChip, stateStrip } from './screen.js';

/** The map's graphics: tests count its WebGL contexts, take them away, and freeze frames. */

declare global {
  interface Window {
    /** WebGL contexts of this page that hold. */
    heldContexts: () => number;
    /** Stops every animation frame of the page, or lets them go on. */
    freezeFrames: (isFrozen: boolean) => void;
  }
}

/** Call it before a page of the context is opened. */
export const meterGraphics = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const contexts = new Set<WebGL2RenderingContext>();
    const prototype = HTMLCanvasElement.prototype as unknown as {
      getContext: (this: HTMLCanvasElement, ...args: unknown[]) => unknown;
    };
    const { getContext } = prototype;
    prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      const context = getContext.apply(this, args);
      if (context instanceof WebGL2RenderingContext) contexts.add(context);
      return context;
    };
    window.heldContexts = () => [...contexts].filter((context) => !context.isContextLost()).length;

    const request = window.requestAnimationFrame.bind(window);
    let waiting: FrameRequestCallback[] | null = null;
    window.requestAnimationFrame = (callback) => {
      if (waiting === null) return request(callback);
      waiting.push(callback);
      return 0;
    };
    window.freezeFrames = (isFrozen) => {
      const due = waiting ?? [];
      waiting = isFrozen ? [] : null;
      for (const callback of due) window.requestAnimationFrame(callback);
    };
  });

/** The canvases of the WebGL map: the ground, and the cars above it. */
export type Layer = 'ground' | 'cars';

/** Takes the contexts of these canvases away, as a reset of the driver does; restores them if `isRestored`. */
export const loseContexts = (page: Page, layers: readonly Layer[], isRestored: boolean): Promise<void> =>
  page.evaluate(
    async ([wanted, restores]) => {
      const canvases = [...document.querySelectorAll<HTMLCanvasElement>('.race-map-drawing canvas')];
      const isGround = (canvas: HTMLCanvasElement): boolean => canvas.matches('.maplibregl-canvas');
      const extensions = canvases
        .filter((canvas) => wanted.includes(isGround(canvas) ? 'ground' : 'cars'))
        .map((canvas) => canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context'));
      if (extensions.length !== wanted.length) throw new Error('The map has other canvases.');
      for (const extension of extensions) extension?.loseContext();
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (restores) for (const extension of extensions) extension?.restoreContext();
    },
    [layers, isRestored] as const,
  );

/** Milliseconds from now until the WebGL map draws again in place of the plain one. Start it as the contexts are lost. */
export const untilRestored = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const start = performance.now();
    const isPlain = (): boolean => document.querySelector('.race-map-plain') !== null;
    const frames = async (goesOn: () => boolean): Promise<void> => {
      while (goesOn()) await new Promise(requestAnimationFrame);
    };
    await frames(() => !isPlain());
    await frames(isPlain);
    return performance.now() - start;
  });

/** A page as of a browser without WebGL. Call it before the page is loaded. */
export const denyWebGl = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const prototype = HTMLCanvasElement.prototype as unknown as {
      getContext: (this: HTMLCanvasElement, ...args: unknown[]) => unknown;
    };
    const { getContext } = prototype;
    prototype.getContext = function (this: HTMLCanvasElement, ...args: unknown[]) {
      return String(args[0]).startsWith('webgl') ? null : getContext.apply(this, args);
    };
  });

/** Takes the graphics away for as long as the page believes that nobody sees it. */
export const keepLost = async (page: Page): Promise<void> => {
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }));
  await loseContexts(page, ['ground', 'cars'], false);
  await lostBand(page).waitFor();
};

/** In the state strip, or on a phone in the name of the button that has its place. */
const band = (page: Page, text: string): Locator =>
  stateStrip(page)
    .getByRole('listitem')
    .filter({ hasText: text })
    .or(stateChip(page).and(page.getByRole('button', { name: text })));
export const lostBand = (page: Page): Locator => band(page, TEXTS.map.graphicsLost);
export const missingBand = (page: Page): Locator => band(page, TEXTS.map.noGraphics);
export const plainMap = (page: Page): Locator => page.locator('.race-map-plain');
