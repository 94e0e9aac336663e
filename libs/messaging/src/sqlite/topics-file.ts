/** The operations on a file of topics. Threads of the storage import this module. */
import type { DatabaseSync } from 'node:sqlite';
import { defineFile } from '@flagpost/storage/define';
import type { StoredMessage, TopicDefinition } from '../port.js';
import { messageTables, type MessageTables, type PageQuery } from './message-tables.js';
import { createTopic, prepareSchema, readTopics, type StoredTopic } from './schema.js';

/** The next offset of a group in a partition. */
export interface GroupOffset {
  readonly topicId: number;
  readonly group: string;
  readonly partition: number;
  readonly next: number;
}

/** Messages of one topic to append: rows of frames. */
export interface Append {
  readonly topicId: number;
  readonly rows: readonly string[];
}

/** What was appended together. */
export interface Appended {
  /** Epoch ms. */
  readonly storedAt: number;
  /** For each append, the next offset of each partition before it. */
  readonly heads: readonly (readonly number[])[];
}

/** What a process has to know of the file before it publishes and reads. */
export interface FileContent {
  readonly topics: readonly (StoredTopic & { readonly heads: readonly number[] })[];
  readonly offsets: readonly GroupOffset[];
}

export const contentOf = (db: DatabaseSync): FileContent => {
  const offsets = db.prepare(
    'SELECT topic_id AS topicId, group_name AS "group", partition, next_offset AS next FROM group_offset',
  );
  return {
    topics: readTopics(db).map((topic) => ({ ...topic, heads: messageTables(db, topic).heads() })),
    offsets: offsets.all().map(({ topicId, group, partition, next }) => ({
      topicId: Number(topicId),
      group: String(group),
      partition: Number(partition),
      next: Number(next),
    })),
  };
};

/** The tables of each topic, by its id; statements are prepared when they are needed first. */
const tablesBy = (db: DatabaseSync): ((topicId: number) => MessageTables) => {
  const known = new Map<number, MessageTables>();
  return (topicId) => {
    const tables = known.get(topicId);
    if (tables !== undefined) return tables;
    const topic = readTopics(db).find(({ id }) => id === topicId);
    if (topic === undefined) throw new Error(`There is no topic with the id ${topicId}.`);
    const opened = messageTables(db, topic);
    known.set(topicId, opened);
    return opened;
  };
};

const writes = (db: DatabaseSync) => {
  const tablesOf = tablesBy(db);
  const putOffset = db.prepare(
    `INSERT INTO group_offset (topic_id, group_name, partition, next_offset) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET next_offset = excluded.next_offset`,
  );
  return {
    define: (definitions: readonly TopicDefinition[]): readonly StoredTopic[] =>
      definitions.map((definition) => createTopic(db, definition)),
    append: (storedAt: number, appends: readonly Append[]): Appended => ({
      storedAt,
      heads: appends.map(({ topicId, rows }) => tablesOf(topicId).append(rows, storedAt)),
    }),
    commitOffsets(offsets: readonly GroupOffset[]): void {
      for (const { topicId, group, partition, next } of offsets)
        putOffset.run(topicId, group, partition, next);
    },
    /** `expired`: for each topic, the time before which its messages have expired, epoch ms. */
    forget(expired: readonly (readonly [topicId: number, before: number])[]): void {
      for (const [topicId, before] of expired) tablesOf(topicId).forget(before);
    },
  };
};

const reads = (db: DatabaseSync) => {
  const tablesOf = tablesBy(db);
  return {
    page: (topicId: number, query: PageQuery): readonly StoredMessage[] => tablesOf(topicId).page(query),
    firsts: (topicId: number): readonly number[] => tablesOf(topicId).firsts(),
  };
};

/** Group offsets and deletions need no sync: after a power failure a batch is delivered again, a message deleted again. */
export const file = defineFile({
  module: import.meta.url,
  title: 'The topics',
  prepare: prepareSchema,
  writes,
  reads,
  checked: ['append'],
  lazy: ['commitOffsets', 'forget'],
  long: ['page'],
});

export type TopicsWrites = ReturnType<typeof writes>;
export type TopicsReads = ReturnType<typeof reads>;
