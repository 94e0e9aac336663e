import { readdirSync } from 'node:fs';
import type { Bench, Context } from './frame/bench.ts';
import { measured, type Result } from './frame/compare.ts';
import { watchConditions } from './frame/conditions.ts';
import { conditionsLine, linesOf } from './frame/print.ts';
import { writeResult } from './frame/result.ts';

/** One file beside this one each, of the bench's name. */
const BENCHES = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

const USAGE = `npm run bench [name …] [-- --rounds 7 --smoke --<size> 100,1000]
There are: ${BENCHES.join(', ')}. README.md here says which sizes each takes.`;

const ROUNDS = 7;
const ROUNDS_AT_LEAST = 5;

const fail = (words: string): never => {
  console.error(`${words}\n${USAGE}`);
  process.exit(1);
};

const names: string[] = [];
const options = new Map<string, string>();
for (let rest = process.argv.slice(2); rest[0] !== undefined;) {
  const [argument, value] = rest;
  const option = argument.startsWith('--') ? argument.slice(2) : null;
  if (option === null) names.push(argument);
  else if (option !== 'smoke') options.set(option, value ?? '');
  rest = rest.slice(option === null || option === 'smoke' ? 1 : 2);
}
const smoke = process.argv.includes('--smoke');

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

const runOne = async (name: string, bench: Bench): Promise<void> => {
  const results: Result[] = [];
  const notes: Record<string, string> = {};
  const taken: string[] = [];
  const conditions = watchConditions();
  const context: Context = {
    smoke,
    sizes(size, whole, tiny) {
      const given = options.get(size);
      if (given === undefined) return smoke ? tiny : whole;
      taken.push(`--${size} ${given}`);
      return numbers(size, given);
    },
    async compare(comparison) {
      const result = await measured(comparison, smoke ? 1 : rounds, () => conditions.probe());
      results.push(result);
      console.log(linesOf(result).join('\n'));
    },
    note(what, value) {
      notes[what] = value;
      console.log(`  ${what}: ${value}`);
    },
  };
  console.log(`\n${name}`);
  await bench(context);
  if (results.length > 0) console.log(conditionsLine(conditions.read()));
  if (smoke) return;
  const chosen = [...(rounds === ROUNDS ? [] : [`--rounds ${rounds}`]), ...taken];
  const command = `npm run bench ${name}${chosen.length === 0 ? '' : ` -- ${chosen.join(' ')}`}`;
  writeResult({ name, results, notes, rounds, command, conditions: conditions.read() });
};

for (const name of names.length === 0 ? BENCHES : names) {
  const { bench } = (await import(`./${name}.ts`)) as { bench: Bench };
  await runOne(name, bench);
}
