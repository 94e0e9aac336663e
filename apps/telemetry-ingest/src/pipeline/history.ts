import type { Clock } from '@flagpost/platform';
import type { HistoryStore } from '@flagpost/records';
import { decodeBlock, encodeBlock, MAX_BLOCK_FIXES, minuteOf, type HistoryFix } from '@flagpost/telemetry';

interface Block {
  readonly key: string;
  readonly eventId: number;
  readonly invitationId: number;
  readonly minute: number;
  /** As stored; undefined until it was looked up. */
  bytes: Uint8Array | null | undefined;
  /** When `bytes` was what the store had. */
  knownAt: number;
  /** Not yet stored. */
  readonly fresh: HistoryFix[];
}

/**
 * Gathers fixes into blocks per car and minute of `receivedAt`. After a kill inputs are read again: a fix that a block
 * already holds is not added to it twice.
 */
export interface HistoryWriter {
  add(car: { readonly eventId: number; readonly invitationId: number }, fix: HistoryFix): void;
  /** Durable when it resolves. Where it rejects, the next one has it all again. */
  flush(): Promise<void>;
}

/** Who slept for longer may have lost the partition meanwhile, and another may have written to the block. */
const KNOWN_FOR_MS = 8_000;

export const createHistoryWriter = (store: HistoryStore, clock: Clock): HistoryWriter => {
  const blocks = new Map<string, Block>();
  let newestMinute = 0;

  const lookUp = async (block: Block): Promise<void> => {
    block.knownAt = clock.now();
    block.bytes = (await store.get(block.eventId, block.invitationId, block.minute))?.bytes ?? null;
  };
  const isUnknown = ({ bytes, knownAt }: Block): boolean =>
    bytes === undefined || clock.now() - knownAt > KNOWN_FOR_MS;

  return {
    add({ eventId, invitationId }, fix) {
      const minute = minuteOf(fix.receivedAt);
      const key = `${eventId}:${invitationId}:${minute}`;
      const block = blocks.get(key);
      if (block !== undefined) block.fresh.push(fix);
      else {
        const fresh = [fix];
        blocks.set(key, { key, eventId, invitationId, minute, bytes: undefined, knownAt: 0, fresh });
      }
      newestMinute = Math.max(newestMinute, minute);
    },

    async flush() {
      const changed = [...blocks.values()].filter(({ fresh }) => fresh.length > 0);
      if (changed.length === 0) return;
      await Promise.all(changed.filter(isUnknown).map(lookUp));
      const written = changed.map((block) => {
        const { eventId, invitationId, minute, fresh } = block;
        const before = block.bytes ? decodeBlock(minute, block.bytes) : [];
        const bytes = encodeBlock(minute, [...before, ...fresh].slice(0, MAX_BLOCK_FIXES));
        return { block, fixes: fresh.length, stored: { eventId, invitationId, minute, bytes } };
      });
      const knownAt = clock.now();
      await store.put(written.map(({ stored }) => stored));
      for (const { block, fixes, stored } of written) {
        block.bytes = stored.bytes;
        block.knownAt = knownAt;
        block.fresh.splice(0, fixes);
      }
      for (const { key, minute, fresh } of blocks.values()) {
        if (minute < newestMinute && fresh.length === 0) blocks.delete(key);
      }
    },
  };
};
