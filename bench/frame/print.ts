import type { Conditions } from './conditions.ts';
import type { LimitResult, Result, SideResult, Spread } from './compare.ts';

const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 3 });

const figure = ({ median, lowest, highest }: Spread): string =>
  `${number(median)} (${number(lowest)} to ${number(highest)})`;

const sideLines = (name: string, side: SideResult): string[] => [
  `  ${name.padEnd(7)} ${figure(side)}  ${side.what}`,
  ...Object.entries(side.also ?? {}).map(([what, spread]) => `          ${what}: ${figure(spread)}`),
];

const wanted = ({ atLeast, atMost }: LimitResult): string =>
  [
    ...(atLeast === undefined ? [] : [`at least ${number(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${number(atMost)}`]),
  ].join(' and ');

const verdict = (met: boolean): string => (met ? 'met' : 'NOT met');

/** Of the medians, with the lowest and the highest of a round. */
const ratioOf = ({ ratio = NaN, ratios }: Result): string =>
  number(ratio) + (ratios === undefined ? '' : ` (${number(ratios.lowest)} to ${number(ratios.highest)})`);

/** Median, and lowest to highest of all rounds. */
export const linesOf = (result: Result): string[] => [
  `${result.what}, ${result.unit}`,
  ...sideLines('ours', result.ours),
  ...(result.theirs === undefined ? [] : sideLines('theirs', result.theirs)),
  ...(result.ratio === undefined
    ? []
    : [
        `  ratio   ${ratioOf(result)}` +
          (result.goal === undefined
            ? ''
            : `, goal ${result.goalIs} ${number(result.goal)}: ${verdict(result.met === true)}`),
      ]),
  ...(result.limits ?? []).map(
    (limit) => `  limit   ${limit.of}: ${number(limit.median)}, goal ${wanted(limit)}: ${verdict(limit.met)}`,
  ),
];

/** A line for each goal of a bench, for a table of all. */
export const headlinesOf = (name: string, result: Result): string[] => {
  const line = (figures: string, goal: string): string => `${name.padEnd(17)} ${figures.padEnd(64)} ${goal}`;
  const { ratio, goal, goalIs, met, limits = [], ours, unit } = result;
  return [
    ...(ratio === undefined
      ? []
      : [
          line(
            `ratio ${ratioOf(result)}`,
            goal === undefined ? '' : `${goalIs} ${number(goal)}: ${verdict(met === true)}`,
          ),
        ]),
    ...limits.map((limit) =>
      line(
        `${limit.of} ${figure(limit.of === unit ? ours : (ours.also?.[limit.of] ?? ours))}`,
        `${wanted(limit)}: ${verdict(limit.met)}`,
      ),
    ),
  ];
};

/** The machine while the bench ran. */
export const conditionsLine = ({ stealPercent, syncMs }: Conditions): string =>
  `  machine ${stealPercent === null ? '' : `steal ${number(stealPercent)} %, `}` +
  `fdatasync p50 ${number(syncMs.p50)} ms, p99 ${number(syncMs.p99)} ms`;
