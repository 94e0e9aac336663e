import { expect, it } from '@jest/globals';
import { createTurns } from './turns.js';

it('lets one step happen at a time, in order, and goes on after one that failed', async () => {
  const inTurn = createTurns();
  const log: string[] = [];
  const step = (name: string, fails = false) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const steps = await Promise.allSettled([step('a'), step('b', true), step('c')]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect(steps.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
