import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const LIBS = new URL('../libs/', import.meta.url);
/** What a definition of a file says of its own module: threads of the storage import that. */
const DEFINES = /\bmodule: import\.meta\.url\b/;

const modules = readdirSync(LIBS, { recursive: true, encoding: 'utf8' }).filter(
  (path) =>
    /^[\w-]+\/src\/.+\.ts$/.test(path) &&
    !path.includes('/testing/') &&
    DEFINES.test(readFileSync(new URL(path, LIBS), 'utf8')),
);

/** Imports a module by itself, and prints what was loaded. */
const LOAD = `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  await import(process.argv[1]);
`;

it('finds the files of the storage', () => {
  expect(modules).toContain('records/src/sqlite/file.ts');
});

it.each(modules)('a thread that imports %s loads no package and no whole library with it', (path) => {
  const built = new URL(path.replace('/src/', '/dist/').replace(/\.ts$/, '.js'), LIBS).href;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', LOAD, built]);
  const loaded = printed.toString().trim().split('\n');
  expect(loaded).toContain(built);
  expect(loaded.filter((url) => /\/node_modules\/|\/dist\/index\.js$/.test(url))).toEqual([]);
});
