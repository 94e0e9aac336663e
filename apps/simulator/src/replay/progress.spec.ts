import { expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing';
import { createProgressOutput } from './progress.js';

const outputOf = (isTerminal: boolean) => {
  const time = virtualTime();
  const written: string[] = [];
  const output = createProgressOutput({
    clock: time,
    isTerminal,
    writeLine: (line) => written.push(`${line}\n`),
    writeState: (text) => written.push(text),
  });
  return { time, written, ...output };
};

it('writes the state over itself on a terminal, and out of the way of lines', () => {
  const { written, show, print } = outputOf(true);
  show('1 of 2');
  show('2 of 2');
  print('Done.');
  expect(written).toEqual(['\r\x1b[K1 of 2', '\r\x1b[K2 of 2', '\r\x1b[K', 'Done.\n']);
});

it('writes the state every 10 s where there is no terminal', async () => {
  const { time, written, show, print } = outputOf(false);
  for (let second = 0; second < 25; second += 1) {
    show(`${second} s`);
    await time.advance(1_000);
  }
  show('');
  print('Done.');
  expect(written).toEqual(['10 s\n', '20 s\n', 'Done.\n']);
});
