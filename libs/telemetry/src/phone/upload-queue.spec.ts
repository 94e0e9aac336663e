import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterBatch,
  afterOnline,
  afterSignal,
  linesOf,
  nextBatch,
  nextDue,
  nextSignal,
  QUEUE,
  queueOf,
  takeFix,
  takeSignal,
  type Change,
  type DoorAnswer,
  type Entry,
  type Fix,
  type PhoneSignal,
  type UploadQueue,
} from './upload-queue.js';

const fixAt = (t: number): Fix => ({ t, lat: 44 + t / 1e6, lng: 8 });
const full = (count: number): UploadQueue =>
  queueOf(Array.from({ length: count }, (_, at): Entry => ({ seq: at + 1, fix: fixAt(at) })));
const times = (queue: UploadQueue): number[] => queue.fixes.waiting.map(({ input }) => input.t);

type Step =
  | { readonly do: 'fix' }
  | { readonly do: 'signal'; readonly signal: PhoneSignal }
  | { readonly do: 'upload' | 'signals'; readonly answer: DoorAnswer; readonly isStored: boolean }
  | { readonly do: 'kill' | 'online' };

const answer = fc.oneof<fc.Arbitrary<DoorAnswer>[]>(
  fc.constant({ kind: 'taken' }),
  fc.constant({ kind: 'tooLarge' }),
  fc.constant({ kind: 'failed' }),
  fc.record({ kind: fc.constant('wait' as const), retryAfterMs: fc.integer({ min: 0, max: 60_000 }) }),
);
const signal = fc.oneof(
  fc.constantFrom('sos', 'sosCleared').map((type) => ({ type, t: 0 })),
  fc.integer({ min: 1, max: 30 }).map((flagId) => ({ type: 'flagConfirmed', t: 0, flagId })),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ do: 'fix' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('signal' as const), signal }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('upload' as const, 'signals' as const),
      answer,
      isStored: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'kill' } as const, { do: 'online' } as const) },
);

/** A phone with a disk, and a server that may have stored what it did not answer for. */
const run = (steps: readonly Step[]) => {
  const disk = new Map<number, Entry>();
  const received: Fix[] = [];
  const signals: PhoneSignal[] = [];
  const taken: Fix[] = [];
  let queue = queueOf([]);
  let now = 0;
  const apply = ({ queue: next, added, removed }: Change): void => {
    for (const entry of added) disk.set(entry.seq, entry);
    for (const seq of removed) disk.delete(seq);
    queue = next;
  };
  const upload = (given: DoorAnswer, isStored: boolean): void => {
    const batch = nextBatch(queue, now);
    if (batch === null) return;
    if (given.kind === 'taken' || (given.kind === 'failed' && isStored)) {
      received.push(...batch.fixes.map(({ input }) => input));
      signals.push(...batch.signals.map(({ input }) => input));
    }
    apply(afterBatch(queue, batch, given, now));
  };
  const send = (given: DoorAnswer): void => {
    const next = nextSignal(queue, now);
    if (next === null) return;
    if (given.kind === 'taken') signals.push(next.input);
    apply(afterSignal(queue, next.seq, given, now));
  };
  for (const each of steps) {
    now += 1_000;
    if ('answer' in each) {
      if (each.do === 'upload') upload(each.answer, each.isStored);
      else send(each.answer);
    } else if (each.do === 'fix') {
      taken.push(fixAt(now));
      apply(takeFix(queue, fixAt(now)));
    } else if (each.do === 'signal') apply(takeSignal(queue, { ...each.signal, t: now }));
    else if (each.do === 'kill') queue = queueOf([...disk.values()]);
    else queue = afterOnline(queue);
    // The disk is what a killed browser finds.
    const kept = queueOf([...disk.values()]);
    expect(kept.fixes.waiting).toEqual(queue.fixes.waiting);
    expect(kept.signals.waiting).toEqual(queue.signals.waiting);
  }
  return { queue: () => queue, taken, received, signals, upload, later: () => (now += 60_000), send };
};

describe('the queue of a phone', () => {
  it('delivers every fix in its order, whatever fails and whenever it is killed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        // A door that takes not even one line has it dropped: see below.
        const { queue, taken, received, upload, later } = run(
          steps.filter((each) => !('answer' in each) || each.answer.kind !== 'tooLarge'),
        );
        for (let turn = 0; turn < 300 && queue().fixes.waiting.length > 0; turn += 1) {
          later();
          upload({ kind: 'taken' }, true);
        }
        const first = [...new Set(received.map(({ t }) => t))];
        expect(first).toEqual(taken.map(({ t }) => t));
        expect(queue().fixes.waiting).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('takes fixes in the order of their taking after the clock was set back, and none twice', () => {
    let queue = queueOf([]);
    for (const t of [600_000, 601_000, 1_000, 1_000, 2_000]) queue = takeFix(queue, fixAt(t)).queue;
    expect(times(queue)).toEqual([600_000, 601_000, 1_000, 2_000]);
  });

  it('has one of the same signal at a time, and keeps SOS and its end in order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const { waiting } = run(steps).queue().signals;
        const named = waiting.flatMap(({ input }) => (input.flagId === undefined ? [] : [input.flagId]));
        expect(new Set(named).size).toBe(named.length);
        const sos = waiting.filter(({ input }) => input.flagId === undefined).map(({ input }) => input.type);
        sos.forEach((type, at) => expect(type).not.toBe(sos[at + 1]));
      }),
      { numRuns: 200 },
    );
  });

  it('holds eight hours, then thins the older half and keeps the rest', () => {
    let queue = full(QUEUE.fixes);
    const { queue: next, removed } = takeFix(queue, fixAt(QUEUE.fixes));
    expect(removed).toHaveLength(QUEUE.fixes / 4);
    expect(next.fixes.waiting).toHaveLength(QUEUE.fixes - QUEUE.fixes / 4 + 1);
    expect(times(next).slice(0, 3)).toEqual([0, 2, 4]);
    expect(times(next).at(-1)).toBe(QUEUE.fixes);
    queue = next;
    for (let t = QUEUE.fixes + 1; t < 1.5 * QUEUE.fixes; t += 1) queue = takeFix(queue, fixAt(t)).queue;
    expect(queue.fixes.waiting.length).toBeLessThanOrEqual(QUEUE.fixes);
    const kept = times(queue);
    expect(kept).toEqual([...kept].sort((one, other) => one - other));
    expect(kept[0]).toBe(0);
  });

  it('never lets an SOS go for other signals', () => {
    let queue = takeSignal(queueOf([]), { type: 'sos', t: 1 }).queue;
    for (let flagId = 1; flagId <= QUEUE.signals + 20; flagId += 1)
      queue = takeSignal(queue, { type: 'flagShown', t: 2, flagId }).queue;
    expect(queue.signals.waiting).toHaveLength(QUEUE.signals);
    expect(queue.signals.waiting[0]?.input).toEqual({ type: 'sos', t: 1 });
  });

  it('halves an upload that is too large, and drops a line that alone is', () => {
    let queue = full(4);
    const sizes = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const batch = nextBatch(queue, 0);
      sizes.push(batch?.fixes.length);
      if (batch !== null) queue = afterBatch(queue, batch, { kind: 'tooLarge' }, 0).queue;
    }
    expect(sizes).toEqual([4, 2, 1]);
    expect(times(queue)).toEqual([1, 2, 3]);
  });

  /** Sends what waits to a door with these answers: the fixes that it took, the lines of each upload, and what is left. */
  const uploaded = (
    waiting: number,
    answers: (lines: number, upload: number) => DoorAnswer,
    uploads = 200,
  ) => {
    let queue = full(waiting);
    const [received, sizes]: [number[], number[]] = [[], []];
    for (let upload = 0; upload < uploads; upload += 1) {
      const batch = nextBatch(queue, 1e9);
      if (batch === null) break;
      const answered = answers(batch.fixes.length, upload);
      if (answered.kind === 'taken') received.push(...batch.fixes.map(({ input }) => input.t));
      sizes.push(batch.fixes.length);
      queue = afterBatch(queue, batch, answered, 0).queue;
    }
    return { received, sizes, left: times(queue) };
  };

  it.each([QUEUE.leastLines, 40, 423, QUEUE.linesAtOnce])(
    'delivers all on a link that carries no more than %i lines in time',
    (most) => {
      const { received, left } = uploaded(2_400, (lines) => ({ kind: lines > most ? 'failed' : 'taken' }));
      expect(received).toEqual(times(full(2_400)));
      expect(left).toEqual([]);
    },
  );

  it('halves an upload that failed, not without end, and doubles it again once one was taken', () => {
    const { sizes } = uploaded(5_000, (_, upload) => ({ kind: upload < 7 ? 'failed' : 'taken' }), 14);
    expect(sizes).toEqual([1_000, 500, 250, 125, 63, 32, 25, 25, 50, 100, 200, 400, 800, 1_000]);
  });

  it('doubles an upload again that was halved as it was too large, which a failure makes no larger', () => {
    const kinds = ['tooLarge', 'tooLarge', 'failed', 'taken', 'taken'] as const;
    const { sizes } = uploaded(60, (_, upload) => ({ kind: kinds[upload] ?? 'taken' }), 5);
    expect(sizes).toEqual([60, 30, 15, 15, 30]);
  });

  it('waits as long as the door asks, unless the network comes back', () => {
    const batch = nextBatch(full(1), 0);
    if (batch === null) throw new Error('There is a batch.');
    const { queue } = afterBatch(full(1), batch, { kind: 'wait', retryAfterMs: 5_000 }, 1_000);
    expect([nextBatch(queue, 5_999), nextDue(queue)]).toEqual([null, 6_000]);
    expect(nextBatch(queue, 6_000)).not.toBeNull();
    expect(nextBatch(afterOnline(queue), 1_000)).not.toBeNull();
  });

  it('sends nothing more once its token has ended, and deletes nothing', () => {
    const batch = nextBatch(full(3), 0);
    if (batch === null) throw new Error('There is a batch.');
    const { queue, removed } = afterBatch(full(3), batch, { kind: 'ended' }, 0);
    expect([nextBatch(queue, 9e9), nextDue(queue), removed]).toEqual([null, null, []]);
    expect(times(queue)).toEqual([0, 1, 2]);
  });

  it('takes a signal along with the positions once its own door has failed', () => {
    const sos = { type: 'sos', t: 7 };
    const { queue } = takeSignal(full(1), sos);
    expect(nextBatch(queue, 0)?.signals).toEqual([]);
    const next = nextSignal(queue, 0);
    const failed = afterSignal(queue, next?.seq ?? 0, { kind: 'failed' }, 0).queue;
    const batch = nextBatch(failed, 0);
    expect(batch && linesOf(batch)).toBe('{"signal":{"type":"sos","t":7}}\n{"t":0,"lat":44,"lng":8}\n');
    expect(batch && afterBatch(failed, batch, { kind: 'taken' }, 0).queue.signals.waiting).toEqual([]);
  });
});
