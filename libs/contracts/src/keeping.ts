import { DAY_MS } from './time.js';

/** How long an institution keeps the positions of its races. */

/** Days after the finish of a race for which its positions can be kept. An institution that chose none keeps them for ever. */
export const KEEP_DAYS = [30, 365, 730, 1_825, 3_650] as const;

/** A period as a query and a form write it: its days, or this for none. */
export const KEEP_FOR_EVER = 'ever';
export const KEEP_PERIODS = [...KEEP_DAYS.map(String), KEEP_FOR_EVER];
/** Null: for ever. */
export const keepDaysOf = (period: string): number | null =>
  period === KEEP_FOR_EVER ? null : Number(period);
export const keepPeriodOf = (keepDays: number | null): string =>
  keepDays === null ? KEEP_FOR_EVER : String(keepDays);

/** Nothing is deleted for so long after a rule was set: until then it can be undone. */
export const KEEPING_GRACE_MS = DAY_MS;

/** A rule of an institution. Times in epoch ms. */
export interface KeepingRule {
  readonly keepDays: number;
  readonly setAt: number;
}

/** The time from which the positions of a race are deleted under a rule. */
export const positionsEndAt = (finishesAt: number, { keepDays, setAt }: KeepingRule): number =>
  Math.max(finishesAt + keepDays * DAY_MS, setAt + KEEPING_GRACE_MS);
