import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { page, withFigures } from './performance-table.js';

const benches = readdirSync(new URL('../bench/', import.meta.url))
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -'.ts'.length));

it('docs/performance.md has the figures of bench/results, and of nothing else', async () => {
  expect(await withFigures(page())).toBe(page());
});

it.each(benches)('docs/performance.md has a row for the bench %s', (name) => {
  expect(page()).toMatch(new RegExp(`^\\| \`${name}\` `, 'm'));
});
