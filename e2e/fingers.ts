import type { Page } from '@playwright/test';

/** Fingers on a page: Playwright itself only taps. */

export interface Spot {
  readonly x: number;
  readonly y: number;
}

const between = (from: Spot, to: Spot, share: number): Spot => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

export interface Fingers {
  /** One finger from one place to another, slowly enough for a drag. */
  slide(from: Spot, to: Spot): Promise<void>;
  /** Two fingers on both sides of a place, each so far from it at first and so far in the end. */
  pinch(middle: Spot, fromPx: number, toPx: number): Promise<void>;
  /** One finger goes down and stays; a second one follows and moves away from it. */
  pinchFrom(first: Spot, second: Spot, secondTo: Spot): Promise<void>;
}

const STEPS = [0.25, 0.5, 0.75, 1];

export const fingersOn = async (page: Page): Promise<Fingers> => {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: readonly Spot[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: touchPoints.map((at, id) => ({ ...at, id })),
    });
  const part = async (first: readonly [Spot, Spot], second: readonly [Spot, Spot]): Promise<void> => {
    for (const share of STEPS) await touch('touchMove', between(...first, share), between(...second, share));
    await touch('touchEnd');
  };
  return {
    async slide(from, to) {
      await touch('touchStart', from);
      for (const share of STEPS) await touch('touchMove', between(from, to, share));
      await touch('touchEnd');
    },
    async pinch({ x, y }, fromPx, toPx) {
      const at = (px: number): Spot => ({ x: x + px, y });
      await touch('touchStart', at(-fromPx), at(fromPx));
      await part([at(-fromPx), at(-toPx)], [at(fromPx), at(toPx)]);
    },
    async pinchFrom(first, second, secondTo) {
      await touch('touchStart', first);
      await touch('touchStart', first, second);
      await part([first, first], [second, secondTo]);
    },
  };
};
