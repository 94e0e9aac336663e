import type { StoredMessage } from '../port.js';
import { messageTable, openDatabase, readTopics } from './database.js';

/** Read access to everything in one file of topics, to copy it while no process writes to it. */
export interface TopicsArchive {
  /** Number of partitions of a topic, 0 if it does not exist. */
  partitions(topic: string): number;
  /** The next offset of the group in this partition, 0 if it never committed. */
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
