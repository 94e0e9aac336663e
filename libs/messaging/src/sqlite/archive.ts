import { DatabaseSync } from 'node:sqlite';
import type { StoredMessage } from '../port.js';
import { messageTables } from './message-tables.js';
import { prepareSchema, readTopics } from './schema.js';

/** Read access to everything in one file of topics, to copy it while no process writes to it. */
export interface TopicsArchive {
  /** Number of partitions of a topic, 0 if it does not exist. */
  partitions(topic: string): number;
  /** The next offset of the group in this partition, 0 if it never committed. */
  committed(topic: string, group: string, partition: number): number;
  /** At most `limit` messages from this offset on; fewer only at the end. */
  read(topic: string, partition: number, from: number, limit: number): readonly StoredMessage[];
  close(): void;
}

/** A file of an earlier version is brought to this one first, which changes none of its messages. */
export const sqliteTopicsArchive = (path: string): TopicsArchive => {
  const db = new DatabaseSync(path);
  prepareSchema(db);
  const topics = new Map(
    readTopics(db).map((topic) => [topic.definition.name, { ...topic, tables: messageTables(db, topic) }]),
  );
  const committed = db.prepare(
    'SELECT next_offset AS next FROM group_offset WHERE topic_id = ? AND group_name = ? AND partition = ?',
  );
  return {
    partitions: (topic) => topics.get(topic)?.definition.partitions ?? 0,
    committed: (topic, group, partition) =>
      Number(committed.get(topics.get(topic)?.id ?? 0, group, partition)?.next ?? 0),
    read(topic, partition, from, limit) {
      const stored = topics.get(topic);
      const messages: StoredMessage[] = [];
      for (let next = from; stored !== undefined && messages.length < limit;) {
        const left = limit - messages.length;
        const query = { partition, from: next, below: Infinity, limit: left, characters: Infinity };
        const page = stored.tables.page(query);
        const last = page.at(-1);
        if (last === undefined) break;
        for (const message of page) messages.push(message);
        next = last.offset + 1;
      }
      return messages;
    },
    close: () => db.close(),
  };
};
