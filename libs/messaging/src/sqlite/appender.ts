import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@flagpost/platform';
import type { Message } from '../port.js';
import { inTransaction } from './database.js';
import { ofKey, type StoredPartition } from './partition.js';

interface Waiting {
  readonly partitions: readonly StoredPartition[];
  readonly messages: readonly Message[];
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

export interface Appender {
  /** Resolves when the messages are on disk, and rejects when none of them is. */
  append(partitions: readonly StoredPartition[], messages: readonly Message[]): Promise<void>;
  /** Stores pending messages now. */
  readonly flush: () => void;
}

/**
 * Publishes that arrive in one turn of the event loop share one transaction, and so one fsync. Publishes that arrive
 * during that fsync form the next transaction, so that load makes transactions larger, not more frequent.
 */
export const createAppender = (db: DatabaseSync, clock: Clock): Appender => {
  let waiting: Waiting[] = [];

  const flush = (): void => {
    if (waiting.length === 0) return;
    const taken = waiting;
    waiting = [];
    const byPartition = new Map<StoredPartition, Message[]>();
    const settle = (committed: boolean): void =>
      byPartition.forEach((_messages, partition) => partition.settle(committed));
    try {
      for (const { partitions, messages } of taken) {
        for (const message of messages) {
          const partition = ofKey(partitions, message.key);
          const together = byPartition.get(partition);
          if (together === undefined) byPartition.set(partition, [message]);
          else together.push(message);
        }
      }
      const storedAt = clock.now();
      inTransaction(db, () =>
        byPartition.forEach((messages, partition) => partition.append(messages, storedAt)),
      );
    } catch (error) {
      settle(false);
      taken.forEach(({ failed }) => failed(error));
      return;
    }
    settle(true);
    taken.forEach(({ stored }) => stored());
  };

  return {
    append: (partitions, messages) =>
      new Promise((stored, failed) => {
        if (waiting.length === 0) void nextTurn().then(flush);
        waiting.push({ partitions, messages, stored, failed });
      }),
    flush,
  };
};
