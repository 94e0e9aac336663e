/** Runs seeds of hostile requests: `npm run fuzz -- --seed 1 --seeds 500`; with `--trace` prints what was sent. */
import { parseArgs } from 'node:util';
import { reportOf, runSeeds } from '@flagpost/testing/simulation';
import { replayCommand, runFuzz } from './fuzz.js';

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
  const outcome = await runFuzz(seed);
  if (values.trace) print(outcome.trace.join('\n'));
  return outcome;
});
if (failed.length > 0) print(reportOf(failed, replayCommand));
print(`${count} seeds from ${first} on: ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
