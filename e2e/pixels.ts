/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** The pixels of a picture, counted with the browser's own PNG decoder. */

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** For `test.use` or a window, where edges, sizes or pixels are measured: a pixel of the page is one of the picture. */
export const WHOLE_PIXELS = { deviceScaleFactor: 1 } as const;

/** How far a channel may be off, of 255: edges are softened. */
const TOLERANCE = 40;

/** How many pixels of each area are of this colour ('#rrggbb'). */
export const countPixels = (
  page: Page,
  png: Buffer,
  colour: string,
  areas: readonly Area[],
): Promise<number[]> =>
  page.evaluate(
    async ([base64, hex, wanted, tolerance]) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const ctx = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (ctx === null) throw new Error('No canvas to look at the picture with.');
      ctx.drawImage(image, 0, 0);
      const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      return wanted.map(({ x, y, width, height }) => {
        const { data } = ctx.getImageData(x, y, width, height);
        let count = 0;
        for (let pixel = 0; pixel < data.length; pixel += 4) {
          if (channels.every((channel, index) => Math.abs((data[pixel + index] ?? 0) - channel) <= tolerance))
            count++;
        }
        return count;
      });
    },
    [png.toString('base64'), colour, [...areas], TOLERANCE] as const,
  );

/** A colour of the theme that is shown, by its token. */
export const token = (page: Page, name: string): Promise<string> =>
  page.evaluate((variable) => {
    const value = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    return value.length === 4 ? value.replaceAll(/[^#]/g, '$&$&') : value;
  }, name);

/** How many pixels of two pictures of one size differ by more than edges do. */
export const countDiffering = (page: Page, a: Buffer, b: Buffer): Promise<number> =>
  page.evaluate(
    async ([pictures, tolerance]) => {
      const read = async (base64: string): Promise<Uint8ClampedArray> => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const ctx = new OffscreenCanvas(image.width, image.height).getContext('2d');
        if (ctx === null) throw new Error('No canvas to look at the picture with.');
        ctx.drawImage(image, 0, 0);
        return ctx.getImageData(0, 0, image.width, image.height).data;
      };
      const [first, second] = await Promise.all(pictures.map(read));
      if (first === undefined || first.length !== second?.length) return Infinity;
      let count = 0;
      for (let pixel = 0; pixel < first.length; pixel += 4)
        if (
          [0, 1, 2].some((at) => Math.abs((first[pixel + at] ?? 0) - (second[pixel + at] ?? 0)) > tolerance)
        )
          count++;
      return count;
    },
    [[a.toString('base64'), b.toString('base64')], TOLERANCE] as const,
  );
