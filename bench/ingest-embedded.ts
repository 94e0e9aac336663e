import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { TOPICS } from '@flagpost/contracts';
import type { Message } from '@flagpost/messaging';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { sqliteRecords } from '@flagpost/records/sqlite';
import type { Bench } from './frame/bench.ts';
import { inFolder } from './frame/folder.ts';
import { perCpuSecond } from './frame/measure.ts';
import { BATCH, batchesOf, ingestAll, machine, messagesOf, prepare } from './load/pipeline.ts';
import { loadsOf, raceUntilNow } from './load/race-load.ts';

/** Rows of one insert: more make it no faster. */
const ROWS = 32;

/** An append-only table with the pragmas of the topics, and nothing else: append a batch, read it, parse it. */
const raw = (path: string, messages: readonly Message[]): number => {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE message (offset INTEGER PRIMARY KEY, stored_at INTEGER NOT NULL, key TEXT NOT NULL, value TEXT) STRICT`);
  const insert = (rows: number): StatementSync =>
    db.prepare(`INSERT INTO message VALUES ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}`);
  const [one, many] = [insert(1), insert(ROWS)];
  const page = db.prepare(
    'SELECT offset, stored_at, key, value FROM message WHERE offset >= ? ORDER BY offset LIMIT ?',
  );
  page.setReturnArrays(true);

  let offset = 0;
  let parsed = 0;
  for (const batch of batchesOf(messages)) {
    const from = offset;
    const storedAt = Date.now();
    db.exec('BEGIN IMMEDIATE');
    let done = 0;
    for (; done + ROWS <= batch.length; done += ROWS)
      many.run(
        ...batch.slice(done, done + ROWS).flatMap(({ key, value }) => [offset++, storedAt, key, value]),
      );
    for (const { key, value } of batch.slice(done)) one.run(offset++, storedAt, key, value);
    db.exec('COMMIT');
    for (const row of page.all(from, BATCH) as unknown as [number, number, string, string][])
      if (JSON.parse(row[3]) !== null) parsed += 1;
  }
  db.close();
  return parsed;
};

/** From the topic of positions to everything that leaves it, against the storage and the parsing that it cannot do without. */
export const bench: Bench = async ({ sizes, compare }) => {
  const [fixes = 0] = sizes('fixes', [1_000_000], [200], [100_000]);
  for (const [index, load] of loadsOf({ sizes }).entries()) {
    const size = raceUntilNow(load, fixes);
    const messages = messagesOf(size);

    const ours = () =>
      inFolder(async (folder) => {
        const topics = sqliteTopics({ ...machine, path: join(folder, 'topics.db') });
        const records = sqliteRecords({ path: join(folder, 'records.db') });
        await prepare(topics, size);
        const run = await perCpuSecond(async () => {
          await ingestAll(topics, records, async () => {
            for (const batch of batchesOf(messages)) await topics.publish(TOPICS.positions, batch);
          });
          return messages.length;
        });
        await topics.close();
        await records.close();
        return run;
      });
    const theirs = () => inFolder((folder) => perCpuSecond(() => raw(join(folder, 'raw.db'), messages)));

    await compare({
      what: `${load.cars} cars in ${load.events} events, 1 Hz, ${messages.length} fixes in batches of ${BATCH}`,
      load: { cars: load.cars, events: load.events },
      unit: 'fixes per CPU-second',
      ours: { what: 'stored, read, decoded; engine, frames, facts; history and state saved', run: ours },
      theirs: { what: 'raw node:sqlite: appended, read in pages, JSON.parse of the same bytes', run: theirs },
      ...(index === 0 ? { ratio: { atLeast: 0.7 } } : {}),
    });
  }
};
