import type { Clock } from '@flagpost/platform';
import type { StorageFile } from '@flagpost/storage';
import { RevisionConflict } from '../store.js';
import type { EventStore, ExpectedRevision, NewEvent } from '../store.js';
import type { Appended, Appends, file } from './file.js';
import { ANY_REVISION, toEvent, type Row } from './row.js';

export type LogFile = StorageFile<ReturnType<typeof file.writes>, ReturnType<typeof file.reads>>;

/** The stored form of an event, which does not depend on when it is written. */
interface Content {
  readonly type: string;
  readonly data: string;
  readonly meta: string;
  readonly occurredAt: number | null;
  /** Null to take the clock's time when the event is written. */
  readonly copiedAt: number | null;
}

interface Append {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly contents: readonly Content[];
}

const toContent = ({ type, data, meta, occurredAt, recordedAt }: NewEvent): Content => ({
  type,
  data: JSON.stringify(data ?? null),
  meta: JSON.stringify(meta),
  occurredAt: occurredAt ?? null,
  copiedAt: recordedAt ?? null,
});

const sizeOf = (contents: readonly Content[]): number =>
  contents.reduce((sum, { data, meta }) => sum + data.length + meta.length, 0);

const codeOf = (expected: ExpectedRevision): number => {
  if (expected === 'any') return ANY_REVISION;
  return expected === 'noStream' ? -1 : expected;
};

const toMessage = (appends: readonly Append[], now: number): Appends => {
  const contents = appends.flatMap((append) => append.contents);
  return {
    now,
    streams: appends.map(({ stream }) => stream),
    expected: appends.map(({ expected }) => codeOf(expected)),
    counts: appends.map((append) => append.contents.length),
    types: contents.map(({ type }) => type),
    data: contents.map(({ data }) => data),
    metas: contents.map(({ meta }) => meta),
    occurredAts: contents.map(({ occurredAt }) => occurredAt),
    recordedAts: contents.map(({ copiedAt }) => copiedAt),
  };
};

/** The rows of one append as they were stored; none if it was refused. */
const rowsOf = ({ stream, contents }: Append, index: number, answer: Appended): readonly Row[] => {
  if (answer.stored[index] !== true) return [];
  const before = answer.before[index] ?? -1;
  const position = answer.positions[index] ?? 0;
  return contents.map(({ type, data, meta, occurredAt, copiedAt }, event) => [
    position + event,
    stream,
    before + 1 + event,
    type,
    data,
    meta,
    occurredAt,
    copiedAt ?? answer.now,
  ]);
};

export interface AppenderOptions {
  readonly file: LogFile;
  readonly clock: Clock;
  /** Called after each transaction with what it stored, before any append of it resolves. */
  readonly onStored: (rows: readonly Row[]) => void;
  /** Called after a transaction of which nobody knows whether it was stored. */
  readonly onFailed: () => void;
}

/** Appends that wait together are one message and share a transaction. */
export const createAppender = ({
  file,
  clock,
  onStored,
  onFailed,
}: AppenderOptions): EventStore['append'] => {
  const collect = file.collect('append', (appends: readonly Append[]) => [toMessage(appends, clock.now())]);
  const settle = (appends: readonly Append[], answer: Appended): void =>
    onStored(appends.flatMap((append, index) => rowsOf(append, index, answer)));

  return async (stream, events, expected) => {
    const append = { stream, expected, contents: events.map(toContent) };
    const { index, items, result } = collect(append, sizeOf(append.contents));
    if (index === 0) result.then((answer) => settle(items, answer), onFailed);
    const answer = await result;
    if (answer.stored[index] !== true)
      throw new RevisionConflict(stream, expected, answer.before[index] ?? -1);
    return rowsOf(append, index, answer).map(toEvent);
  };
};
