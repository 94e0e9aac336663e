import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { failuresIn } from './build-output.js';
import { isBuilt, recordBuilt, sourcesOf } from './built.js';

const part = (task: string, words: string): string =>
  `> nx run ${task}\n\n> ${task}\n> swc src\n\n${words}\n\n`;
const out = `${part('@flagpost/contracts:build', '')}${part('@flagpost/domain:build', 'x Expression expected')}`;

describe('the build', () => {
  it('prints of nx what the failed tasks wrote', () => {
    const err =
      ' NX   Running target build for 2 projects failed\n\nFailed tasks:\n\n- @flagpost/domain:build\n';
    const printed = failuresIn({ out, err });
    expect(printed).toContain('x Expression expected');
    expect(printed).toMatch(/Failed: @flagpost\/domain:build\n$/);
    expect(printed).not.toContain('contracts');
  });

  it('prints everything if nx itself failed', () => {
    expect(failuresIn({ out: 'out\n', err: ' NX   Cannot find the configuration\n' })).toBe(
      'out\n NX   Cannot find the configuration\n',
    );
  });

  it('is what every script builds with', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const building = Object.values(scripts).filter((script) => /\bnx\b|\bbuild\b/.test(script));
    expect(building.length).toBeGreaterThan(10);
    for (const script of building) expect(script).toMatch(/^node tools\/build\.js( && |$)/);
  });

  describe('of sources that did not change', () => {
    let root: string;
    const write = (name: string, text: string): void => writeFileSync(join(root, name), text);

    beforeEach(() => {
      root = mkdtempSync(join(tmpdir(), 'flagpost-build-'));
      for (const name of ['apps/api/src', 'apps/api/dist', 'libs/domain/src', 'libs/domain/dist'])
        mkdirSync(join(root, name), { recursive: true });
      for (const name of ['.swcrc', 'nx.json', 'package-lock.json', 'libs/domain/src/index.ts'])
        write(name, '{}');
      for (const room of ['apps/api', 'libs/domain'])
        write(`${room}/package.json`, JSON.stringify({ scripts: { build: 'swc src' } }));
      recordBuilt(root, sourcesOf(root));
    });

    afterEach(() => rmSync(root, { recursive: true }));

    it('leaves the outputs alone, so that programs that run keep their modules', () => {
      write('libs/domain/dist/index.js', 'export {};');
      expect(isBuilt(root, sourcesOf(root))).toBe(true);
    });

    it.each([
      ['a changed source', () => write('libs/domain/src/index.ts', 'export const changed = 1;')],
      ['a new source', () => write('apps/api/src/main.ts', '')],
      ['a source that is gone', () => rmSync(join(root, 'libs/domain/src/index.ts'))],
      ['another set of packages', () => write('package-lock.json', '{ "packages": {} }')],
      ['an output that is gone', () => rmSync(join(root, 'libs/domain/dist'), { recursive: true })],
    ])('builds after %s', (_, change) => {
      change();
      expect(isBuilt(root, sourcesOf(root))).toBe(false);
    });
  });
});
