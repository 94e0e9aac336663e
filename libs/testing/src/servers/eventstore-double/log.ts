import { RevisionConflict } from '@flagpost/event-sourcing';
import type { EventStore, ExpectedRevision, RecordedEvent } from '@flagpost/event-sourcing';
import { keyedMutex } from '@flagpost/platform';

/** One event as on the wire; bytes in base64. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: string;
  readonly metadata: string;
}

export interface Entry extends Proposed {
  readonly stream: string;
  readonly revision: number;
  readonly position: bigint;
  /** Epoch ms. */
  readonly created: number;
}

export type Answer =
  { readonly conflict: false; readonly last: Entry } | { readonly conflict: true; readonly actual: number };

/** The log of the double: stored by the SQLite adapter, read from memory. */
export interface Log {
  /** In order of position. */
  readonly entries: readonly Entry[];
  ofStream(stream: string): readonly Entry[];
  append(stream: string, proposed: readonly Proposed[], expected: ExpectedRevision): Promise<Answer>;
  /** Resolves when there is an entry after the first `count`. */
  after(count: number): Promise<void>;
}

/** Positions have gaps and exceed safe integers, as in a large database. */
const FIRST_POSITION = 2n ** 53n + 1n;
const STRIDE = 212n;

/** After so many appends the double writes an event of its own, as the database does. */
const SYSTEM_EVENT_EVERY = 7;
const SYSTEM_STREAM = '$stats-127.0.0.1:2113';
const STATISTICS: Omit<Proposed, 'id'> = {
  type: '$statsCollected',
  contentType: 'application/json',
  data: btoa('{}'),
  metadata: '',
};

const toEntry = ({ stream, revision, position, recordedAt, data }: RecordedEvent): Entry => ({
  ...(data as Proposed),
  stream,
  revision,
  position: FIRST_POSITION + BigInt(position) * STRIDE,
  created: recordedAt,
});

export const openLog = async (store: EventStore, newId: () => string): Promise<Log> => {
  const entries: Entry[] = [];
  const streams = new Map<string, Entry[]>();
  const inTurn = keyedMutex();
  let sleepers: (() => void)[] = [];
  let appends = 0;

  const ofStream = (stream: string): readonly Entry[] => streams.get(stream) ?? [];
  const keep = (entry: Entry): void => {
    entries.push(entry);
    const list = streams.get(entry.stream);
    if (list === undefined) streams.set(entry.stream, [entry]);
    else list.push(entry);
  };

  const write = async (
    stream: string,
    proposed: readonly Proposed[],
    expected: ExpectedRevision,
  ): Promise<void> => {
    const recorded = await store.append(
      stream,
      proposed.map((one) => ({ type: one.type, data: one, meta: metaOf(one.id) })),
      expected,
    );
    for (const event of recorded) keep(toEntry(event));
    const woken = sleepers;
    sleepers = [];
    for (const wake of woken) wake();
  };

  /** The same events at the same revision: a repeated append whose answer was lost. */
  const repeated = (
    stream: string,
    proposed: readonly Proposed[],
    expected: ExpectedRevision,
  ): Entry | undefined => {
    const list = ofStream(stream);
    const [first] = proposed;
    const start =
      expected === 'any'
        ? list.findLastIndex(({ id }) => id === first?.id)
        : expected === 'noStream'
          ? 0
          : expected + 1;
    const there = start >= 0 && proposed.every(({ id }, index) => list[start + index]?.id === id);
    return there ? list[start + proposed.length - 1] : undefined;
  };

  for (const event of await store.readAll(null, Number.MAX_SAFE_INTEGER)) keep(toEntry(event));

  return {
    entries,
    ofStream,
    append: (stream, proposed, expected) =>
      inTurn(stream, async () => {
        const before = repeated(stream, proposed, expected);
        if (before !== undefined) return { conflict: false, last: before };
        try {
          await write(stream, proposed, expected);
        } catch (error) {
          if (error instanceof RevisionConflict) return { conflict: true, actual: error.actual };
          throw error;
        }
        const last = ofStream(stream).at(-1);
        if (last === undefined) throw new Error(`An append to ${stream} left no event.`);
        appends += 1;
        if (appends % SYSTEM_EVENT_EVERY === 1)
          await write(SYSTEM_STREAM, [{ ...STATISTICS, id: newId() }], 'any');
        return { conflict: false, last };
      }),
    async after(count) {
      if (entries.length <= count) await new Promise<void>((resolve) => sleepers.push(resolve));
    },
  };
};

const metaOf = (id: string): RecordedEvent['meta'] => ({
  id,
  actorId: null,
  actorRoles: [],
  clubId: null,
  correlationId: id,
  causationId: null,
  schemaVersion: 1,
});
