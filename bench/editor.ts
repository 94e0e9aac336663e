import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import type { Bench, Run } from './frame/bench.ts';
import { openBrowser } from './frame/browser.ts';
import { mainThread, withPage } from './frame/page.ts';
import type {} from './load/editor/page.ts';

const PAGE = fileURLToPath(new URL('load/editor/', import.meta.url));
const VIEWPORT = { width: 1440, height: 900 };
/** All of the circuit is in view, or a bend of it. */
const ZOOMS = { all: 14, bend: 18 } as const;

type Editor = 'ours' | 'whole' | 'part';

const WORDS: Readonly<Record<Editor, string>> = {
  ours: 'the drawing surface: a drag repaints the dragged point and the segments that lead to it',
  whole: 'terra-draw: the whole line is its feature',
  part: 'terra-draw: 100 points around the dragged one are its feature, the rest is a layer of the map',
};

/** terra-draw takes a second for one when the whole line is its feature. */
const MOST_WHOLE_STEPS = { whole: 10, quick: 3, smoke: 3 };

/** After the frame that shows what has happened, and the one that it asked for. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));

interface Load {
  readonly points: number;
  /** Moves that are made before anything is measured: code gets compiled. */
  readonly settling: number;
  readonly steps: number;
  readonly zoom: number;
}

const dragged = async (
  browser: Browser,
  url: string,
  editor: Editor,
  { points, settling, steps, zoom }: Load,
): Promise<Run> => {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const failures: Error[] = [];
  page.on('pageerror', (error) => failures.push(error));
  await page.goto(`${url}/?side=${editor}&points=${points}&zoom=${zoom}`);
  await page.waitForFunction(() => 'editor' in window, undefined, { timeout: 60_000 });
  await nextFrames(page);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });

  const from = await page.evaluate(() => window.editor.where());
  const move = async (step: number): Promise<void> => {
    await page.mouse.move(from.x + 20 + step, from.y + 20 + 30 * Math.sin(step / 10));
    await nextFrames(page);
  };
  await page.mouse.move(from.x, from.y);
  await nextFrames(page);
  await page.mouse.down();
  for (let step = 0; step < settling; step++) await move(step);
  const before = await mainThread(session);
  const scripts: number[] = [];
  let last = before;
  for (let step = 0; step < steps; step++) {
    await move(settling + step);
    const now = await mainThread(session);
    scripts.push((now.script - last.script) * 1_000);
    last = now;
  }
  await page.mouse.up();
  await page.waitForFunction(() => window.editor.changes === 1);
  await context.close();
  const [failure] = failures;
  if (failure !== undefined) throw failure;

  scripts.sort((a, b) => a - b);
  return {
    figure: steps / (last.script - before.script),
    also: {
      'main-thread script, ms a step': ((last.script - before.script) * 1_000) / steps,
      'p95 of it, ms': scripts[Math.ceil(steps * 0.95) - 1] ?? NaN,
      'main thread, ms a step': ((last.all - before.all) * 1_000) / steps,
    },
  };
};

/** A point of a long line dragged by a mouse in a real browser: our drawing surface against terra-draw. */
export const bench: Bench = async ({ at, sizes, compare, note }) => {
  const [points = 0, ...more] = sizes('points', [5_000, 20_000], [200], [2_000]);
  const [steps = 0] = sizes('steps', [60], [3], [20]);
  const settling = at({ whole: 10, quick: 2, smoke: 10 });
  const mostWholeSteps = at(MOST_WHOLE_STEPS);
  const browser = await openBrowser();
  if (browser === null) {
    note('missing', 'a Chromium; CHROMIUM_PATH says where one is');
    return;
  }
  note('browser', `Chromium ${browser.version()}, drawing in software by its GPU process`);
  const compareOn = async (url: string): Promise<void> => {
    const side = (editor: Editor, load: Load) => ({
      what: WORDS[editor],
      run: () =>
        dragged(browser, url, editor, {
          ...load,
          steps: editor === 'whole' ? Math.min(load.steps, mostWholeSteps) : load.steps,
        }),
    });
    const against = (load: Load, view: string, editor: Editor | null): Promise<void> =>
      compare({
        what: `a point of ${load.points} dragged, ${view} in view`,
        unit: 'drag steps per CPU-second of script',
        ours: side('ours', load),
        ...(editor === null ? {} : { theirs: side(editor, load) }),
        limits: [{ of: 'main-thread script, ms a step', atMost: 8 }],
      });
    await against({ points, settling, steps, zoom: ZOOMS.all }, 'all of them', 'whole');
    await against({ points, settling, steps, zoom: ZOOMS.bend }, 'a bend', 'part');
    for (const each of more)
      await against({ points: each, settling, steps, zoom: ZOOMS.all }, 'all of them', null);
  };
  await withPage(PAGE, compareOn).finally(() => browser.close());
};
