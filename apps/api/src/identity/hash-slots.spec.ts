import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@flagpost/domain';
import { createHashSlots, type HashLane } from './hash-slots.js';

/** Resolves when every hash that may run has begun. */
const started = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Hashes that a spec completes. */
const startSlots = () => {
  const slots = createHashSlots();
  const running: { lane: HashLane; end: () => void }[] = [];
  let most = 0;
  const hash = (lane: HashLane) => async (): Promise<HashLane> => {
    await new Promise<void>((resolve) => {
      running.push({ lane, end: resolve });
      most = Math.max(most, running.length);
    });
    return lane;
  };
  const endFirst = async (lane: HashLane): Promise<void> => {
    const index = running.findIndex((each) => each.lane === lane);
    const [first] = running.splice(index, 1);
    first?.end();
    await started();
  };
  const ask = (lane: HashLane): Promise<HashLane> => slots.run(lane, hash(lane));
  return { slots, ask, hash, endFirst, most: () => most, running: () => running.map(({ lane }) => lane) };
};

describe('hashes', () => {
  it('run one in each lane, whoever else waits', async () => {
    const { ask, endFirst, running, most } = startSlots();
    const unknown = Array.from({ length: 5 }, () => ask('unknown'));
    await started();
    expect(running()).toEqual(['unknown']);
    const known = [ask('known'), ask('known')];
    await started();
    expect(running()).toEqual(['unknown', 'known']);
    for (let ended = 0; ended < 2; ended += 1) await endFirst('known');
    expect(await Promise.all(known)).toEqual(['known', 'known']);
    for (let ended = 0; ended < 5; ended += 1) await endFirst('unknown');
    expect(await Promise.all(unknown)).toHaveLength(5);
    expect(most()).toBe(2);
  });

  it.each([
    ['unknown', 10],
    ['known', 20],
  ] as const)('of the %s wait at most %d: the next is told to come again', async (lane, most) => {
    const { ask, endFirst } = startSlots();
    const taken = Array.from({ length: 1 + most }, () => ask(lane));
    const refused = await ask(lane).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DomainError);
    expect(refused).toMatchObject({ code: 'signInBusy', retryAfterS: 1 });
    await endFirst(lane);
    taken.push(ask(lane));
    for (let ended = 0; ended <= most; ended += 1) await endFirst(lane);
    expect(await Promise.all(taken)).toHaveLength(2 + most);
  });

  it('for who has proved who they are wait however many there are, and go on after one that failed', async () => {
    const { slots, hash, endFirst, running } = startSlots();
    const failing = slots.runProven(() => Promise.reject(new Error('no memory')));
    const taken = Array.from({ length: 40 }, () => slots.runProven(hash('known')));
    await expect(failing).rejects.toThrow('no memory');
    await started();
    expect(running()).toEqual(['known']);
    for (let ended = 0; ended < 40; ended += 1) await endFirst('known');
    expect(await Promise.all(taken)).toHaveLength(40);
  });
});
