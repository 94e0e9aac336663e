import type { Logger, Scheduler, Timer } from '@flagpost/platform';
import { logOnce } from './log-once.js';
import type { GroupOffset } from './topics-file.js';

/** The offsets of one group in one topic. */
export interface GroupOffsets {
  /** The next offset; null if the group never committed. */
  committed(partition: number): number | null;
  commit(partition: number, next: number): void;
  /** Resolves when every commit so far is stored, or could not be stored now. */
  flush(): Promise<void>;
}

/** The offsets of all groups. They are stored some time after their commit: after a kill a group reads on from the former ones. */
export interface Offsets {
  of(topicId: number, group: string): GroupOffsets;
  /** Stores what is not stored yet, if that is possible now. */
  close(): Promise<void>;
}

/** Time in ms from one write of offsets to the next: a write for each batch would cost more than its messages. */
const STORED_EVERY_MS = 250;

const keyOf = ({ topicId, group, partition }: Omit<GroupOffset, 'next'>): string =>
  `${topicId} ${partition} ${group}`;

export const createOffsets = (parts: {
  /** As the file has them. */
  readonly stored: readonly GroupOffset[];
  readonly store: (offsets: readonly GroupOffset[]) => Promise<void>;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
}): Offsets => {
  const known = new Map(parts.stored.map((offset) => [keyOf(offset), offset]));
  const dirty = new Map<string, GroupOffset>();
  const attempt = logOnce(parts.logger, 'offsets of consumer groups could not be stored, will be retried');
  /** Runs after a write. */
  let pause: Timer | null = null;

  const store = async (): Promise<void> => {
    const offsets = [...dirty.values()];
    dirty.clear();
    try {
      await parts.store(offsets);
    } catch (error) {
      for (const offset of offsets) if (known.get(keyOf(offset)) === offset) dirty.set(keyOf(offset), offset);
      throw error;
    }
  };
  const flush = async (): Promise<void> => {
    if (dirty.size > 0) await attempt(store());
  };
  const flushAtTimes = (): void => {
    if (pause !== null || dirty.size === 0) return;
    pause = parts.scheduler.after(STORED_EVERY_MS, () => {
      pause = null;
      flushAtTimes();
    });
    void flush();
  };

  return {
    of: (topicId, group) => ({
      committed: (partition) => known.get(keyOf({ topicId, group, partition }))?.next ?? null,
      commit(partition, next) {
        const offset = { topicId, group, partition, next };
        const key = keyOf(offset);
        known.set(key, offset);
        dirty.set(key, offset);
        flushAtTimes();
      },
      flush,
    }),
    async close() {
      pause?.cancel();
      await flush();
    },
  };
};

export const volatileOffsets: GroupOffsets = {
  committed: () => null,
  commit: () => undefined,
  flush: async () => undefined,
};
