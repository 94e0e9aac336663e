import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { pause } from './pause.js';

it('lets work that takes several turns end between two slices of work that is long', async () => {
  const log: string[] = [];
  const long = async (): Promise<void> => {
    for (const slice of [1, 2, 3]) {
      log.push(`slice ${slice}`);
      await pause();
    }
  };
  const request = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    log.push('answered');
  };
  await Promise.all([long(), request()]);
  expect(log).toEqual(['slice 1', 'answered', 'slice 2', 'slice 3']);
});
