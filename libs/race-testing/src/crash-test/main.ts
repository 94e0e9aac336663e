/** Kills the standalone repeatedly under load: `npm run crash-test`, or `npm run crash-test -- --cycles 20`. */
import { readCommandLine } from '@flagpost/platform';
import { isComplete } from '../under-load/check-acknowledged.js';
import { runCrashTest } from './crash-test.js';

const {
  numbers: { cycles },
} = readCommandLine({
  usage: 'npm run crash-test -- --cycles 20',
  options: {},
  numbers: { cycles: { default: 200 } },
  names: 0,
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const outcome = await runCrashTest(cycles, (done) => {
  if (done % 20 === 0) print(`${done} kills`);
});
const { kills, unanswered, restartMs } = outcome;
print(`${kills} kills by SIGKILL, ${unanswered} requests without an answer and sent again;`);
print(
  `ready again after ${restartMs.median.toFixed(0)} ms (median), ${restartMs.longest.toFixed(0)} ms at most`,
);
for (const kind of ['events', 'fixes', 'signals', 'laps'] as const) {
  const { expected, lost, twice } = outcome[kind];
  const said = kind === 'laps' ? 'of an undisturbed engine' : 'acknowledged';
  print(`${kind}: ${expected} ${said}, lost: ${lost}, more than once: ${twice}`);
}
process.exitCode = isComplete(outcome) ? 0 : 1;
