import { expect, it } from '@jest/globals';
import { parseCommandLine } from './command-line.js';
import { ConfigError } from './config.js';

const usage = 'Name the folder: npm run backup -- /backups/2026-11-24';
const parse = (...args: string[]) =>
  parseCommandLine(args, {
    usage,
    options: { note: { type: 'string', default: '' } },
    numbers: { cycles: { default: 200 }, seed: { default: 1, min: 0 } },
    names: 1,
  });

it('reads names and options', () => {
  expect(parse()).toEqual({ values: { note: '' }, numbers: { cycles: 200, seed: 1 }, names: [] });
  expect(parse('/backups/one', '--cycles', '3', '--note=x', '--seed', '0')).toEqual({
    values: { note: 'x' },
    numbers: { cycles: 3, seed: 0 },
    names: ['/backups/one'],
  });
});

it.each([
  [['--help'], "Unknown option '--help'."],
  [['-h'], "Unknown option '-h'."],
  [['--', '--help'], "Unexpected argument '--help'."],
  [['/backups/one', '/backups/two'], "Unexpected argument '/backups/two'."],
  [['--cycles'], "Option '--cycles <value>' argument missing."],
  [['--cycles', 'abc'], "--cycles must be a whole number from 1 on, not 'abc'."],
  [['--cycles='], "--cycles must be a whole number from 1 on, not ''."],
  [['--cycles', '0'], "--cycles must be a whole number from 1 on, not '0'."],
  [['--cycles=-3'], "--cycles must be a whole number from 1 on, not '-3'."],
  [['--cycles', '2.5'], "--cycles must be a whole number from 1 on, not '2.5'."],
  [['--seed', '1e3'], "--seed must be a whole number from 0 on, not '1e3'."],
])('answers %j with how the program is called', (args, sentence) => {
  expect(() => parse(...args)).toThrow(ConfigError);
  expect(() => parse(...args)).toThrow(`${sentence} ${usage}`);
});

it('takes names that are numbers alone, if they are to be', () => {
  const minutes = (...args: string[]) =>
    parseCommandLine(args, { usage, options: {}, names: 1, areNamesNumbers: true }).names;
  expect(minutes('60')).toEqual(['60']);
  expect(minutes()).toEqual([]);
  expect(() => minutes('x')).toThrow(`The argument must be a whole number from 1 on, not 'x'. ${usage}`);
});
