import { expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing';
import { memoryParts } from '../testing/harness.js';
import { startDuties } from './duties.js';

const running = { failure: () => null, stop: () => Promise.resolve() };

it('a duty waits where one before it could not begin, which is tried again', async () => {
  const time = virtualTime();
  const duties = startDuties(memoryParts(time));
  const begun: string[] = [];
  let isAway = true;
  await duties.add({
    name: 'first',
    async begin() {
      if (isAway) throw new Error('The store is away.');
      begun.push('first');
      return running;
    },
  });
  await duties.add({
    name: 'second, which waits for what the first does',
    async begin() {
      begun.push('second');
      return running;
    },
  });
  expect(begun).toEqual([]);
  isAway = false;
  await time.advance(2_000);
  expect(begun).toEqual(['first', 'second']);
  await duties.stop();
});
