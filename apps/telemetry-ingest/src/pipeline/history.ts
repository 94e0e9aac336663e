import type { HistoryStore, NewHistoryBlock } from '@flagpost/records';
import { appendToBlock, FIX_ROW, minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { createWaitingFixes } from './waiting-fixes.js';

interface Block {
  readonly key: string;
  readonly eventId: number;
  readonly invitationId: number;
  readonly minute: number;
  /** As stored; undefined until it was looked up. */
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
  /** The block that a car's last fix went to, by invitation: mostly the next one goes there too. */
  const newest = new Map<number, Block>();
  const waiting = createWaitingFixes<Block>();
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
      // A copy in Node's pool: memory of its own for each of so many blocks would be more than what is in them.
      const bytes = Buffer.from(appendToBlock(minute, replaces, rows));
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
    // Another instance wrote there meanwhile, as one of the two slept: what it wrote is read, and ours added to it.
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
