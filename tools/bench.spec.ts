import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

it.each(['engine'])('bench %s still runs, at a tiny size', (name) => {
  const run = fileURLToPath(new URL('../bench/run.ts', import.meta.url));
  const printed = execFileSync(process.execPath, [run, name, '--smoke'], { encoding: 'utf8', env: {} });
  expect(printed).toMatch(new RegExp(`^${name}, .*\\n  ours .*\\n  theirs .*\\n  ratio `));
});
