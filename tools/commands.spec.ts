import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };

/** The programs that `npm run` starts with arguments of its caller. The one of `npm start` is a server. */
const programs = Object.entries(scripts).flatMap(([script, command]) => {
  const [, room, file] = /node ((?:apps|libs)\/[\w-]+)\/dist\/(\S+)\.js$/.exec(command) ?? [];
  return room === undefined || script === 'start' ? [] : [[script, `${room}/src/${file}.ts`] as const];
});

it('finds the programs', () => {
  expect(programs.map(([script]) => script)).toEqual(expect.arrayContaining(['backup', 'fuzz', 'soak']));
});

it.each(programs)('npm run %s refuses arguments that it does not know, --help too', (_, path) => {
  expect(read(path)).toMatch(/\b(readCommandLine|readArguments|seedsProgram)\(/);
});
