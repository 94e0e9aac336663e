import { expect, it } from '@jest/globals';
import { parseCommandLine } from './command-line.js';
import { ConfigError } from './config.js';

const usage = 'Name the folder: npm run backup -- /backups/2026-11-24';
const parse = (...args: string[]) =>
  parseCommandLine(args, { usage, options: { cycles: { type: 'string', default: '200' } }, names: 1 });

it('reads names and options', () => {
  expect(parse()).toEqual({ values: { cycles: '200' }, names: [] });
  expect(parse('/backups/one', '--cycles', '3')).toEqual({
    values: { cycles: '3' },
    names: ['/backups/one'],
  });
});

it.each([
  [['--help'], "Unknown option '--help'."],
  [['-h'], "Unknown option '-h'."],
  [['--', '--help'], "Unexpected argument '--help'."],
  [['/backups/one', '/backups/two'], "Unexpected argument '/backups/two'."],
  [['--cycles'], "Option '--cycles <value>' argument missing."],
])('answers %j with how the program is called', (args, sentence) => {
  expect(() => parse(...args)).toThrow(ConfigError);
  expect(() => parse(...args)).toThrow(`${sentence} ${usage}`);
});
