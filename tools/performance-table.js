import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/**
 * The tables of docs/performance.md, from bench/results: the column 'measured' of the first one, and the whole tables of
 * how cost grows and of what benches tell beside their figures. Run `node tools/performance-table.js` after benches that are to be committed.
 */
const PAGE = new URL('../docs/performance.md', import.meta.url);
const GROWTH = /(<!-- growth -->\n)[^]*?(<!-- end of growth -->)/;
/** Benches that are run under several loads. */
const GROWING = ['engine', 'ingest-embedded', 'command', 'fan-out', 'client', 'editor'];
/** Benches whose figures beside the compared one are printed too, each between marks of its own. */
const DETAILED = ['arrivals', 'slow-disk'];
const NOT_YET = 'not measured yet';

const number = (value) => value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 2 });
const verdict = (met) => (met ? 'met' : '**not met**');

/** Everything of one comparison that has a goal. */
const goalsOf = ({ what, ratio, goal, met, limits = [] }) => [
  ...(goal === undefined ? [] : [`${number(ratio)}, ${verdict(met)} (${what})`]),
  ...limits.map(({ of, median, met: kept }) => `${number(median)} ${of}, ${verdict(kept)} (${what})`),
];

/** Its own comparison first. @param {string} name of a bench */
const comparisonsOf = (name) => {
  const path = new URL(`../bench/results/${name}.json`, import.meta.url);
  if (!existsSync(path)) return [];
  const { further = [], ...own } = JSON.parse(readFileSync(path, 'utf8'));
  return [own, ...further];
};

/** @param {string} name of a bench */
const measured = (name) => comparisonsOf(name).flatMap(goalsOf).join('; ') || NOT_YET;

/** By how much load: every comparison of a bench that has some without a goal of their own. */
const growthOf = (name) => {
  const comparisons = comparisonsOf(name);
  if (comparisons.every(({ goal }) => goal !== undefined)) return [];
  return comparisons.map(({ what, unit, ours, theirs, ratio }) =>
    [
      '',
      `\`${name}\``,
      what,
      `${number(ours.median)} ${unit}`,
      ratio === undefined ? '' : number(ratio),
      theirs?.what ?? '',
      '',
    ]
      .join(' | ')
      .trim(),
  );
};

const growth = () => {
  const head = ['| bench | load | ours | ratio | to |', '| - | - | - | - | - |'];
  return [...head, ...GROWING.flatMap(growthOf)].join('\n');
};

/** A column for each comparison of a bench: what ours told beside its figure. */
const details = (name) => {
  const comparisons = comparisonsOf(name);
  if (comparisons.length === 0) return `${NOT_YET}.`;
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const told = (value) => (value === undefined ? '' : number(value));
  const names = [...new Set(comparisons.flatMap(({ ours }) => Object.keys(ours.also ?? {})))];
  return [
    row(['median of the rounds', ...comparisons.map(({ what }) => what)]),
    row(['-', ...comparisons.map(() => '-')]),
    row([comparisons[0].unit, ...comparisons.map(({ ours }) => told(ours.median))]),
    ...(comparisons.some(({ theirs }) => theirs !== undefined)
      ? [
          row([
            `the same of ${comparisons[0].theirs.what}`,
            ...comparisons.map(({ theirs }) => told(theirs?.median)),
          ]),
        ]
      : []),
    ...names.map((each) => row([each, ...comparisons.map(({ ours }) => told(ours.also?.[each]?.median))])),
  ].join('\n');
};

const withDetails = (page, name) =>
  page.replace(
    new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end of ${name} -->)`),
    (_, from, to) => `${from}\n${details(name)}\n\n${to}`,
  );

/** The page with its column filled in. Rows of the table begin with a bench's name in backquotes. */
export const withFigures = async (page) => {
  const lines = page.split('\n').map((line) => {
    const [, name, goal, , ...rest] = line.split('|');
    const bench = /^ `([a-z-]+)` +$/.exec(name ?? '')?.[1];
    return bench === undefined ? line : ['', name, goal, ` ${measured(bench)} `, ...rest].join('|');
  });
  const filled = lines.join('\n').replace(GROWTH, (_, from, to) => `${from}\n${growth()}\n\n${to}`);
  const detailed = DETAILED.reduce(withDetails, filled);
  return format(detailed, { ...(await resolveConfig(PAGE)), parser: 'markdown' });
};

export const page = () => readFileSync(PAGE, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, await withFigures(page()));
