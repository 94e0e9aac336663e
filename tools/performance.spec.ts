import { expect, it } from '@jest/globals';
import { benches, committedPictures, page, pictures, withFigures } from './performance-table.js';

it('docs/performance.md has the figures of bench/results, and of nothing else', async () => {
  expect(await withFigures(page())).toBe(page());
});

it('the pictures of docs/performance are drawn from bench/results', () => {
  expect(committedPictures()).toEqual(pictures());
});

it.each([...pictures().keys()])('docs/performance.md shows the picture %s', (name) => {
  expect(page()).toContain(`(performance/${name})`);
});

it.each(benches)('docs/performance.md has a row for the bench %s', (name) => {
  expect(page()).toMatch(new RegExp(`^\\| \`${name}\` `, 'm'));
});

it.each(benches)('docs/performance.md tells what limits the bench %s', (name) => {
  expect(page()).toMatch(new RegExp(`^- \`${name}\`: `, 'm'));
});
