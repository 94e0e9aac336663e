import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { silentLogger, type Clock, type Scheduler } from '@flagpost/platform';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import { holdLease, type HeldLease } from './hold-lease.js';
import type { Lease, LeaseStore } from './port.js';

interface Process {
  readonly lease: HeldLease;
  /** 'held' and 'lost' as they were told. */
  readonly told: string[];
  pause(): void;
  resume(): void;
}

/** Timers of a process that can be put to sleep: what falls due meanwhile is called once it wakes. */
const sleeper = (time: VirtualTime): Scheduler & Pick<Process, 'pause' | 'resume'> => {
  let waiting: Set<() => void> | null = null;
  const awake = (callback: () => void) => () => {
    if (waiting === null) callback();
    else waiting.add(callback);
  };
  return {
    after: (ms, callback) => time.after(ms, awake(callback)),
    every: (ms, callback) => time.every(ms, awake(callback)),
    pause: () => void (waiting ??= new Set()),
    resume() {
      const due = [...(waiting ?? [])];
      waiting = null;
      due.forEach((callback) => callback());
    },
  };
};

describe('a lease', () => {
  let time: VirtualTime;
  let lease: Lease | null;
  let reachable: boolean;
  /** Answers that are lost although the store did what it was asked. */
  let lostAnswers: number;
  beforeEach(() => {
    time = virtualTime();
    lease = null;
    reachable = true;
    lostAnswers = 0;
  });

  const leases: LeaseStore = {
    async load() {
      if (!reachable) throw new Error('unreachable');
      return lease;
    },
    async advance(_, expected, holder) {
      if (!reachable) throw new Error('unreachable');
      if ((lease?.counter ?? 0) !== expected) return false;
      lease = { holder, counter: expected + 1 };
      if (lostAnswers-- > 0) throw new Error('no answer');
      return true;
    },
  };

  const start = (holder: string, clock: Clock = time): Process => {
    const scheduler = sleeper(time);
    const told: string[] = [];
    const held = holdLease({
      leases,
      name: 'projector',
      holder,
      clock,
      scheduler,
      logger: silentLogger,
      onHeld: () => void told.push('held'),
      onLost: () => void told.push('lost'),
    });
    return { lease: held, told, pause: scheduler.pause, resume: scheduler.resume };
  };

  it('is taken at once where it is free, and kept', async () => {
    const one = start('one');
    const two = start('two');
    await time.advance(60_000);
    expect([one.lease.held(), two.lease.held()]).toEqual([true, false]);
    expect([one.told, two.told]).toEqual([['held'], []]);
  });

  it('passes on within a second where it is released', async () => {
    const one = start('one');
    const two = start('two');
    await time.advance(10_000);
    await one.lease.stop();
    await time.advance(1_000);
    expect([one.lease.held(), two.lease.held()]).toEqual([false, true]);
    expect(one.told).toEqual(['held']);
  });

  it('passes on within ten seconds where its holder is gone, and not before its holder would know', async () => {
    const one = start('one');
    const two = start('two');
    await time.advance(10_000);
    one.pause();
    await time.advance(5_000);
    expect(two.lease.held()).toBe(false);
    await time.advance(5_000);
    expect(two.lease.held()).toBe(true);
  });

  it('is not taken from a live holder by one whose clock is set forward', async () => {
    let aheadMs = 0;
    const one = start('one');
    const two = start('two', { now: () => time.now() + aheadMs });
    for (let step = 0; step < 20; step += 1) {
      await time.advance(1_300);
      aheadMs += 10_000;
      expect([one.lease.held(), two.lease.held()]).toEqual([true, false]);
    }
  });

  it('is known to be lost by a holder that slept, before it does anything else', async () => {
    const one = start('one');
    const two = start('two');
    await time.advance(10_000);
    one.pause();
    await time.advance(30_000);
    expect(one.told).toEqual(['held']);
    expect(one.lease.held()).toBe(false);
    expect(one.told).toEqual(['held', 'lost']);
    one.resume();
    await time.advance(10_000);
    expect([one.lease.held(), two.lease.held()]).toEqual([false, true]);
    expect([one.told, two.told]).toEqual([['held', 'lost'], ['held']]);
  });

  it('comes back to a holder that slept and whom nobody replaced', async () => {
    const one = start('one');
    await time.advance(10_000);
    one.pause();
    await time.advance(30_000);
    one.resume();
    await time.advance(1_000);
    expect(one.told).toEqual(['held', 'lost', 'held']);
    expect(one.lease.held()).toBe(true);
  });

  it('is lost while its store cannot be reached, and found again', async () => {
    const one = start('one');
    await time.advance(2_500);
    reachable = false;
    await time.advance(2_000);
    expect(one.lease.held()).toBe(true);
    await time.advance(3_000);
    expect(one.told).toEqual(['held', 'lost']);
    reachable = true;
    await time.advance(1_000);
    expect(one.told).toEqual(['held', 'lost', 'held']);
  });

  it('is not left to itself by a renewal whose answer was lost', async () => {
    const one = start('one');
    await time.advance(1_000);
    lostAnswers = 1;
    await time.advance(10_000);
    expect(one.lease.held()).toBe(true);
    expect(one.told.at(-1)).toBe('held');
  });

  it('is released by a holder that stops while it cannot be reached, without an error', async () => {
    const one = start('one');
    await time.advance(1_000);
    reachable = false;
    await one.lease.stop();
    expect(one.lease.held()).toBe(false);
  });

  it('is never held by two who ask, whatever sleeps or fails', async () => {
    const step = fc.record({
      ms: fc.integer({ min: 100, max: 9_000 }),
      sleeps: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      reachable: fc.boolean(),
      lostAnswers: fc.integer({ min: 0, max: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        time = virtualTime();
        lease = null;
        const all = ['one', 'two', 'three'].map((holder) => start(holder));
        for (const { ms, sleeps, ...faults } of steps) {
          ({ reachable, lostAnswers } = faults);
          all.forEach((each, index) => (sleeps[index] === true ? each.pause() : each.resume()));
          await time.advance(ms);
          expect(all.filter((each) => each.lease.held()).length).toBeLessThanOrEqual(1);
          for (const { told } of all) expect(told.every((word, at) => word !== told[at - 1])).toBe(true);
        }
        reachable = true;
        all.forEach((each) => each.resume());
        await time.advance(10_000);
        expect(all.filter((each) => each.lease.held())).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});
