import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { deliver } from './delivery.js';

/** A delivery whose readers have so many messages, and what it has delivered by the end of each turn of the event loop. */
const begin = (messages: number) => {
  let left = messages;
  const step = async (): Promise<number> => {
    const taken = Math.min(100, left);
    left -= taken;
    return taken;
  };
  const delivery = deliver(step, async () => undefined);
  const deliveredIn = async (turns: number): Promise<readonly number[]> => {
    const counts: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const before = left;
      await nextTurn();
      counts.push(before - left);
    }
    return counts;
  };
  return { delivery, deliveredIn };
};

describe('the delivery of messages', () => {
  it('pauses for a turn of the event loop between two hundred messages of a backlog', async () => {
    const { delivery, deliveredIn } = begin(100_000);
    const counts = await deliveredIn(10);
    expect(counts.slice(1)).toEqual(Array<number>(9).fill(200));
    await delivery.stop();
  });

  it('delivers what came beside the backlog, and no more than two thousand at once', async () => {
    const { delivery, deliveredIn } = begin(100_000);
    await deliveredIn(2);
    delivery.wake(1_000);
    delivery.wake(500);
    expect(await deliveredIn(3)).toEqual([1_700, 200, 200]);
    delivery.wake(50_000);
    expect(await deliveredIn(2)).toEqual([2_000, 200]);
    await delivery.stop();
  });
});
