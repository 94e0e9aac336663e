import { describe, expect, it } from '@jest/globals';
import { virtualTime } from '@flagpost/testing/virtual-time';
import { silentLogger } from './logging.js';
import { lookEvery, supervise, superviseDelivery } from './supervise.js';

const aDelivery = () => {
  let end: (error?: Error) => void = () => undefined;
  const closed = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  return { closed, stop: async () => end(), end };
};

describe('a supervised delivery', () => {
  it('is begun again a second after it failed, and says so meanwhile', async () => {
    const time = virtualTime();
    const begun: ReturnType<typeof aDelivery>[] = [];
    const begin = () => {
      begun.push(aDelivery());
      return begun.at(-1) ?? aDelivery();
    };
    const running = superviseDelivery('spec', begin, { scheduler: time, logger: silentLogger });
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
    const running = superviseDelivery('spec', begin, { scheduler: time, logger: silentLogger });
    await time.advance(0);
    expect(running.failure()).toBe('Error: not yet');
    await time.advance(1_000);
    expect(running.failure()).toBeNull();
    await running.stop();
  });

  it('is stopped if the stop came while it began', async () => {
    const time = virtualTime();
    const delivery = aDelivery();
    let began: (delivery: ReturnType<typeof aDelivery>) => void = () => undefined;
    const begin = () => new Promise<ReturnType<typeof aDelivery>>((resolve) => (began = resolve));
    const running = superviseDelivery('spec', begin, { scheduler: time, logger: silentLogger });
    const stopped = running.stop();
    began(delivery);
    await stopped;
    await delivery.closed;
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
    const running = superviseDelivery('spec', begin, { scheduler: time, logger: silentLogger });
    await time.advance(500);
    await running.stop();
    await time.advance(5_000);
    expect(begun).toBe(1);
  });
});

describe('supervised work', () => {
  it('is restarted after the delay that follows from its failure, and each failure is reported', async () => {
    const time = virtualTime();
    const reported: [string, number][] = [];
    let runs = 0;
    const running = supervise(
      {
        backoff: { scheduler: time, ms: (failures) => failures * 100 },
        onFailure: (error, restartMs) => reported.push([String(error), restartMs]),
      },
      async () => {
        runs += 1;
        throw new Error(`run ${runs}`);
      },
    );
    await time.advance(300);
    await running.stop();
    expect(reported).toEqual([
      ['Error: run 1', 100],
      ['Error: run 2', 200],
      ['Error: run 3', 300],
    ]);
  });

  it('is told to end by its signal, is waited for, and what it rejects with then is no failure', async () => {
    const time = virtualTime();
    let hasEnded = false;
    const running = supervise(
      {
        backoff: { scheduler: time, ms: () => 0 },
        onFailure: () => {
          throw new Error('No failure is expected.');
        },
      },
      async (signal) => {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        await new Promise((resolve) => setImmediate(resolve));
        hasEnded = true;
        throw new Error('interrupted');
      },
    );
    await running.stop();
    expect([hasEnded, running.failure()]).toEqual([true, null]);
  });
});

describe('a look that is repeated', () => {
  it('comes again after its time, sooner after a failure, which stands until one succeeds', async () => {
    const time = virtualTime();
    const looks: number[] = [];
    const reported: string[] = [];
    const running = lookEvery(
      {
        scheduler: time,
        everyMs: 1_000,
        retryMs: 100,
        onFailure: (error) => reported.push(String(error)),
      },
      async () => {
        if (looks.push(time.now()) === 2) throw new Error('away');
      },
    );
    const began = time.now();
    await time.advance(1_050);
    expect(running.failure()).toBe('Error: away');
    await time.advance(1_050);
    expect(running.failure()).toBeNull();
    expect(looks.map((at) => at - began)).toEqual([0, 1_000, 1_100, 2_100]);
    expect(reported).toEqual(['Error: away']);
    await running.stop();
    await time.advance(5_000);
    expect(looks).toHaveLength(4);
  });

  it('is waited for by the stop', async () => {
    const time = virtualTime();
    const seen: string[] = [];
    const running = lookEvery(
      { scheduler: time, everyMs: 1_000, onFailure: () => seen.push('failed') },
      async (signal) => {
        await new Promise<void>((resolve) => void time.after(50, resolve));
        seen.push(signal.aborted ? 'ended after the stop' : 'ended');
      },
    );
    const stopped = running.stop().then(() => seen.push('stopped'));
    await time.advance(50);
    await stopped;
    expect(seen).toEqual(['ended after the stop', 'stopped']);
  });
});
