import { readdirSync } from 'node:fs';
import type { Bench, Context, Scale } from './frame/bench.ts';
import { measured, type Result } from './frame/compare.ts';
import { watchConditions } from './frame/conditions.ts';
import { conditionsLine, headlinesOf, linesOf } from './frame/print.ts';
import { writeResult } from './frame/result.ts';

/** One file beside this one each, of the bench's name. */
const BENCHES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

const USAGE = `npm run bench [name …] [-- --rounds 7 --quick --smoke --<size> 100,1000]
There are: ${BENCHES.join(', ')}. README.md here says which sizes each takes.`;

const ROUNDS = 7;
const ROUNDS_AT_LEAST = 5;
const QUICK_ROUNDS = 3;

const fail = (words: string): never => {
  console.error(`${words}\n${USAGE}`);
  process.exit(1);
};

/** Scales that an option chooses. */
const SCALES = ['smoke', 'quick'];

const names: string[] = [];
const options = new Map<string, string>();
for (let rest = process.argv.slice(2); rest[0] !== undefined;) {
  const [argument, value] = rest;
  const option = argument.startsWith('--') ? argument.slice(2) : null;
  if (option === null) names.push(argument);
  else if (!SCALES.includes(option)) options.set(option, value ?? '');
  rest = rest.slice(option === null || SCALES.includes(option) ? 1 : 2);
}
const isAsked = (scale: string): boolean => process.argv.includes(`--${scale}`);
const scale: Scale = isAsked('smoke') ? 'smoke' : isAsked('quick') ? 'quick' : 'whole';

const unknown = names.find((name) => !BENCHES.includes(name));
if (unknown !== undefined) fail(`There is no bench ${unknown}.`);
const rounds = Number(options.get('rounds') ?? ROUNDS);
if (!Number.isSafeInteger(rounds) || rounds < ROUNDS_AT_LEAST)
  fail(`--rounds: a number from ${ROUNDS_AT_LEAST} is expected.`);

const numbers = (name: string, text: string): number[] => {
  const given = text.split(',').map(Number);
  if (given.some((each) => !(each > 0))) fail(`--${name}: numbers are expected, by commas.`);
  return given;
};

/** Ends a bench after its own comparison. */
class QuickRunIsOver extends Error {
  override readonly name = 'QuickRunIsOver';
}

const roundsOf: Readonly<Record<Scale, number>> = { whole: rounds, quick: QUICK_ROUNDS, smoke: 1 };

const runOne = async (name: string, bench: Bench): Promise<string[]> => {
  const results: Result[] = [];
  const notes: Record<string, string> = {};
  const taken: string[] = [];
  const conditions = watchConditions();
  const context: Context = {
    scale,
    at: (values) => values[scale],
    kinds: (all) => (scale === 'smoke' ? all.slice(-1) : all),
    sizes(size, whole, tiny, quick = whole.slice(0, 1)) {
      const given = options.get(size);
      if (given === undefined) return { whole, quick, smoke: tiny }[scale];
      taken.push(`--${size} ${given}`);
      return numbers(size, given);
    },
    async compare(comparison) {
      const result = await measured(comparison, roundsOf[scale], () => conditions.probe());
      results.push(result);
      console.log(linesOf(result).join('\n'));
      if (scale === 'quick') throw new QuickRunIsOver();
    },
    note(what, value) {
      notes[what] = value;
      console.log(`  ${what}: ${value}`);
    },
  };
  console.log(`\n${name}`);
  await bench(context).catch((error: unknown) => {
    if (!(error instanceof QuickRunIsOver)) throw error;
  });
  const [own] = results;
  if (own !== undefined) console.log(conditionsLine(conditions.read()));
  if (scale === 'whole') {
    const chosen = [...(rounds === ROUNDS ? [] : [`--rounds ${rounds}`]), ...taken];
    const command = `npm run bench ${name}${chosen.length === 0 ? '' : ` -- ${chosen.join(' ')}`}`;
    writeResult({ name, results, notes, rounds, command, conditions: conditions.read() });
  }
  return own === undefined ? [`${name.padEnd(17)} ${notes['missing'] ?? ''}`] : headlinesOf(name, own);
};

const headlines: string[] = [];
const secondsSince = (startedAt: number): string =>
  `${Math.round((performance.now() - startedAt) / 1_000)} s`;
const allStartedAt = performance.now();
for (const name of names.length === 0 ? BENCHES : names) {
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench };
  const startedAt = performance.now();
  headlines.push(...(await runOne(name, bench)));
  if (scale === 'quick') console.log(`  took    ${secondsSince(startedAt)}`);
}
if (scale === 'quick') console.log(`\n${headlines.join('\n')}\nall in ${secondsSince(allStartedAt)}`);
