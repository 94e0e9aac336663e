import type { HistoryStore } from '@flagpost/records';
import { decodeBlock, encodeBlock, MAX_BLOCK_FIXES, minuteOf, type HistoryFix } from '@flagpost/telemetry';

interface Block {
  readonly key: string;
  readonly eventId: number;
  readonly invitationId: number;
  readonly minute: number;
  /** As stored; undefined until it was looked up. */
  bytes: Uint8Array | null | undefined;
  /** Not yet stored. */
  readonly fresh: HistoryFix[];
}

const keyOf = ({
  eventId,
  invitationId,
  minute,
}: Pick<Block, 'eventId' | 'invitationId' | 'minute'>): string => `${eventId}:${invitationId}:${minute}`;

/**
 * Gathers fixes into blocks per car and minute of `receivedAt`. After a kill inputs are read again: a fix that a block
 * already holds is not added to it twice, and what another instance added meanwhile stays.
 */
export interface HistoryWriter {
  add(car: { readonly eventId: number; readonly invitationId: number }, fix: HistoryFix): void;
  /** Durable when it resolves. Where it rejects, the next one has it all again. */
  flush(): Promise<void>;
}

export const createHistoryWriter = (store: HistoryStore): HistoryWriter => {
  const blocks = new Map<string, Block>();
  let newestMinute = 0;

  const lookUp = async (block: Block): Promise<void> => {
    block.bytes = (await store.get(block.eventId, block.invitationId, block.minute))?.bytes ?? null;
  };

  const flush = async (): Promise<void> => {
    const changed = [...blocks.values()].filter(({ fresh }) => fresh.length > 0);
    if (changed.length === 0) return;
    await Promise.all(changed.filter(({ bytes }) => bytes === undefined).map(lookUp));
    const written = changed.map((block) => {
      const { eventId, invitationId, minute, fresh } = block;
      const replaces = block.bytes ?? null;
      const before = replaces === null ? [] : decodeBlock(minute, replaces);
      const bytes = encodeBlock(minute, [...before, ...fresh].slice(0, MAX_BLOCK_FIXES));
      return { block, fixes: fresh.length, stored: { eventId, invitationId, minute, bytes, replaces } };
    });
    const refused = new Set((await store.put(written.map(({ stored }) => stored))).map(keyOf));
    for (const { block, fixes, stored } of written) {
      block.bytes = refused.has(block.key) ? undefined : stored.bytes;
      if (!refused.has(block.key)) block.fresh.splice(0, fixes);
    }
    for (const { key, minute, fresh } of blocks.values()) {
      if (minute < newestMinute && fresh.length === 0) blocks.delete(key);
    }
    // Another instance wrote there meanwhile, as one of the two slept: what it wrote is read, and ours added to it.
    if (refused.size > 0) await flush();
  };

  return {
    add({ eventId, invitationId }, fix) {
      const minute = minuteOf(fix.receivedAt);
      const key = keyOf({ eventId, invitationId, minute });
      const block = blocks.get(key);
      if (block !== undefined) block.fresh.push(fix);
      else blocks.set(key, { key, eventId, invitationId, minute, bytes: undefined, fresh: [fix] });
      newestMinute = Math.max(newestMinute, minute);
    },

    flush,
  };
};
