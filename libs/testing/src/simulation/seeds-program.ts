import { parseArgs } from 'node:util';
import { reportOf, runSeeds, type Outcome } from './seeds.js';

/**
 * The program that runs seeds: `--seed` is the first, 1 unless told, `--seeds` how many, one unless told, and `--trace`
 * prints what happened. Fails the process where one failed, and prints how each is run again.
 */
export const seedsProgram = async (
  run: (seed: number) => Promise<Outcome>,
  replay: (seed: number) => string,
): Promise<void> => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '1' },
      trace: { type: 'boolean', default: false },
    },
  });
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const first = Number(values.seed);
  const count = Number(values.seeds);

  const failed = await runSeeds(first, count, async (seed) => {
    const outcome = await run(seed);
    if (values.trace) print(outcome.trace.join('\n'));
    return outcome;
  });
  if (failed.length > 0) print(reportOf(failed, replay));
  print(`${count} seeds from ${first} on: ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
};
