import type { FollowOptions, GroupConsumer } from '../port.js';
import { joinGroup, type Extent, type MemberOptions } from './member.js';

type Parts = Omit<MemberOptions, 'startAt' | 'onBatch' | 'onRevoked' | 'commits' | 'groupId'> & {
  /** A unique group name. */
  readonly newGroup: () => string;
  /** Deletes a group whose only member was this reader. */
  readonly forget: (groupId: string) => Promise<void>;
};

/** Reads all partitions of a topic as the only member of a group: it keeps its offsets itself and commits nothing. */
export const followTopic = (
  { from, onBatch, onCaughtUp }: FollowOptions,
  { newGroup, forget, ...parts }: Parts,
): GroupConsumer => {
  let start: readonly Extent[] | null = null;
  let caughtUp = false;
  let group = '';
  /** By partition: the next offset to read. */
  const next: number[] = [];

  const extents = async (): Promise<readonly Extent[]> => {
    const now = await parts.extents();
    if (start === null) {
      start = now;
      start.forEach(({ low, high }, partition) => (next[partition] = from === 'now' ? high : low));
    }
    return now;
  };
  const checkCaughtUp = (): void => {
    if (caughtUp || start === null) return;
    if (start.every(({ high }, partition) => (next[partition] ?? 0) >= high)) {
      caughtUp = true;
      onCaughtUp?.(start.map(({ high }) => high));
    }
  };

  const member = joinGroup({
    ...parts,
    extents,
    commits: false,
    // A new group each time: in the former one the broker may still wait for the old member.
    groupId: () => (group = newGroup()),
    startAt: async (partition) => {
      checkCaughtUp();
      return next[partition] ?? 0;
    },
    onBatch: async (batch) => {
      await onBatch(batch);
      next[batch.partition] = (batch.messages.at(-1)?.offset ?? -1) + 1;
      checkCaughtUp();
    },
  });
  const closed = member.closed.finally(() =>
    forget(group).catch((error: unknown) =>
      parts.logger.info('the group of a stopped topic follower could not be deleted; Kafka will expire it', {
        topic: parts.topic,
        error,
      }),
    ),
  );
  return {
    ...member,
    closed,
    async stop() {
      await member.stop();
      await closed.catch(() => undefined);
    },
  };
};
