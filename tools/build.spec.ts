import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { failuresIn } from './build-output.js';

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
});
