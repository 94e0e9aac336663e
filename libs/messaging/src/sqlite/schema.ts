import type { DatabaseSync } from 'node:sqlite';
import { NewerFile } from '@flagpost/platform/newer-file';
import type { TopicDefinition } from '../port.js';

/**
 * 1: a row per message in a table per partition. 2: logs have a row per publish in a table per topic; what version 1
 * stored of them stays in its tables until its retention ends.
 */
const SCHEMA_VERSION = 2;

const FIRST_SCHEMA = `
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

/** A topic that is stored. */
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
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};

/** Table of a compacted topic's partition, or of a log's partition as version 1 stored it. */
export const messageTable = (topicId: number, partition: number): string => `message_${topicId}_${partition}`;

export const logTable = (topicId: number): string => `log_${topicId}`;

/** A row holds the messages of one publish, over all partitions. `heads`: the next offset of each partition after it. */
const createLog = (db: DatabaseSync, topicId: number): void =>
  db.exec(`CREATE TABLE ${logTable(topicId)} (
    id INTEGER PRIMARY KEY,
    stored_at INTEGER NOT NULL,
    heads TEXT NOT NULL,
    messages TEXT NOT NULL
  ) STRICT`);

/**
 * The key is unique: storing a key's new value removes the old one in the same write. One table per partition, so that
 * appends always go to the right edge of one B-tree.
 */
const createCompacted = (db: DatabaseSync, topicId: number, partition: number): void => {
  const table = messageTable(topicId, partition);
  db.exec(`CREATE TABLE ${table} (
    offset INTEGER PRIMARY KEY,
    stored_at INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    value TEXT
  ) STRICT;
  CREATE INDEX ${table}_tombstone ON ${table} (stored_at) WHERE value IS NULL`);
};

/**
 * Creates the tables in a new file, or brings a file of an earlier version to this one, in one transaction and without
 * rewriting a message.
 *
 * @throws {NewerFile} if a newer version of the program wrote the file.
 */
export const prepareSchema = (db: DatabaseSync): void => {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > SCHEMA_VERSION)
    throw new NewerFile(`${db.location() ?? 'The file'} was written by a newer version of this program.`);
  if (version === SCHEMA_VERSION) return;
  inTransaction(db, () => {
    if (version === 0) db.exec(FIRST_SCHEMA);
    for (const { id, definition } of readTopics(db)) if (definition.kind === 'log') createLog(db, id);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  });
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

/** Within the caller's transaction. */
export const createTopic = (db: DatabaseSync, definition: TopicDefinition): StoredTopic => {
  const { name, partitions, kind, retainMs } = definition;
  const insert = db.prepare('INSERT INTO topic (name, partitions, kind, retain_ms) VALUES (?, ?, ?, ?)');
  const id = Number(insert.run(name, partitions, kind, retainMs ?? null).lastInsertRowid);
  if (kind === 'log') createLog(db, id);
  else for (let partition = 0; partition < partitions; partition += 1) createCompacted(db, id, partition);
  return { id, definition };
};
