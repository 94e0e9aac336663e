import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/**
 * The column 'measured' of the table in docs/performance.md, from bench/results: `node tools/performance-table.js` after
 * benches that are to be committed.
 */
const PAGE = new URL('../docs/performance.md', import.meta.url);
const NOT_YET = 'not measured yet';

const number = (value) => value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 2 });
const verdict = (met) => (met ? 'met' : '**not met**');

/** Everything of one comparison that has a goal. */
const goalsOf = ({ what, ratio, goal, met, limits = [] }) => [
  ...(goal === undefined ? [] : [`${number(ratio)}, ${verdict(met)} (${what})`]),
  ...limits.map(({ of, median, met: kept }) => `${number(median)} ${of}, ${verdict(kept)} (${what})`),
];

/** @param {string} name of a bench */
const measured = (name) => {
  const path = new URL(`../bench/results/${name}.json`, import.meta.url);
  if (!existsSync(path)) return NOT_YET;
  const { further = [], ...own } = JSON.parse(readFileSync(path, 'utf8'));
  return [own, ...further].flatMap(goalsOf).join('; ');
};

/** The page with its column filled in. Rows of the table begin with a bench's name in backquotes. */
export const withFigures = async (page) => {
  const lines = page.split('\n').map((line) => {
    const [, name, goal, , ...rest] = line.split('|');
    const bench = /^ `([a-z-]+)` +$/.exec(name ?? '')?.[1];
    return bench === undefined ? line : ['', name, goal, ` ${measured(bench)} `, ...rest].join('|');
  });
  return format(lines.join('\n'), { ...(await resolveConfig(PAGE)), parser: 'markdown' });
};

export const page = () => readFileSync(PAGE, 'utf8');

if (import.meta.main) writeFileSync(PAGE, await withFigures(page()));
