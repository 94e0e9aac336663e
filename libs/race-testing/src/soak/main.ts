/**
 * A long race, checked for growth and loss: `npm run soak`, or `npm run soak 60 -- --cars 200 --note "nothing else
 * ran"`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { readCommandLine } from '@flagpost/platform';
import { soak, type Soaked } from './soak.js';
import { headOf, lineOf, linesOf } from './report.js';

const RESULT = new URL('../../../../bench/results/soak.json', import.meta.url);

const { values, numbers, names } = readCommandLine({
  usage: 'npm run soak 60 -- --cars 200 --viewers 30 --note TEXT',
  options: {
    /** A note for readers of the report on other load of the machine. */
    note: { type: 'string', default: '' },
  },
  numbers: { cars: { default: 100 }, viewers: { default: 30, min: 0 } },
  names: 1,
  areNamesNumbers: true,
});
const [minutes = '30'] = names;
const print = (text: string): void => void process.stdout.write(`${text}\n`);

const written = (soaked: Soaked): object => ({
  name: 'soak',
  at: new Date().toISOString(),
  ...(values.note === '' ? {} : { note: values.note }),
  ...soaked,
  versions: { node: process.version, v8: process.versions.v8, sqlite: process.versions.sqlite },
  machine: `${cpus().length} x ${cpus()[0]?.model.trim() ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${platform()} ${arch()}`,
});

print(headOf());
const soaked = await soak(
  {
    minutes: Number(minutes),
    ...numbers,
    slowViewers: 3,
    minuteMs: 60_000,
  },
  (minute) => print(lineOf(minute)),
);
mkdirSync(new URL('.', RESULT), { recursive: true });
writeFileSync(RESULT, `${JSON.stringify(written(soaked), null, 2)}\n`);
for (const line of linesOf(soaked)) print(line);
process.exitCode = soaked.faults.length === 0 ? 0 : 1;
