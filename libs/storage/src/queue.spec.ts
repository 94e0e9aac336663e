import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createQueue, OutOfOrder } from './queue.js';

const LIMITS = { requests: 4, bytes: 100, many: 3 };
const queueOf = (...requests: readonly number[]) => {
  const queue = createQueue<number>(LIMITS);
  for (const request of requests) {
    queue.admit(1);
    queue.push(request);
  }
  return queue;
};

describe('the queue of a file', () => {
  it('sends everything that waits as one group, and the next one after the answer', () => {
    const queue = queueOf(1, 2);
    expect(queue.send()).toEqual({ number: 1, requests: [1, 2], bytes: 2, rests: true });
    queue.rested(1);
    queue.admit(1);
    queue.push(3);
    expect(queue.send()).toBeNull();
    expect(queue.answered(1)).toEqual([1, 2]);
    expect(queue.send()).toMatchObject({ number: 2, requests: [3] });
  });

  it('gathers after a group of several requests until it has rested, and not after one alone', () => {
    const queue = queueOf(1, 2);
    queue.send();
    queue.answered(1);
    queue.admit(1);
    queue.push(3);
    expect(queue.send()).toBeNull();
    queue.rested(1);
    expect(queue.send()).toMatchObject({ requests: [3], rests: false });
    queue.answered(2);
    queue.admit(1);
    queue.push(4);
    expect(queue.send()).toMatchObject({ requests: [4] });
  });

  it('sends many without a rest, and then rests for that group, whatever is left of the rest before', () => {
    const queue = queueOf(1, 2);
    queue.send();
    queue.answered(1);
    for (const request of [3, 4]) {
      queue.admit(1);
      queue.push(request);
    }
    expect([queue.hasMany, queue.send()]).toEqual([false, null]);
    queue.admit(1);
    queue.push(5);
    expect([queue.hasMany, queue.send()]).toMatchObject([true, { requests: [3, 4, 5], rests: true }]);
    queue.answered(2);
    queue.admit(1);
    queue.push(6);
    queue.rested(1);
    expect(queue.send()).toBeNull();
    queue.rested(2);
    expect(queue.send()).toMatchObject({ requests: [6] });
  });

  it('refuses what is too much, and then everything until what waits was sent', () => {
    const queue = createQueue<string>(LIMITS);
    expect(queue.admit(90)).toBeNull();
    queue.push('large');
    expect([queue.admit(20), queue.admit(1)]).toEqual(['full', 'full']);
    queue.send();
    expect(queue.admit(1)).toBeNull();
  });

  it('takes something of any size if nothing waits', () => {
    expect(createQueue(LIMITS).admit(1_000)).toBeNull();
  });

  it('sends one long request at a time, after those that wait beside it', () => {
    const queue = createQueue<string>(LIMITS);
    for (const [request, long] of [
      ['long', true],
      ['longer', true],
      ['short', false],
    ] as const) {
      queue.admit(1);
      queue.push(request, long);
    }
    expect(queue.send()?.requests).toEqual(['short', 'long']);
    queue.answered(1);
    queue.rested(1);
    queue.admit(1);
    queue.push('also short');
    expect(queue.send()?.requests).toEqual(['also short', 'longer']);
  });

  it('sends nothing while it is held', () => {
    const queue = queueOf(1);
    queue.hold();
    expect(queue.send()).toBeNull();
    queue.release();
    expect(queue.send()?.requests).toEqual([1]);
  });

  it('sends what waits after it was closed, without a rest, and takes nothing more', () => {
    const queue = queueOf(1, 2);
    queue.send();
    queue.admit(1);
    queue.push(3);
    queue.close();
    expect(queue.admit(1)).toBe('closed');
    queue.answered(1);
    expect(queue.send()?.requests).toEqual([3]);
    queue.answered(2);
    expect(queue.outstanding).toBe(false);
  });

  it('refuses an answer to anything but the group under way', () => {
    const queue = queueOf(1);
    expect(() => queue.answered(1)).toThrow(OutOfOrder);
    queue.send();
    expect(() => queue.answered(2)).toThrow(OutOfOrder);
    queue.answered(1);
    expect(() => queue.answered(1)).toThrow(OutOfOrder);
  });

  const step = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ kind: fc.constant('offer' as const), bytes: fc.nat(60), long: fc.boolean() }),
    },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('send' as const) }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('answer' as const), late: fc.integer({ min: -1, max: 1 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('rested' as const), late: fc.integer({ min: -1, max: 0 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('hold' as const, 'release' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'end' as const) }) },
  );

  it('answers each request once and in order, whatever happens and whenever the other side dies', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const queue = createQueue<{ readonly id: number; readonly long: boolean }>(LIMITS);
        const taken: { id: number; long: boolean }[] = [];
        const sent: number[] = [];
        const settled: number[] = [];
        let [ids, group, held, over, refusedSince, busy] = [0, 0, 0, false, false, false];
        let [resting, ended] = [false, false];
        const waiting: { readonly id: number; readonly long: boolean }[] = [];
        for (const each of steps) {
          if (each.kind === 'offer') {
            const refusal = queue.admit(each.bytes);
            if (over) expect(refusal).toBe('closed');
            else if (refusedSince) expect(refusal).toBe('full');
            refusedSince ||= refusal === 'full';
            if (refusal !== null) continue;
            const request = { id: (ids += 1), long: each.long };
            taken.push(request);
            waiting.push(request);
            queue.push(request, each.long);
          } else if (each.kind === 'send') {
            const rests = resting && !over && waiting.length < LIMITS.many;
            expect(queue.hasMany).toBe(waiting.length >= LIMITS.many);
            const next = queue.send();
            expect(next === null).toBe(busy || held > 0 || ended || rests || waiting.length === 0);
            if (next === null) continue;
            for (const request of next.requests) waiting.splice(waiting.indexOf(request), 1);
            resting = next.rests;
            expect(next.number).toBe((group += 1));
            expect(next.requests.filter(({ long }) => long).length).toBeLessThanOrEqual(1);
            sent.push(...next.requests.map(({ id }) => id));
            refusedSince = false;
            busy = true;
          } else if (each.kind === 'answer') {
            if (!busy || each.late !== 0) {
              expect(() => queue.answered(group + each.late + (busy ? 0 : 1))).toThrow(OutOfOrder);
            } else {
              settled.push(...queue.answered(group).map(({ id }) => id));
              busy = false;
            }
          } else if (each.kind === 'rested') {
            queue.rested(group + each.late);
            resting &&= each.late !== 0;
          } else if (each.kind === 'hold') {
            queue.hold();
            held += 1;
          } else if (each.kind === 'release' && held > 0) {
            queue.release();
            held -= 1;
          } else if (each.kind === 'close') {
            queue.close();
            over = true;
          } else if (each.kind === 'end') {
            settled.push(...queue.end().map(({ id }) => id));
            expect(queue.end()).toEqual([]);
            [over, busy, ended] = [true, false, true];
          }
        }
        const isLong = (id: number): boolean => taken[id - 1]?.long === true;
        for (const ordered of [sent.filter((id) => !isLong(id)), sent.filter(isLong)])
          expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
        settled.push(...queue.end().map(({ id }) => id));
        expect(settled.toSorted((a, b) => a - b)).toEqual(taken.map(({ id }) => id));
        expect(queue.outstanding).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });
});
