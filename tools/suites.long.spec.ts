import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../', import.meta.url));
const jest = `${root}node_modules/jest/bin/jest.js`;
const configs = ['jest.config.js', 'jest.long.config.js', 'jest.infra.config.js'];

const filesOf = (config: string): string[] =>
  execFileSync(process.execPath, [jest, '-c', config, '--listTests'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');

it('every spec file belongs to exactly one suite', () => {
  const specs = globSync(['{apps,libs}/*/src/**/*.spec.{ts,tsx}', 'tools/**/*.spec.ts'], { cwd: root });
  expect(specs.length).toBeGreaterThan(100);
  expect(configs.flatMap(filesOf).sort()).toEqual(specs.map((file) => `${root}${file}`).sort());
});

it('CI runs every suite, and counts it in its closing line', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  const ci = readFileSync(`${root}.ci/run`, 'utf8');
  for (const script of Object.keys(scripts).filter((name) => /^test(:|$)/.test(name))) {
    const runs = [...ci.matchAll(new RegExp(`npm (?:run )?${script} .*--outputFile="([^"]+)"`, 'g'))];
    expect([script, runs.length]).not.toEqual([script, 0]);
    for (const [, results] of runs)
      expect([script, ci.split(`"${results}"`).length - 1]).toEqual([script, 2]);
  }
});

it('CI runs every project of the browser tests, and counts it in its closing line', () => {
  const ci = readFileSync(`${root}.ci/run`, 'utf8');
  const projects = [
    ...readFileSync(`${root}e2e/playwright.config.ts`, 'utf8').matchAll(/\{ name: '(\w+)', testMatch/g),
  ].map(([, name]) => name);
  const runs = [...ci.matchAll(/E2E_RESULTS="([^"]+)" npm run e2e .*--project=(\w+)/g)];
  expect(runs.map(([, , project]) => project).sort()).toEqual(projects.sort());
  for (const [, results] of runs)
    expect([results, ci.split(`"${results}"`).length - 1]).toEqual([results, 2]);
});
