/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { TEXTS } from '@flagpost/backoffice/texts';

/** Finds the faults that no screen may have: see `faults`. */

/** The only dialogs that may cover the live map. Those of the replay may. */
const MAY_COVER = [TEXTS.laps.resetTitle, TEXTS.snapshot.title];

/** Runs in the page. */
const findFaults = (mayCover: readonly string[]): string[] => {
  interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
  }
  /** Edges are rounded, glyphs reach a little beyond their line. */
  const SLACK_PX = 2;
  const BAR_PX = 56;
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
  /** As elements for screen readers only. */
  const isClippedAway = (element: Element | null): boolean =>
    element !== null &&
    (getComputedStyle(element).clipPath === 'inset(50%)' || isClippedAway(element.parentElement));
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[aria-hidden="true"], .maplibregl-canvas-container') === null &&
    !isClippedAway(element);
  const shared = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isSome = ({ left, top, right, bottom }: Box): boolean =>
    right - left > SLACK_PX && bottom - top > SLACK_PX;
  const whole: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const clips = (overflow: string): boolean => overflow !== 'visible';
  const scrolls = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';

  /** The part of a box that its ancestors and the window leave visible. */
  const seenOf = (box: Box, from: Element | null): Box => {
    let seen = shared(box, whole);
    for (let around = from; around !== null; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      if (clips(overflowX) || clips(overflowY)) seen = shared(seen, around.getBoundingClientRect());
    }
    return seen;
  };

  /** Whether part of a box is cut off and no scrolling can show it. */
  const isCut = (box: Box, from: Element | null): boolean => {
    let [isReachableX, isReachableY] = [false, false];
    for (let around = from; around !== null; around = around.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(around);
      const edge = around.getBoundingClientRect();
      if (!isReachableX && clips(overflowX)) {
        if (scrolls(overflowX)) isReachableX = true;
        else if (box.left < edge.left - SLACK_PX || box.right > edge.right + SLACK_PX) return true;
      }
      if (!isReachableY && clips(overflowY)) {
        if (scrolls(overflowY)) isReachableY = true;
        else if (box.top < edge.top - SLACK_PX || box.bottom > edge.bottom + SLACK_PX) return true;
      }
      if (position === 'fixed') break;
    }
    const isOutX = box.left < -SLACK_PX || box.right > innerWidth + SLACK_PX;
    const isOutY = box.top < -SLACK_PX || box.bottom > innerHeight + SLACK_PX;
    return (!isReachableX && isOutX) || (!isReachableY && isOutY);
  };

  const faults: string[] = [];
  const short = (text: string | null): string => (text ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 48);

  const barPx = document.querySelector('.race-bar')?.clientHeight ?? 0;
  if (innerWidth >= 768 && barPx > BAR_PX) faults.push(`the bar is ${barPx} px high`);
  const bar = document.querySelector('.race-bar');
  if (bar !== null && bar.scrollWidth > bar.clientWidth)
    faults.push(`the bar has ${bar.clientWidth} px, and takes ${bar.scrollWidth}`);

  for (const wide of all('html, .shell-page'))
    if (wide.scrollWidth > wide.clientWidth + SLACK_PX)
      faults.push(`the page is ${wide.scrollWidth} px wide in a window of ${wide.clientWidth}`);

  const beyondPx = document.documentElement.scrollHeight - innerHeight;
  if (document.querySelector('.shell') !== null && beyondPx > SLACK_PX)
    faults.push(`the window scrolls by ${beyondPx} px, and the menu with it`);

  // Flags are under nothing.
  const flags = all('.flag-button').filter(isSeen);
  const over = all(
    '.sos-card, .caution-card, .p-toast-message, .race-state, .race-band, .sos-head, .race-unsent li, .car-detail',
  );
  for (const note of over.filter(isSeen)) {
    const noteBox = seenOf(note.getBoundingClientRect(), note.parentElement);
    for (const flag of flags) {
      const flagBox = seenOf(flag.getBoundingClientRect(), flag.parentElement);
      if (isSome(shared(noteBox, flagBox)))
        faults.push(`the flag '${short(flag.textContent)}' is under '${short(note.textContent)}'`);
    }
  }

  // A press at a flag's position hits that flag.
  if (document.querySelector('[role=dialog]') === null) {
    for (const flag of flags) {
      flag.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = flag.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit === null || !flag.contains(hit))
        faults.push(
          `the flag '${short(flag.textContent)}' is out of reach under ${hit?.className || hit?.tagName}`,
        );
    }
    flags[0]?.scrollIntoView({ block: 'nearest' });
  }

  // Nothing lies over the map: only points of interest, and the part of a question, are drawn by elements of their own.
  // Lap reset and snapshot cover it.
  const GRID_PX = 24;
  const view = document.querySelector('.race .race-map-view');
  const isReplay = document.querySelector('.race.history') !== null;
  const isCovered = all('.p-dialog-mask .p-dialog-title').some(
    ({ textContent }) => isReplay || mayCover.includes(textContent),
  );
  if (view !== null && !isCovered && document.querySelector('.shell-mask') === null) {
    const { left, top, right, bottom } = view.getBoundingClientRect();
    for (let y = top + GRID_PX / 2; y < bottom; y += GRID_PX) {
      for (let x = left + GRID_PX / 2; x < right; x += GRID_PX) {
        const hit = document.elementFromPoint(x, y);
        if (
          hit === null ||
          !view.contains(hit) ||
          !hit.matches(
            'canvas, .maplibregl-canvas-container, :is(.race-map-poi, .over-map), :is(.race-map-poi, .over-map) *',
          )
        )
          faults.push(`'${hit?.className ?? 'nothing'}' lies over the map`);
      }
    }
  }

  /** What it is in, if that stays while its surroundings scroll away under it. */
  const stickyOf = (node: Node): Element | null => {
    for (let around = node.parentElement; around !== null; around = around.parentElement)
      if (getComputedStyle(around).position === 'sticky') return around;
    return null;
  };
  /** Whether the one text stays at the head of what the other one is in. */
  const isHead = (one: Element | null, other: Element | null): boolean =>
    one !== null && one !== other && (other === null || other.contains(one));

  // Text is complete, or has a tooltip with the complete text, and overlaps no other text.
  const regions =
    '.race-bar, .race-state, .race-flags, .race-alerts, .race-below, .race-feed, .race-foot, .side-menu, .page, .login-card, [role=dialog]';
  for (const region of all(regions).filter(isSeen)) {
    const lines: { text: string; box: Box; of: Node }[] = [];
    const walk = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || short(node.textContent) === '' || !isSeen(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(isSome);
      if (boxes.some((box) => isCut(box, parent)) && parent.closest('[title]') === null)
        faults.push(`the text '${short(node.textContent)}' is cut`);
      for (const box of boxes) {
        const seen = seenOf(box, parent);
        if (isSome(seen)) lines.push({ text: short(node.textContent), box: seen, of: node });
      }
    }
    lines.forEach((line, index) => {
      for (const other of lines.slice(index + 1)) {
        const both = shared(line.box, other.box);
        const isOver = both.right - both.left > SLACK_PX && both.bottom - both.top > 2 * SLACK_PX;
        if (!isOver || line.of === other.of) continue;
        const [one, another] = [stickyOf(line.of), stickyOf(other.of)];
        if (!isHead(one, another) && !isHead(another, one))
          faults.push(`'${line.text}' stands on '${other.text}'`);
      }
    });
  }

  // A choice looks like one, and an icon stands beside its words.
  for (const choice of document.querySelectorAll('select'))
    if (isSeen(choice) && getComputedStyle(choice).appearance === 'none')
      faults.push(
        `the choice '${short(choice.labels[0]?.textContent ?? choice.ariaLabel)}' looks like a text`,
      );
  const ICON_GAP_PX = 12;
  for (const icon of all('.p-button > .p-button-icon-left').filter(isSeen)) {
    const words = document.createRange();
    words.selectNodeContents(icon.nextElementSibling ?? icon);
    // The words of two lines are in the middle of theirs.
    if (words.getClientRects().length > 1) continue;
    const gapPx = words.getBoundingClientRect().left - icon.getBoundingClientRect().right;
    if (gapPx > ICON_GAP_PX)
      faults.push(`the icon of '${short(words.toString())}' is ${gapPx} px away from it`);
  }

  // Buttons are large enough: for a mouse, or for a gloved finger.
  const LEAST_PX = matchMedia('(pointer: coarse)').matches ? 44 : 24;
  /** The attribution is a line of text. */
  const MAY_BE_LOW = '.race-map-attribution';
  /** What is in the 36 px line of a phone's bar reaches into the line above it. */
  const REACHES_UP = '.race-count, .state-chip';
  /** So many pixels above each other, in the middle of a target, are pressed as the target. */
  const reachPx = (target: HTMLElement, { left, top, width, bottom }: DOMRect): number => {
    let px = 0;
    for (let y = top - LEAST_PX + 0.5; y < bottom; y++)
      if (target.contains(document.elementFromPoint(left + width / 2, y))) px++;
    return px;
  };
  const TARGETS = 'button, summary, a[href], select, label:has(input), input:not(label input)';
  // What a dialog covers takes no press; its tables are those of all screens.
  for (const target of isCovered ? [] : all(`.race :is(${TARGETS})`).filter(isSeen)) {
    const box = target.getBoundingClientRect();
    const { width } = box;
    const height = target.matches(REACHES_UP) ? reachPx(target, box) : box.height;
    if (Math.min(width, height) < LEAST_PX - 0.5 && !target.matches(MAY_BE_LOW))
      faults.push(
        `'${short(target.textContent) || target.ariaLabel}' is ${Math.round(width)} x ${Math.round(height)} px`,
      );
  }
  // Rows of cars have one height, by which the list is laid out.
  const ROW_PX = LEAST_PX === 44 ? 44 : 28;
  for (const row of all('.race .car-line').filter(isSeen)) {
    const { height } = row.getBoundingClientRect();
    if (Math.abs(height - ROW_PX) > 0.5) faults.push(`a row of a car is ${height} px high`);
  }
  return [...new Set(faults)];
};

/** The effect of a press is in place from the next frame on, also with reduced motion. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Layout faults of the open page, in words: a page that scrolls sideways or takes the menu along, flags under a card
 * or out of reach, text that is cut without a tooltip with the whole of it,
 * anything over the map, text over text, choices that look like texts, icons far from their words, targets under 44 px for a finger and 24 px for a mouse, rows of cars that are not
 * 44 or 28 px high. On a phone it also opens each sheet, and closes it again.
 */
export const faults = async (page: Page): Promise<string[]> => {
  const found = await page.evaluate(findFaults, MAY_COVER);
  if ((await page.getByRole('dialog').count()) > 0) return found;
  for (const sheet of await page.locator('.race-foot button').all()) {
    if (!(await sheet.isVisible())) continue;
    const wasOpen = (await sheet.getAttribute('aria-pressed')) === 'true';
    if (wasOpen) continue;
    const before = page.locator('.race-foot button[aria-pressed=true]');
    const opened: Locator | null = (await before.count()) > 0 ? before : null;
    const former = (await opened?.textContent()) ?? null;
    await sheet.click();
    await drawn(page);
    const name = await sheet.textContent();
    found.push(...(await page.evaluate(findFaults, MAY_COVER)).map((fault) => `sheet ${name}: ${fault}`));
    if (former === null) await sheet.click();
    else await page.locator('.race-foot button', { hasText: former }).click();
  }
  return [...new Set(found)];
};

type LayoutShift = PerformanceEntry & { readonly sources?: readonly { readonly node: Node | null }[] };

declare global {
  interface Window {
    /** Classes of the elements that moved by themselves since `watchShifts`. */
    shifted: string[];
  }
}

/**
 * These may move: lines make room for newer ones, and words follow numbers that grow. The right column is looked at by
 * itself: a layout shift counts there although the column has scrolled by as much.
 */
const MAY_MOVE = '.race-feed, .race-side, .flag-in-force';
/** On a phone the alerts take their height from the map. */
const MAY_MOVE_ON_A_PHONE = `${MAY_MOVE}, .race-ground`;

/** Starts recording elements that move from one frame to the next. */
export const watchShifts = (page: Page): Promise<void> =>
  page.evaluate(
    (mayMove) => {
      window.shifted = [];
      new PerformanceObserver((seen) => {
        for (const { sources = [] } of seen.getEntries() as LayoutShift[]) {
          for (const { node } of sources) {
            // A number that grows moves its text, not its place.
            if (node instanceof Element && node.closest(mayMove) === null)
              window.shifted.push(`${node.tagName.toLowerCase()}.${node.className}`);
          }
        }
      }).observe({ type: 'layout-shift', buffered: false });
      // Called after the page's own observer, with the layout that is painted next.
      const below = document.querySelector('.race-below');
      const alerts = document.querySelector('.race-alerts');
      const topOf = (): number => below?.getBoundingClientRect().top ?? 0;
      let former = topOf();
      let heightPx = alerts?.clientHeight ?? 0;
      // Only the alerts are watched: who presses a button scrolls to it first, and a gap ends when the pointer leaves.
      const keep = (): void => {
        // Where the alerts have just grown, the page has not been told yet.
        if (alerts?.clientHeight === heightPx) former = topOf();
      };
      for (const type of ['scroll', 'pointerleave'])
        document.querySelector('.race-side')?.addEventListener(type, keep);
      // A column that nobody points at goes back after 3 s, without a scroll if that ends a gap alone.
      const keepEachFrame = (): void => {
        keep();
        requestAnimationFrame(keepEachFrame);
      };
      keepEachFrame();
      if (alerts !== null)
        new ResizeObserver(() => {
          const top = topOf();
          // On a phone it is a sheet: not drawn, it has no place.
          const isDrawn = top > 0 && former > 0;
          if (isDrawn && Math.abs(top - former) > 1)
            window.shifted.push(`.race-below from ${former} to ${top} px`);
          former = top;
          heightPx = alerts.clientHeight;
        }).observe(alerts);
    },
    (page.viewportSize()?.width ?? 0) < 768 ? MAY_MOVE_ON_A_PHONE : MAY_MOVE,
  );

export const shifts = async (page: Page): Promise<string[]> => [
  ...new Set(await page.evaluate(() => window.shifted)),
];
