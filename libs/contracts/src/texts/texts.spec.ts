import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { FAULTS, FIELD_TEXTS } from './fields.js';
import { LANGUAGES, spokenLanguage } from './languages.js';
import { TEXTS_IN } from './server.js';

/** Every text by its path; functions are called with conspicuous arguments. */
const spoken = (node: unknown, path = ''): [string, string][] => {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') {
    const values = ['<first>', '<second>'].slice(0, node.length);
    return spoken((node as (...given: string[]) => unknown)(...values), path);
  }
  return Object.entries(node as object).flatMap(([name, value]) => spoken(value, `${path}/${name}`));
};
const english = spoken(TEXTS_IN.en);
/** Numbers, arguments, and names that are the same everywhere. */
const keptIn = (text: string): string =>
  (text.match(/<\w+>|-?\d[\d,:TZ-]*|Idempotency-Key|PNG|JPEG|WebP|GMT|SOS/g) ?? []).sort().join(' ');

describe.each(LANGUAGES)('the texts of %s', (language) => {
  const own = new Map(spoken(TEXTS_IN[language]));

  it('are those of English, none empty', () => {
    expect([...own.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    expect([...own].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('keep every value, limit and example of the English ones', () => {
    for (const [path, text] of english)
      expect([path, keptIn(own.get(path) ?? '')]).toEqual([path, keptIn(text)]);
  });
});

it.each(['es', 'it'] as const)('hardly any text of %s is the English one', (language) => {
  const own = new Map(spoken(TEXTS_IN[language]));
  expect(english.filter(([path, text]) => own.get(path) === text)).toEqual([['/roles/admin', 'SUPERADMIN']]);
});

// The page loads them before it starts, and would wait for their imports too.
it.each(['es', 'it'] as const)('the texts of screens in %s import nothing at run time', (language) => {
  const source = readFileSync(new URL(`./${language}/screens.ts`, import.meta.url), 'utf8');
  expect(source).toMatch(/^import type /m);
  expect(source).not.toMatch(/^import (?!type )/m);
});

it('a schema says of a field what every language has a text for', () => {
  expect(Object.keys(FAULTS)).toEqual(Object.keys(FIELD_TEXTS));
  expect(FAULTS.email).toBe('email');
});

it.each([
  ['es', 'es'],
  ['es-AR', 'es'],
  ['IT', 'it'],
  ['it,en;q=0.8', 'it'],
  ['de', null],
  ['', null],
  ['__proto__', null],
  [undefined, null],
  [['es'], null],
])('a request for %j is spoken to in %j', (tag, language) => {
  expect(spokenLanguage(tag)).toBe(language);
});
