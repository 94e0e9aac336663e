import type { HistoryStore } from '@flagpost/records';
import { decodeBlock, encodeBlock, MAX_BLOCK_FIXES, minuteOf, type HistoryFix } from '@flagpost/telemetry';

interface Block {
  readonly key: string;
  readonly eventId: number;
  readonly invitationId: number;
  readonly minute: number;
  /** As stored; undefined until it was looked up. */
  bytes: Uint8Array | null | undefined;
  fresh: HistoryFix[];
}

/**
 * Gathers fixes into blocks per car and minute of `receivedAt`. After a kill inputs are read again: a fix that a block
 * already holds is not added to it twice.
 */
export interface HistoryWriter {
  add(car: { readonly eventId: number; readonly invitationId: number }, fix: HistoryFix): void;
  /** Durable when it resolves. */
  flush(): Promise<void>;
}

export const createHistoryWriter = (store: HistoryStore): HistoryWriter => {
  const blocks = new Map<string, Block>();
  let newestMinute = 0;

  const lookUp = async (block: Block): Promise<void> => {
    block.bytes = (await store.get(block.eventId, block.invitationId, block.minute))?.bytes ?? null;
  };

  return {
    add({ eventId, invitationId }, fix) {
      const minute = minuteOf(fix.receivedAt);
      const key = `${eventId}:${invitationId}:${minute}`;
      const block = blocks.get(key);
      if (block !== undefined) block.fresh.push(fix);
      else blocks.set(key, { key, eventId, invitationId, minute, bytes: undefined, fresh: [fix] });
      newestMinute = Math.max(newestMinute, minute);
    },

    async flush() {
      const changed = [...blocks.values()].filter(({ fresh }) => fresh.length > 0);
      if (changed.length === 0) return;
      await Promise.all(changed.filter(({ bytes }) => bytes === undefined).map(lookUp));
      const written = changed.map((block) => {
        const before = block.bytes ? decodeBlock(block.minute, block.bytes) : [];
        const bytes = encodeBlock(block.minute, [...before, ...block.fresh].slice(0, MAX_BLOCK_FIXES));
        block.bytes = bytes;
        block.fresh = [];
        return { eventId: block.eventId, invitationId: block.invitationId, minute: block.minute, bytes };
      });
      await store.put(written);
      for (const { key, minute, fresh } of blocks.values()) {
        if (minute < newestMinute && fresh.length === 0) blocks.delete(key);
      }
    },
  };
};
