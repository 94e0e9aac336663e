import { readCommandLine } from '@flagpost/platform';
import { reportOf, runSeeds, type Outcome } from './seeds.js';

/**
 * The program that runs seeds: `--seed` is the first (default 1), `--seeds` their number (default 1), and `--trace`
 * prints the events of a run. If a seed failed, the process fails and prints how to run it again.
 */
export const seedsProgram = async (
  run: (seed: number) => Promise<Outcome>,
  replay: (seed: number) => string,
): Promise<void> => {
  const {
    values,
    numbers: { seed: first, seeds: count },
  } = readCommandLine({
    usage: 'It takes --seed FIRST, --seeds COUNT and --trace.',
    options: {
      trace: { type: 'boolean', default: false },
    },
    numbers: { seed: { default: 1, min: 0 }, seeds: { default: 1 } },
    names: 0,
  });
  const print = (text: string): void => void process.stdout.write(`${text}\n`);

  const failed = await runSeeds(first, count, async (seed) => {
    const outcome = await run(seed);
    if (values.trace) print(outcome.trace.join('\n'));
    return outcome;
  });
  if (failed.length > 0) print(reportOf(failed, replay));
  print(`${count} seeds from ${first} on: ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
};
