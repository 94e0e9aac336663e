import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NewEvent } from '@flagpost/event-sourcing';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import type { Bench, Run } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { createLatencies, perSecond } from './frame/measure.ts';
import { machine } from './load/pipeline.ts';

/** A lap as the api records it: the event that a race has most of. */
const lapOf = (writer: number, lap: number): NewEvent => ({
  type: 'LapRecorded',
  data: {
    eventId: 1,
    invitationId: writer,
    lapEpoch: 0,
    lap,
    lapTimeMs: 104_321,
    crossedAt: 1_780_000_000_000 + lap,
  },
  occurredAt: 1_780_000_000_000 + lap,
  meta: {
    id: randomUUID(),
    actorId: null,
    actorRoles: [],
    clubId: 1,
    correlationId: randomUUID(),
    causationId: `lap:1:${writer}:0:${lap}`,
    schemaVersion: 1,
  },
});

/** By writer, in order. */
const eventsOf = (writers: number, appends: number): NewEvent[][] =>
  Array.from({ length: writers }, (_, writer) =>
    Array.from({ length: Math.ceil(appends / writers) }, (_, lap) => lapOf(writer + 1, lap + 1)),
  );

/** Every writer appends to its own stream, and waits until each append is on disk. */
const throughTheStore = async (path: string, events: readonly NewEvent[][]): Promise<Run> => {
  const store = sqliteEventStore({ ...machine, path });
  const latencies = createLatencies();
  const write = async (own: readonly NewEvent[], writer: number): Promise<void> => {
    for (const [revision, event] of own.entries()) {
      const expected = revision === 0 ? ('noStream' as const) : revision - 1;
      await latencies.time(() => store.append(`laps-${writer + 1}`, [event], expected));
    }
  };
  const run = await perSecond(async () => {
    await Promise.all(events.map(write));
    return events.flat().length;
  });
  await store.close();
  const also = { 'p50, ms': latencies.percentile(0.5), 'p99, ms': latencies.percentile(0.99) };
  return { ...run, also };
};

/** The same rows into the same table with the same pragmas, in transactions of as many; nothing is checked or answered. */
const raw = async (path: string, events: readonly NewEvent[][]): Promise<Run> => {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE events (position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, type TEXT NOT NULL,
      data TEXT NOT NULL, meta TEXT NOT NULL, occurred_at REAL, recorded_at REAL NOT NULL, UNIQUE (stream, revision)) STRICT`);
  const insert = db.prepare(
    `INSERT INTO events (stream, revision, type, data, meta, occurred_at, recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const rows = (events[0] ?? []).map((_, revision) =>
    events.flatMap((own, writer) => {
      const event = own[revision];
      if (event === undefined) return [];
      const { type, data, meta, occurredAt = null } = event;
      return [
        [
          `laps-${writer + 1}`,
          revision,
          type,
          JSON.stringify(data),
          JSON.stringify(meta),
          occurredAt,
          Date.now(),
        ],
      ];
    }),
  );
  const run = await perSecond(() => {
    for (const batch of rows) {
      db.exec('BEGIN IMMEDIATE');
      for (const row of batch) insert.run(...row);
      db.exec('COMMIT');
    }
    return events.flat().length;
  });
  db.close();
  return run;
};

/** Durable appends: many writers at once, and one alone. */
export const bench: Bench = async ({ sizes, compare }) => {
  const [appends = 0] = sizes('appends', [20_000], [128], [5_000]);
  for (const writers of sizes('writers', [64, 1], [64, 1])) {
    const events = eventsOf(writers, writers === 1 ? appends / 10 : appends);
    const fresh = (side: typeof raw) => () => inFolder((folder) => side(join(folder, 'events.db'), events));
    await compare({
      what: writers === 1 ? 'one writer' : `${writers} writers at once`,
      unit: 'durable appends a second',
      ours: { what: 'the SQLite event store, revisions checked', run: fresh(throughTheStore) },
      theirs: {
        what: `raw node:sqlite, ${writers} in a transaction, same table and pragmas`,
        run: fresh(raw),
      },
      ratio: { atLeast: 0.7 },
    });
  }
};
