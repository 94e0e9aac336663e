/**
 * An index of the event log in one SQLite file, for one process.
 *
 * What was added last may be missing after a crash of the machine, and is added again from the log. A file that SQLite
 * cannot read, or of another layout, is thrown away.
 */
import { inlineStorage, type Storage, type StorageFile } from '@flagpost/storage';
import type { Position } from '@flagpost/event-sourcing';
import { throwAway } from '../../sqlite/wholeness.js';
import { createKeyHash } from '../keys.js';
import type { EventIndex, IndexedEvent, NewIndexedEvent } from '../port.js';
import { file } from './file.js';

export interface SqliteEventIndexOptions {
  /** The file, created if missing; `:memory:` keeps nothing. */
  readonly path: string;
  /** Carries out the operations on the file; the caller's thread if left out. */
  readonly storage?: Storage | undefined;
}

type IndexFile = StorageFile<ReturnType<typeof file.writes>, ReturnType<typeof file.reads>>;

/** SQLITE_CORRUPT, SQLITE_NOTADB */
const BROKEN = new Set([11, 26]);
const isBroken = (error: unknown): boolean =>
  BROKEN.has(Number((error as { errcode?: unknown }).errcode ?? 0) & 0xff);

const openFile = ({ path, storage = inlineStorage() }: SqliteEventIndexOptions): IndexFile => {
  try {
    return storage.open(file, { path });
  } catch (error) {
    if (!isBroken(error)) throw error;
    throwAway(path);
    return storage.open(file, { path });
  }
};

/** Look-ups of one message, some 10 ms, and messages for one page. */
const STEPS = 2_000;
const MESSAGES = 12;

export const sqliteEventIndex = (options: SqliteEventIndexOptions): EventIndex => {
  const opened = openFile(options);
  const hashOf = createKeyHash();
  /** The hashes of all keys, one event after the other. */
  const hashesOf = (events: readonly NewIndexedEvent[]): Float64Array => {
    const hashes = new Float64Array(events.reduce((count, { keys }) => count + keys.length, 0));
    let next = 0;
    for (const { keys } of events) for (const key of keys) hashes[next++] = hashOf(key);
    return hashes;
  };
  return {
    async head() {
      const head = await opened.read('head');
      return head === null ? null : { ...head, position: head.position as Position };
    },
    async add(events, version) {
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      await opened.write('add', {
        version,
        first: first.number,
        streams: events.map(({ stream }) => stream),
        revisions: Float64Array.from(events, ({ revision }) => revision),
        recordedAts: Float64Array.from(events, ({ recordedAt }) => recordedAt),
        keyCounts: Uint32Array.from(events, ({ keys }) => keys.length),
        keys: hashesOf(events),
        position: last.position,
        id: last.id,
      });
    },
    get: (number) => opened.read('get', number),
    async find({ keys, limit, below, ...time }) {
      const found: IndexedEvent[] = [];
      const hashes = keys.map(hashOf);
      let next = below;
      for (let message = 0; message < MESSAGES; message += 1) {
        const part = { ...time, keys: hashes, below: next, limit: limit - found.length, steps: STEPS };
        const searched = await opened.read('search', part);
        found.push(...searched.found);
        next = searched.next;
        if (next === null || found.length === limit) break;
      }
      return { found, next };
    },
    clear: () => opened.write('clear'),
    health: () => opened.health(),
    close: () => opened.close(),
  };
};
