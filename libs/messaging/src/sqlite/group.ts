import type { DatabaseSync } from 'node:sqlite';
import { withoutFsync } from './database.js';
import type { Delivery } from './delivery.js';

/** A consumer group whose members are all in this process. */
export interface Group {
  readonly members: Delivery[];
  /** The member that reads a partition. It changes only after the former member has returned and committed. */
  readonly held: Map<number, Delivery>;
  /** Null if the group never committed. */
  committed(partition: number): number | null;
  commit(partition: number, nextOffset: number): void;
}

export const volatileGroup = (): Group => ({
  members: [],
  held: new Map(),
  committed: () => null,
  commit: () => undefined,
});

export const storedGroup = (db: DatabaseSync, topicId: number, name: string): Group => {
  const read = db.prepare(
    'SELECT next_offset FROM group_offset WHERE topic_id = ? AND group_name = ? AND partition = ?',
  );
  const write = db.prepare(
    `INSERT INTO group_offset (topic_id, group_name, partition, next_offset) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET next_offset = excluded.next_offset`,
  );
  return {
    members: [],
    held: new Map(),
    committed(partition) {
      const row = read.get(topicId, name, partition);
      return row === undefined ? null : Number(row.next_offset);
    },
    commit: (partition, nextOffset) =>
      withoutFsync(db, () => void write.run(topicId, name, partition, nextOffset)),
  };
};

/** Members with the same group name share one group. */
export const groupsBy = (make: (name: string) => Group): ((name: string) => Group) => {
  const groups = new Map<string, Group>();
  return (name) => {
    const group = groups.get(name) ?? make(name);
    groups.set(name, group);
    return group;
  };
};
