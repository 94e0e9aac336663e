import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

/** The specification is in American English, but for this sentence. */
const SPECIFIED = 'No current active licences';
const OTHER_WORDS = /authoris|organis|licence|colour|metres|declined|sign(?:ed)? (?:in|out)/i;

const CATALOGUES = ['./en', '../../../../../libs/contracts/src/texts'].flatMap((folder) => {
  const url = new URL(`${folder}/`, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => new URL(name, url));
});

/** What stands in quotes or backticks, without the names of variables and modules. */
const textsOf = (source: string): string[] =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, quoted, template]) => (quoted ?? template ?? '').replaceAll(/\$\{[^}]*(?:\}|$)/g, ''))
    .filter((text) => /\s/.test(text) || /^[A-Z]/.test(text));

it('spells as the specification does, and has one word for one thing', () => {
  expect(CATALOGUES.length).toBeGreaterThan(20);
  const strays = CATALOGUES.flatMap((url) => textsOf(readFileSync(url, 'utf8'))).filter(
    (text) => OTHER_WORDS.test(text) && text !== SPECIFIED,
  );
  expect(strays).toEqual([]);
});
