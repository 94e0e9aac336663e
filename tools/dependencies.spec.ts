import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { rooms } from './rooms.js';

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('docs/dependencies.md', () => {
  const named = new Set(
    read('docs/dependencies.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => {
        const names = (line.split('|')[1] ?? '')
          .replace(/\(.*\)/, '')
          .split(',')
          .map((name) => name.trim());
        const scope = /^(@[\w.-]+)\//.exec(names[0] ?? '')?.[1];
        return names.flatMap((name) => [name.replace(/ \d+$/, ''), `${scope ?? ''}/${name}`]);
      }),
  );

  it.each(['', ...rooms().map(({ folder }) => `${folder}/`)])(
    'has a line for everything in %spackage.json',
    (folder) => {
      const { dependencies, devDependencies } = JSON.parse(read(`${folder}package.json`)) as Manifest;
      const packages = Object.keys({ ...dependencies, ...devDependencies }).filter(
        (name) => !name.startsWith('@flagpost/') && !name.startsWith('@types/'),
      );
      expect(packages.filter((name) => !named.has(name))).toEqual([]);
    },
  );
});
