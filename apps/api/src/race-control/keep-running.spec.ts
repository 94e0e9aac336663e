import { describe, expect, it } from '@jest/globals';
import { silentLogger } from '@flagpost/platform';
import { virtualTime } from '@flagpost/testing';
import { keepRunning } from './keep-running.js';

const aDelivery = () => {
  let end: (error?: Error) => void = () => undefined;
  const closed = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { closed, stop: async () => end(), end };
};

describe('what is kept running', () => {
  it('is begun again a second after it failed, and says so meanwhile', async () => {
    const time = virtualTime();
    const begun: ReturnType<typeof aDelivery>[] = [];
    const begin = () => {
      begun.push(aDelivery());
      return begun.at(-1) ?? aDelivery();
    };
    const running = keepRunning('spec', begin, { scheduler: time, logger: silentLogger });
    expect(running.failure()).toBeNull();
    begun[0]?.end(new Error('the disk is gone'));
    await time.advance(999);
    expect(running.failure()).toBe('Error: the disk is gone');
    expect(begun).toHaveLength(1);
    await time.advance(1);
    expect(running.failure()).toBeNull();
    expect(begun).toHaveLength(2);
    await running.stop();
    await time.advance(5_000);
    expect(begun).toHaveLength(2);
  });

  it('is begun again where it could not even begin', async () => {
    const time = virtualTime();
    let tries = 0;
    const begin = () => {
      tries += 1;
      if (tries === 1) throw new Error('not yet');
      return aDelivery();
    };
    const running = keepRunning('spec', begin, { scheduler: time, logger: silentLogger });
    expect(running.failure()).toBe('Error: not yet');
    await time.advance(1_000);
    expect(running.failure()).toBeNull();
    await running.stop();
  });

  it('stays down once it was stopped, be it between two tries', async () => {
    const time = virtualTime();
    let begun = 0;
    const begin = () => {
      begun += 1;
      const delivery = aDelivery();
      delivery.end(new Error('no'));
      return delivery;
    };
    const running = keepRunning('spec', begin, { scheduler: time, logger: silentLogger });
    await time.advance(500);
    await running.stop();
    await time.advance(5_000);
    expect(begun).toBe(1);
  });
});
