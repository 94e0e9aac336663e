import type { Browser } from '@playwright/test';

/** What the page is watched by: set up before any of its own code runs. */
declare global {
  interface Window {
    replayWatch: {
      /** `performance.now()` of the newest drawing of cars that was begun. */
      drawnAt: number;
      /** Times of drawings, while playing is measured. */
      drawings: number[];
      gl: WebGL2RenderingContext | null;
      /** By truth and window of positions (ISO): questions that are not answered, and when the last one was. */
      spans: Map<string, { open: number; answeredAt: number }>;
    };
  }
}

const PASSWORD = 'Flagpost1';
const VIEWPORT = { width: 1440, height: 900 };
const WINDOW_MS = 60_000;
/** Labels are placed once more after cars have moved: a later drawing belongs to the next seek. */
const RESTS_MS = 400;
/** Positions ahead have come, and the code is compiled. */
const PLAYS_FIRST_MS = 3_000;
const INSTANT = 'input[type=range]';

export interface Cadence {
  /** How much of the race was shown in a second. */
  readonly raceSeconds: number;
  readonly drawings: number;
  readonly longestGapMs: number;
}

export interface Seek {
  /** From the drag to the picture of what happened, ms. */
  readonly pictureMs: number;
  /** To the positions of the other truth, with which it is compared. */
  readonly comparedMs: number;
}

export interface ReplayPage {
  /** Drags to an instant. */
  seek(instant: number): Promise<Seek>;
  /** Plays 60 times as fast from an instant on. */
  play(instant: number, seconds: number): Promise<Cadence>;
  close(): Promise<void>;
}

/** Sees drawings of cars (instanced, which the ground is not) and questions for positions: of a minute, or of several. */
const watch = (): void => {
  const minuteMs = 60_000;
  const watched: Window['replayWatch'] = { drawnAt: 0, drawings: [], gl: null, spans: new Map() };
  window.replayWatch = watched;
  const seen = (gl: WebGL2RenderingContext): void => {
    const now = performance.now();
    // One drawing is several calls in one task.
    if (now - watched.drawnAt > 2) watched.drawings.push(now);
    watched.drawnAt = now;
    watched.gl = gl;
  };
  for (const name of ['drawArraysInstanced', 'drawElementsInstanced'] as const) {
    const draw = Reflect.get(WebGL2RenderingContext.prototype, name);
    WebGL2RenderingContext.prototype[name] = function drawn(...words: number[]): void {
      seen(this);
      Reflect.apply(draw, this, words);
    };
  }
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (!url.pathname.endsWith('/span')) return ask(input, init);
    const timeOf = (name: string): number => Date.parse(url.searchParams.get(name) ?? '');
    const spans: { open: number; answeredAt: number }[] = [];
    for (let from = timeOf('from'); from < timeOf('to'); from += minuteMs) {
      const minute = `${url.searchParams.get('truth') ?? ''} ${new Date(from).toISOString()}`;
      const span = watched.spans.get(minute) ?? { open: 0, answeredAt: 0 };
      watched.spans.set(minute, span);
      span.open += 1;
      spans.push(span);
    }
    try {
      return await ask(input, init);
    } finally {
      for (const span of spans) {
        span.open -= 1;
        span.answeredAt = performance.now();
      }
    }
  };
};

/** As a drag does. */
const dragTo = (slider: Element, instant: number): void => {
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  value?.set?.call(slider, String(instant));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
};

/** The replay of an event in a window of its own, signed in and drawn. */
export const openReplayPage = async (
  browser: Browser,
  { url, eventId, instant }: { readonly url: string; readonly eventId: number; readonly instant: number },
): Promise<ReplayPage> => {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  await page.addInitScript(`window.dragTo = ${String(dragTo)}; (${String(watch)})()`);
  await page.goto(url);
  await page.locator('input[type=email], input[name=email]').first().fill('planner@flagpost.demo');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator(`a[href^="/event"]`).first().waitFor();
  await page.goto(`${url}/history/${eventId}?at=${new Date(instant).toISOString()}&truth=happened`);
  const slider = page.locator(INSTANT);
  await slider.waitFor({ timeout: 120_000 });
  await page.waitForFunction(() => window.replayWatch.drawnAt > 0, undefined, { timeout: 120_000 });
  await page.waitForTimeout(RESTS_MS);
  return {
    async seek(to) {
      const from = new Date(Math.floor(to / WINDOW_MS) * WINDOW_MS).toISOString();
      const took = await slider.evaluate(
        (element, [instantTo, window0]) =>
          new Promise<Seek>((resolve, reject) => {
            setTimeout(() => reject(new Error('The race was not shown within a minute.')), 60_000);
            const { replayWatch } = window;
            const begun = performance.now();
            const answeredAt = (truth: 'happened' | 'seen'): number | null => {
              const span = replayWatch.spans.get(`${truth} ${window0}`);
              return span === undefined || span.open > 0 ? null : Math.max(begun, span.answeredAt);
            };
            (window as unknown as { dragTo: (slider: Element, to: number) => void }).dragTo(
              element,
              instantTo,
            );
            let pictureMs: number | null = null;
            const look = (): void => {
              const positionsAt = answeredAt('happened');
              if (pictureMs === null && positionsAt !== null && replayWatch.drawnAt > positionsAt) {
                // Calls are carried out by another process: the picture is there when they have been.
                replayWatch.gl?.finish();
                pictureMs = performance.now() - begun;
              }
              const othersAt = answeredAt('seen');
              if (pictureMs === null || othersAt === null) requestAnimationFrame(look);
              else resolve({ pictureMs, comparedMs: Math.max(pictureMs, othersAt - begun) });
            };
            requestAnimationFrame(look);
          }),
        [to, from] as const,
      );
      await page.waitForTimeout(RESTS_MS);
      return took;
    },
    async play(begins, seconds) {
      await slider.evaluate(
        (element, to) =>
          (window as unknown as { dragTo: (slider: Element, to: number) => void }).dragTo(element, to),
        begins,
      );
      await page.locator('.history-speed select').selectOption('60');
      await page.keyboard.press('Escape');
      await page.locator('.history-play').click();
      await page.waitForTimeout(PLAYS_FIRST_MS);
      const cadence = await slider.evaluate(
        (element: HTMLInputElement, lastsMs) =>
          new Promise<{ raceMs: number; tookMs: number; times: number[] }>((resolve) => {
            const [raceBegan, began] = [Number(element.value), performance.now()];
            window.replayWatch.drawings = [began];
            setTimeout(() => {
              const ended = performance.now();
              const times = [...window.replayWatch.drawings, ended];
              resolve({ raceMs: Number(element.value) - raceBegan, tookMs: ended - began, times });
            }, lastsMs);
          }),
        seconds * 1_000,
      );
      await page.locator('.history-play').click();
      await page.waitForTimeout(RESTS_MS);
      const { raceMs, tookMs, times } = cadence;
      const gaps = times.slice(1).map((at, i) => at - (times[i] ?? at));
      return {
        raceSeconds: raceMs / tookMs,
        drawings: (times.length - 2) / (tookMs / 1_000),
        longestGapMs: Math.max(...gaps),
      };
    },
    close: () => context.close(),
  };
};
