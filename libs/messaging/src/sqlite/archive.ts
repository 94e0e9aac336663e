import type { StoredMessage } from '../port.js';
import { messageTable, openDatabase, readTopics } from './database.js';

/** All that one file of topics keeps, to be copied elsewhere while nobody writes to it. */
export interface TopicsArchive {
  /** How many partitions the topic has, 0 where there is none of this name. */
  partitions(topic: string): number;
  /** The offset that the group would read next in this partition, 0 where it never committed. */
  committed(topic: string, group: string, partition: number): number;
  /** At most `limit` messages from this offset on. */
  read(topic: string, partition: number, from: number, limit: number): readonly StoredMessage[];
  close(): void;
}

export const sqliteTopicsArchive = (path: string): TopicsArchive => {
  const db = openDatabase(path);
  const topics = new Map(readTopics(db).map((topic) => [topic.definition.name, topic]));
  const committed = db.prepare(
    'SELECT next_offset AS next FROM group_offset WHERE topic_id = ? AND group_name = ? AND partition = ?',
  );
  return {
    partitions: (topic) => topics.get(topic)?.definition.partitions ?? 0,
    committed: (topic, group, partition) =>
      Number(committed.get(topics.get(topic)?.id ?? 0, group, partition)?.next ?? 0),
    read(topic, partition, from, limit) {
      const stored = topics.get(topic);
      if (stored === undefined) return [];
      return db
        .prepare(
          `SELECT offset, stored_at AS storedAt, key, value FROM ${messageTable(stored.id, partition)}
           WHERE offset >= ? ORDER BY offset LIMIT ?`,
        )
        .all(from, limit) as unknown as StoredMessage[];
    },
    close: () => db.close(),
  };
};
