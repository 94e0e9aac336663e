import { readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { languageOf } from './language.js';
import { TEXTS } from './texts.js';
import { english } from './texts/en/common.js';

it.each([
  [null, ['es-AR', 'en'], 'es'],
  [null, ['de-CH', 'it-CH', 'en'], 'it'],
  [null, ['de'], 'en'],
  [null, [], 'en'],
  ['it', ['es'], 'it'],
  ['xx', ['es'], 'es'],
])('a choice of %j in a browser of %j is %s', (chosen, ofBrowser, language) => {
  expect(languageOf(chosen, ofBrowser)).toBe(language);
});

it('speaks English here', () => {
  expect(TEXTS.loading).toBe(english.loading);
});

/** Every text of a catalogue by its path; functions are called with plain values. */
const spoken = (node: unknown, path = ''): [string, string][] => {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') {
    return [[path, String((node as (...values: unknown[]) => unknown)(...[7, 8, 9].slice(0, node.length)))]];
  }
  return Object.entries(node as object).flatMap(([name, value]) => spoken(value, `${path}.${name}`));
};

/** Every part of the catalogue in one language. */
const catalogue = async (language: string): Promise<object> => {
  const parts = await Promise.all(
    readdirSync(new URL(`texts/${language}/`, import.meta.url)).map(
      (file) => import(`./texts/${language}/${file.replace('.ts', '.js')}`) as Promise<object>,
    ),
  );
  return Object.assign({}, ...parts.flatMap((part) => Object.values(part) as object[])) as object;
};

it('offers tests every text that there is', async () => {
  expect(spoken(TEXTS).map(([path]) => path)).toEqual(
    expect.arrayContaining(spoken(await catalogue('en')).map(([path]) => path)),
  );
});

it.each(['es', 'it'])(
  'leaves no text of %s empty, and puts every value where English puts one',
  async (language) => {
    const values = (text: string): string => [...text.matchAll(/[789](?:\.00)?/g)].map(String).sort().join();
    const own = new Map(spoken(await catalogue(language)));
    for (const [path, text] of spoken(await catalogue('en'))) {
      expect([path, own.get(path)?.trim()]).not.toEqual([path, '']);
      expect([path, values(own.get(path) ?? '')]).toEqual([path, values(text)]);
    }
  },
);
