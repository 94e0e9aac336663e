import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { BARS, CURVES, drawn, stacked } from './performance-curves.js';

/**
 * The table of docs/performance.md and the pictures in docs/performance, from bench/results. Run
 * `node tools/performance-table.js` after benches whose results are to be committed.
 */
const PAGE = new URL('../docs/performance.md', import.meta.url);
const PICTURES = new URL('../docs/performance/', import.meta.url);
const BENCHES = new URL('../bench/', import.meta.url);
const TABLE = /(<!-- figures -->\n)[^]*?(<!-- end of figures -->)/;

/** @param {number} value */
export const number = (value) => value.toLocaleString('en', { maximumFractionDigits: value >= 100 ? 0 : 2 });
const spread = ({ lowest, highest }) => ` (${number(lowest)} to ${number(highest)})`;
const verdict = (met) => (met ? 'met' : '**not met**');
const row = (cells) => `| ${cells.join(' | ')} |`;

/** Of every bench, in alphabetical order. */
export const benches = readdirSync(BENCHES)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

/** Its own comparison first; none if it was not measured. @param {string} name of a bench */
export const comparisonsOf = (name) => {
  const path = new URL(`results/${name}.json`, BENCHES);
  if (!existsSync(path)) return [];
  const { further = [], ...own } = JSON.parse(readFileSync(path, 'utf8'));
  return [own, ...further];
};

const boundsOf = ({ atLeast, atMost }) =>
  [
    ...(atLeast === undefined ? [] : [`at least ${number(atLeast)}`]),
    ...(atMost === undefined ? [] : [`at most ${number(atMost)}`]),
  ].join(' and ');

/** A row for each goal of a comparison: what is compared, under which load. */
const goalsOf = (name, { what, unit, ratio, ratios, goal, goalIs, met, limits = [], ours, theirs }) => [
  ...(goal === undefined
    ? []
    : [
        row([
          `\`${name}\``,
          what,
          `${unit}, in proportion to ${theirs.what}`,
          `${goalIs} ${number(goal)}`,
          `${number(ratio)}${ratios === undefined ? '' : spread(ratios)}`,
          verdict(met),
        ]),
      ]),
  ...limits.map((limit) => {
    const measured = limit.of === unit ? ours : (ours.also?.[limit.of] ?? ours);
    return row([
      `\`${name}\``,
      what,
      limit.of,
      boundsOf(limit),
      `${number(limit.median)}${spread(measured)}`,
      verdict(limit.met),
    ]);
  }),
];

const rowsOf = (name) => {
  const rows = comparisonsOf(name).flatMap((comparison) => goalsOf(name, comparison));
  return rows.length > 0 ? rows : [row([`\`${name}\``, '', '', '', 'not measured yet', ''])];
};

const table = () =>
  [
    row(['bench', 'load', 'figure', 'goal', 'median (lowest to highest)', '']),
    row(['-', '-', '-', '-', '-', '-']),
    ...benches.flatMap(rowsOf),
  ].join('\n');

/** The page with its table filled in. */
export const withFigures = async (page) =>
  format(
    page.replace(TABLE, (_, from, to) => `${from}\n${table()}\n\n${to}`),
    { ...(await resolveConfig(PAGE)), parser: 'markdown' },
  );

export const page = () => readFileSync(PAGE, 'utf8');

const drawnBy = (draw, pictures) =>
  Object.entries(pictures).flatMap(([name, picture]) => {
    const svg = draw(picture, comparisonsOf(picture.bench));
    return svg === null ? [] : [[`${name}.svg`, svg]];
  });

/** By file name. */
export const pictures = () => new Map([...drawnBy(drawn, CURVES), ...drawnBy(stacked, BARS)]);

/** As they are committed. */
export const committedPictures = () =>
  new Map(readdirSync(PICTURES).map((name) => [name, readFileSync(new URL(name, PICTURES), 'utf8')]));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(PAGE, await withFigures(page()));
  mkdirSync(PICTURES, { recursive: true });
  for (const [name, svg] of pictures()) writeFileSync(new URL(name, PICTURES), svg);
}
