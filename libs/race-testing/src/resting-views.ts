import { RACE, type HealthAnswer } from '@flagpost/contracts';
import { until } from '@flagpost/testing';
import type { Caller } from './calls.js';

/** Number and digest of the documents of each view, by its name. */
export type ViewDigests = Readonly<Record<string, { readonly count: number; readonly sha256: string }>>;

/** A car that stands is stated after `stoppedAfterMs` of fixes, and each change is projected within seconds. */
const RESTS_FOR_MS = 2 * RACE.stoppedAfterMs;
const LOOK_EVERY_MS = 1_000;
const REST_BY_MS = 120_000;

/** The views as the api of `admin` reports them, once they have not changed for so long that no race is behind them. */
export const restingViews = async (admin: Caller): Promise<ViewDigests> => {
  let last = '';
  let since = 0;
  return until(
    'views at rest',
    async () => {
      const { body } = await admin.call<HealthAnswer>('GET', '/health');
      const views = Object.fromEntries(
        Object.values(body.projections ?? {}).flatMap(({ views }) => Object.entries(views)),
      );
      const now = JSON.stringify(views);
      if (now !== last) since = Date.now();
      last = now;
      return Date.now() - since >= RESTS_FOR_MS && views;
    },
    { deadlineMs: REST_BY_MS, everyMs: LOOK_EVERY_MS },
  );
};

/** The lines of `views` that are not in what `npm run rebuild` printed. */
export const missingIn = (printed: string, views: ViewDigests): string[] => {
  const lines = new Set(printed.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' ')));
  return Object.entries(views)
    .map(([view, { count, sha256 }]) => `${view} ${count} ${sha256}`)
    .filter((line) => !lines.has(line));
};
