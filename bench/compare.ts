import { writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';

/** One side of a comparison: does its whole work once and answers how many units of it there were. */
export type Side = () => number;

export interface Comparison {
  readonly name: string;
  /** What one unit is, in the plural. */
  readonly unit: string;
  /** Ours over theirs, at least. */
  readonly goal: number;
  readonly ours: { readonly what: string; readonly run: Side };
  readonly theirs: { readonly what: string; readonly run: Side };
  /** Further figures of this run. */
  readonly also?: () => Record<string, number | string>;
}

interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

const ROUNDS = 7;

const spreadOf = (rates: readonly number[]): Spread => {
  const sorted = rates.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? NaN;
  return { median: at(Math.floor(sorted.length / 2)), lowest: at(0), highest: at(sorted.length - 1) };
};

const rate = (run: Side): number => {
  const startedAt = process.hrtime.bigint();
  const units = run();
  return units / (Number(process.hrtime.bigint() - startedAt) / 1e9);
};

const figure = ({ median, lowest, highest }: Spread): string =>
  `${Math.round(median).toLocaleString('en')}/s (${Math.round(lowest).toLocaleString('en')} to ${Math.round(highest).toLocaleString('en')})`;

/** Runs both sides in turn, prints what came out, and writes it down unless this is a smoke run. */
export const compare = ({ name, unit, goal, ours, theirs, also }: Comparison, smoke: boolean): void => {
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < (smoke ? 1 : ROUNDS); round++) {
    rates.ours.push(rate(ours.run));
    rates.theirs.push(rate(theirs.run));
  }
  const result = { ours: spreadOf(rates.ours), theirs: spreadOf(rates.theirs) };
  const ratio = result.ours.median / result.theirs.median;
  const further = also?.() ?? {};

  console.log(`${name}, ${unit}`);
  console.log(`  ours    ${ours.what}: ${figure(result.ours)}`);
  console.log(`  theirs  ${theirs.what}: ${figure(result.theirs)}`);
  console.log(`  ratio   ${ratio.toFixed(2)}, goal ${goal}`);
  for (const [what, value] of Object.entries(further)) console.log(`  ${what}: ${value}`);
  if (smoke) return;

  const written = {
    name,
    unit,
    ratio: Number(ratio.toFixed(2)),
    goal,
    ours: { what: ours.what, ...result.ours },
    theirs: { what: theirs.what, ...result.theirs },
    ...further,
    command: `npm run bench ${name}`,
    versions: { node: process.version },
    machine: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}`,
  };
  writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${JSON.stringify(written, null, 2)}\n`);
};
