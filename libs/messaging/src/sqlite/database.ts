import { DatabaseSync } from 'node:sqlite';
import type { TopicDefinition } from '../port.js';

/** How long a statement waits for a lock of another connection, such as a backup's. */
const BUSY_MS = 5_000;

const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE topic (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    partitions INTEGER NOT NULL,
    kind TEXT NOT NULL,
    retain_ms INTEGER
  ) STRICT;
  CREATE TABLE group_offset (
    topic_id INTEGER NOT NULL,
    group_name TEXT NOT NULL,
    partition INTEGER NOT NULL,
    next_offset INTEGER NOT NULL,
    PRIMARY KEY (topic_id, group_name, partition)
  ) STRICT, WITHOUT ROWID;
`;

export interface StoredTopic {
  readonly id: number;
  readonly definition: TopicDefinition;
}

/** Runs `work` as one transaction: all of it is stored, or none. */
export const inTransaction = (db: DatabaseSync, work: () => void): void => {
  db.exec('BEGIN IMMEDIATE');
  try {
    work();
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};

/**
 * For writes whose loss in a power failure is harmless, such as a group's offset (its batch is delivered again): they
 * need no fsync. A killed process loses none of them.
 */
export const withoutFsync = (db: DatabaseSync, work: () => void): void => {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    work();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
};

export const openDatabase = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > SCHEMA_VERSION) {
    db.close();
    throw new Error(`${path} was written by a newer version of this program.`);
  }
  if (version === 0) {
    inTransaction(db, () => db.exec(`${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}`));
  }
  return db;
};

export const readTopics = (db: DatabaseSync): readonly StoredTopic[] =>
  db
    .prepare('SELECT id, name, partitions, kind, retain_ms AS retainMs FROM topic')
    .all()
    .map(({ id, name, partitions, kind, retainMs }) => ({
      id: Number(id),
      definition: {
        name: String(name),
        partitions: Number(partitions),
        kind: kind as TopicDefinition['kind'],
        ...(retainMs === null ? {} : { retainMs: Number(retainMs) }),
      },
    }));

export const messageTable = (topicId: number, partition: number): string => `message_${topicId}_${partition}`;

/**
 * One table per partition, so that appends always go to the right edge of one B-tree. In a compacted topic the key is
 * unique: storing a key's new value removes the old one in the same write.
 */
export const createTopic = (db: DatabaseSync, definition: TopicDefinition): StoredTopic => {
  const { name, partitions, kind, retainMs } = definition;
  let id = 0;
  inTransaction(db, () => {
    const insert = db.prepare('INSERT INTO topic (name, partitions, kind, retain_ms) VALUES (?, ?, ?, ?)');
    id = Number(insert.run(name, partitions, kind, retainMs ?? null).lastInsertRowid);
    for (let partition = 0; partition < partitions; partition++) {
      const table = messageTable(id, partition);
      db.exec(`CREATE TABLE ${table} (
        offset INTEGER PRIMARY KEY,
        stored_at INTEGER NOT NULL,
        key TEXT NOT NULL ${kind === 'compacted' ? 'UNIQUE' : ''},
        value TEXT
      ) STRICT`);
      if (kind === 'compacted') {
        db.exec(`CREATE INDEX ${table}_tombstone ON ${table} (stored_at) WHERE value IS NULL`);
      }
    }
  });
  return { id, definition };
};
