import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const folder = fileURLToPath(new URL('../bench/', import.meta.url));

/** One file of that folder each. */
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

const smoke = (name: string): string =>
  execFileSync(process.execPath, ['--expose-gc', `${folder}run.ts`, name, '--smoke'], {
    encoding: 'utf8',
    env: {},
    maxBuffer: 1_000_000,
  });

it.each(names)(
  'bench %s still runs, at a tiny size',
  (name) => {
    const printed = smoke(name);
    expect(printed).toMatch(new RegExp(`^\\n${name}\\n`));
    // Each compares something, or names its missing dependency.
    expect(printed).toMatch(/\n {2}ours .*\n|\n {2}missing: /);
    expect(printed).not.toContain('NaN');
  },
  120_000,
);
