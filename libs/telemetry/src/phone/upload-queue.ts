/**
 * What a phone has taken and no door has answered for yet: fixes in their order, and signals, which do not wait for them. A
 * pure machine; who drives it stores each entry before it is sent and deletes it when a door answered 200.
 */

/** A line for the door of positions. Times epoch ms, speeds km/h, headings degrees, accuracy metres, battery per cent. */
export interface Fix {
  readonly t: number;
  readonly lat: number;
  readonly lng: number;
  readonly speedKph?: number;
  readonly headingDeg?: number;
  readonly accuracyM?: number;
  readonly battery?: number;
}
export interface PhoneSignal {
  readonly type: string;
  readonly t: number;
  readonly flagId?: number;
  /** Of the question that it is about. */
  readonly since?: number;
}

export interface Queued<T> {
  /** Rises with every entry; the key under which it is stored. */
  readonly seq: number;
  readonly input: T;
}
export type Entry =
  { readonly seq: number; readonly fix: Fix } | { readonly seq: number; readonly signal: PhoneSignal };

export const QUEUE = {
  /** Eight hours at 1 Hz. */
  fixes: 28_800,
  signals: 500,
  /** Lines of one upload: far below the limit of the door. */
  linesAtOnce: 1_000,
  /** An upload that failed is made no smaller than that. */
  leastLines: 25,
  firstRetryMs: 1_000,
  lastRetryMs: 15_000,
} as const;

interface Lane<T> {
  /** Oldest first. */
  readonly waiting: readonly Queued<T>[];
  readonly failures: number;
  /** Nothing is sent before, unless the network comes back: ms by the caller's clock, which must not be set back. */
  readonly notBefore: number;
}

export interface UploadQueue {
  readonly nextSeq: number;
  readonly fixes: Lane<Fix>;
  readonly signals: Lane<PhoneSignal>;
  /** Halved by an upload that failed or was too large: a slow link carries fewer in time. Doubled by one that was taken. */
  readonly linesAtOnce: number;
  /** The token has ended: nothing is sent any more. */
  readonly ended: boolean;
}

/** The next queue, and what is to be stored and deleted for it. */
export interface Change {
  readonly queue: UploadQueue;
  readonly added: readonly Entry[];
  readonly removed: readonly number[];
}

/** One upload to the door of positions. */
export interface Batch {
  readonly fixes: readonly Queued<Fix>[];
  /** Those that their own door did not take at first: they go every way. */
  readonly signals: readonly Queued<PhoneSignal>[];
}

export type DoorAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'tooLarge' }
  /** 429 or 503. */
  | { readonly kind: 'wait'; readonly retryAfterMs: number }
  /** No answer, or one that is none of the doors'. */
  | { readonly kind: 'failed' }
  /** 404. */
  | { readonly kind: 'ended' };

const lane = <T>(waiting: readonly Queued<T>[] = []): Lane<T> => ({ waiting, failures: 0, notBefore: 0 });
const nothing = { added: [], removed: [] } as const;
const seqsOf = (entries: readonly { readonly seq: number }[]): readonly number[] =>
  entries.map(({ seq }) => seq);

/** @param stored what a former page left, in any order */
export const queueOf = (stored: readonly Entry[]): UploadQueue => {
  const inOrder = [...stored].sort((one, other) => one.seq - other.seq);
  return {
    nextSeq: (inOrder.at(-1)?.seq ?? 0) + 1,
    fixes: lane(inOrder.flatMap((entry) => ('fix' in entry ? [{ seq: entry.seq, input: entry.fix }] : []))),
    signals: lane(
      inOrder.flatMap((entry) => ('signal' in entry ? [{ seq: entry.seq, input: entry.signal }] : [])),
    ),
    linesAtOnce: QUEUE.linesAtOnce,
    ended: false,
  };
};

/** Every second fix of the older half goes first: laps are still counted from what is left, and no part of the drive is lost. */
const thinned = (fixes: readonly Queued<Fix>[]): { kept: Queued<Fix>[]; dropped: Queued<Fix>[] } => {
  const half = fixes.length / 2;
  const goes = (at: number): boolean => at < half && at % 2 === 1;
  return { kept: fixes.filter((_, at) => !goes(at)), dropped: fixes.filter((_, at) => goes(at)) };
};

/** A fix of the same time as the last one is no news of the device, and left out; an older one is of a clock that was set back. */
export const takeFix = (queue: UploadQueue, fix: Fix): Change => {
  const last = queue.fixes.waiting.at(-1);
  if (last !== undefined && fix.t === last.input.t) return { queue, ...nothing };
  const seq = queue.nextSeq;
  const all = [...queue.fixes.waiting, { seq, input: fix }];
  const { kept, dropped } = all.length > QUEUE.fixes ? thinned(all) : { kept: all, dropped: [] };
  return {
    queue: { ...queue, nextSeq: seq + 1, fixes: { ...queue.fixes, waiting: kept } },
    added: [{ seq, fix }],
    removed: seqsOf(dropped),
  };
};

const isSos = ({ type }: PhoneSignal): boolean => type === 'sos' || type === 'sosCleared';

/** Whether the signal says what one that waits says already. Of SOS and its end the newest counts. */
const isRepeated = (waiting: readonly Queued<PhoneSignal>[], signal: PhoneSignal): boolean =>
  isSos(signal)
    ? waiting.findLast(({ input }) => isSos(input))?.input.type === signal.type
    : waiting.some(
        ({ input }) =>
          input.type === signal.type &&
          input.flagId === signal.flagId &&
          input.since === signal.since &&
          (signal.flagId !== undefined || signal.since !== undefined),
      );

/** Beyond the limit the oldest signal that is no SOS goes. */
export const takeSignal = (queue: UploadQueue, signal: PhoneSignal): Change => {
  const { waiting } = queue.signals;
  if (isRepeated(waiting, signal)) return { queue, ...nothing };
  const seq = queue.nextSeq;
  const all = [...waiting, { seq, input: signal }];
  const surplus = all.length > QUEUE.signals ? (all.find(({ input }) => !isSos(input)) ?? all[0]) : undefined;
  return {
    queue: {
      ...queue,
      nextSeq: seq + 1,
      signals: { ...queue.signals, waiting: all.filter((one) => one !== surplus) },
    },
    added: [{ seq, signal }],
    removed: surplus === undefined ? [] : [surplus.seq],
  };
};

/** The next upload to the door of positions; null if there is none, or it has to wait. */
export const nextBatch = (queue: UploadQueue, now: number): Batch | null => {
  if (queue.ended || now < queue.fixes.notBefore) return null;
  const signals = queue.signals.failures > 0 ? queue.signals.waiting.slice(0, queue.linesAtOnce) : [];
  const fixes = queue.fixes.waiting.slice(0, Math.max(0, queue.linesAtOnce - signals.length));
  return signals.length + fixes.length === 0 ? null : { signals, fixes };
};

/** The next signal for its own door. */
export const nextSignal = (queue: UploadQueue, now: number): Queued<PhoneSignal> | null =>
  queue.ended || now < queue.signals.notBefore ? null : (queue.signals.waiting[0] ?? null);

/** NDJSON: signals first, each with its own time. */
export const linesOf = ({ fixes, signals }: Batch): string =>
  [...signals.map(({ input }) => ({ signal: input })), ...fixes.map(({ input }) => input)]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');

const without = <T>(from: Lane<T>, seqs: readonly number[]): Lane<T> => {
  const gone = new Set(seqs);
  return { ...from, waiting: from.waiting.filter(({ seq }) => !gone.has(seq)) };
};
const trusted = <T>(from: Lane<T>): Lane<T> => ({ ...from, failures: 0, notBefore: 0 });
const delayed = <T>(from: Lane<T>, answer: DoorAnswer, now: number): Lane<T> => {
  const backoff = Math.min(QUEUE.firstRetryMs * 2 ** from.failures, QUEUE.lastRetryMs);
  const notBefore = now + (answer.kind === 'wait' ? answer.retryAfterMs : backoff);
  return { ...from, failures: from.failures + 1, notBefore };
};

const linesIn = ({ fixes, signals }: Batch): number => fixes.length + signals.length;
const half = (batch: Batch): number => Math.ceil(linesIn(batch) / 2);

/** After an answer of the door of positions. */
export const afterBatch = (queue: UploadQueue, batch: Batch, answer: DoorAnswer, now: number): Change => {
  switch (answer.kind) {
    case 'taken': {
      const [fixes, signals] = [seqsOf(batch.fixes), seqsOf(batch.signals)];
      const left = without(queue.signals, signals);
      return {
        queue: {
          ...queue,
          linesAtOnce: Math.min(2 * queue.linesAtOnce, QUEUE.linesAtOnce),
          fixes: trusted(without(queue.fixes, fixes)),
          signals: signals.length > 0 ? trusted(left) : left,
        },
        added: [],
        removed: [...signals, ...fixes],
      };
    }
    case 'ended':
      return { queue: { ...queue, ended: true }, ...nothing };
    case 'tooLarge': {
      if (linesIn(batch) > 1) return { queue: { ...queue, linesAtOnce: half(batch) }, ...nothing };
      // One line alone is never taken: it would hold up all that follow.
      const [fixes, signals] = [seqsOf(batch.fixes), seqsOf(batch.signals)];
      return {
        queue: { ...queue, fixes: without(queue.fixes, fixes), signals: without(queue.signals, signals) },
        added: [],
        removed: [...signals, ...fixes],
      };
    }
    case 'failed': {
      const linesAtOnce = Math.min(queue.linesAtOnce, Math.max(half(batch), QUEUE.leastLines));
      return { queue: { ...queue, linesAtOnce, fixes: delayed(queue.fixes, answer, now) }, ...nothing };
    }
    case 'wait':
      return { queue: { ...queue, fixes: delayed(queue.fixes, answer, now) }, ...nothing };
  }
};

/** After an answer of the door of signals. */
export const afterSignal = (queue: UploadQueue, seq: number, answer: DoorAnswer, now: number): Change => {
  if (answer.kind === 'taken' || answer.kind === 'tooLarge')
    return {
      queue: { ...queue, signals: trusted(without(queue.signals, [seq])) },
      added: [],
      removed: [seq],
    };
  if (answer.kind === 'ended') return { queue: { ...queue, ended: true }, ...nothing };
  return { queue: { ...queue, signals: delayed(queue.signals, answer, now) }, ...nothing };
};

/** The network is back: what waits is tried at once. */
export const afterOnline = (queue: UploadQueue): UploadQueue => ({
  ...queue,
  fixes: { ...queue.fixes, notBefore: 0 },
  signals: { ...queue.signals, notBefore: 0 },
});

/** When there is something to send next, by the caller's clock; null if nothing waits. */
export const nextDue = (queue: UploadQueue): number | null => {
  const due = [queue.fixes, queue.signals].flatMap(({ waiting, notBefore }: Lane<unknown>) =>
    waiting.length > 0 ? [notBefore] : [],
  );
  return queue.ended || due.length === 0 ? null : Math.min(...due);
};
