import type { HistoryStore, NewHistoryBlock } from '@flagpost/records';
import { createBlockCodec, FIX_ROW, minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { createHistoryBuffer } from './history-buffer.js';

interface Block {
  readonly key: string;
  readonly eventId: number;
  readonly invitationId: number;
  readonly minute: number;
  /** The stored bytes; undefined until they were read. */
  bytes: Uint8Array | null | undefined;
  /** Fixes of it that are not yet stored. */
  waiting: number;
}

interface Written extends NewHistoryBlock {
  readonly block: Block;
  readonly fixes: number;
}

const keyOf = ({
  eventId,
  invitationId,
  minute,
}: Pick<Block, 'eventId' | 'invitationId' | 'minute'>): string => `${eventId}:${invitationId}:${minute}`;

/**
 * Groups fixes into blocks per car and minute of `receivedAt`. After a crash inputs are read again: a fix that a block
 * already holds is not added twice, and fixes that another instance added meanwhile are kept.
 */
export interface HistoryWriter {
  add(car: { readonly eventId: number; readonly invitationId: number }, fix: HistoryFix): void;
  /** Durable when it resolves. If it rejects, the next flush includes the same fixes. */
  flush(): Promise<void>;
}

export const createHistoryWriter = (store: HistoryStore): HistoryWriter => {
  const blocks = new Map<string, Block>();
  /** The block of a car's last fix, by invitation: mostly the next fix belongs to it too. */
  const newest = new Map<number, Block>();
  const waiting = createHistoryBuffer<Block>();
  // Blocks are copied into Node's buffer pool: an allocation for each of so many small ones would take more than their content.
  const codec = createBlockCodec((bytes) => Buffer.from(bytes));
  let newestMinute = 0;

  const lookUp = async (block: Block): Promise<void> => {
    block.bytes = (await store.get(block.eventId, block.invitationId, block.minute))?.bytes ?? null;
  };

  const blockOf = (eventId: number, invitationId: number, minute: number): Block => {
    const key = keyOf({ eventId, invitationId, minute });
    const known = blocks.get(key);
    if (known !== undefined) return known;
    const block: Block = { key, eventId, invitationId, minute, bytes: undefined, waiting: 0 };
    blocks.set(key, block);
    newestMinute = Math.max(newestMinute, minute);
    return block;
  };
  const forget = ({ key, invitationId }: Block): void => {
    blocks.delete(key);
    if (newest.get(invitationId)?.key === key) newest.delete(invitationId);
  };

  const flush = async (): Promise<void> => {
    const count = waiting.count();
    if (count === 0) return;
    const unknown = [...blocks.values()].filter((block) => block.waiting > 0 && block.bytes === undefined);
    await Promise.all(unknown.map(lookUp));
    const written: Written[] = [];
    waiting.eachBlock(count, (block, rows) => {
      const { eventId, invitationId, minute } = block;
      const replaces = block.bytes ?? null;
      const bytes = codec.append(minute, replaces, rows);
      written.push({ eventId, invitationId, minute, bytes, replaces, block, fixes: rows.length / FIX_ROW });
    });
    const refused = new Set((await store.put(written)).map(keyOf));
    const isRefused = ({ key }: Block): boolean => refused.size > 0 && refused.has(key);
    waiting.drop(count, isRefused);
    for (const { block, bytes, fixes } of written) {
      block.bytes = isRefused(block) ? undefined : bytes;
      if (!isRefused(block)) block.waiting -= fixes;
    }
    for (const block of blocks.values()) {
      if (block.minute < newestMinute && block.waiting === 0) forget(block);
    }
    // Another instance wrote these blocks, as one of the two was suspended: they are read again and our fixes added.
    if (refused.size > 0) await flush();
  };

  return {
    add({ eventId, invitationId }, fix) {
      const minute = minuteOf(fix.receivedAt);
      let block = newest.get(invitationId);
      if (block?.minute !== minute || block.eventId !== eventId) {
        block = blockOf(eventId, invitationId, minute);
        newest.set(invitationId, block);
      }
      waiting.add(block, fix);
      block.waiting += 1;
    },

    flush,
  };
};
