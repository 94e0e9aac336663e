import type { HistoryStore } from '@flagpost/records';
import { appendToBlock, minuteOf, type HistoryFix } from '@flagpost/telemetry';
import { createWaitingFixes, type WaitingFixes } from './waiting-fixes.js';

interface Block {
  readonly key: string;
  readonly eventId: number;
  readonly invitationId: number;
  readonly minute: number;
  /** As stored; undefined until it was looked up. */
  bytes: Uint8Array | null | undefined;
  /** Not yet stored. */
  readonly fresh: WaitingFixes;
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
  let newestMinute = 0;

  const lookUp = async (block: Block): Promise<void> => {
    block.bytes = (await store.get(block.eventId, block.invitationId, block.minute))?.bytes ?? null;
  };

  const blockOf = (eventId: number, invitationId: number, minute: number): Block => {
    const key = keyOf({ eventId, invitationId, minute });
    const known = blocks.get(key);
    if (known !== undefined) return known;
    const fresh = createWaitingFixes();
    const block: Block = { key, eventId, invitationId, minute, bytes: undefined, fresh };
    blocks.set(key, block);
    newestMinute = Math.max(newestMinute, minute);
    return block;
  };
  const forget = ({ key, invitationId }: Block): void => {
    blocks.delete(key);
    if (newest.get(invitationId)?.key === key) newest.delete(invitationId);
  };

  const flush = async (): Promise<void> => {
    const changed = [...blocks.values()].filter(({ fresh }) => fresh.count() > 0);
    if (changed.length === 0) return;
    await Promise.all(changed.filter(({ bytes }) => bytes === undefined).map(lookUp));
    const written = changed.map((block) => {
      const { eventId, invitationId, minute, fresh } = block;
      const replaces = block.bytes ?? null;
      const bytes = appendToBlock(minute, replaces, fresh.rows());
      return { block, fixes: fresh.count(), stored: { eventId, invitationId, minute, bytes, replaces } };
    });
    const refused = new Set((await store.put(written.map(({ stored }) => stored))).map(keyOf));
    for (const { block, fixes, stored } of written) {
      block.bytes = refused.has(block.key) ? undefined : stored.bytes;
      if (!refused.has(block.key)) block.fresh.drop(fixes);
    }
    for (const block of blocks.values()) {
      if (block.minute < newestMinute && block.fresh.count() === 0) forget(block);
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
      block.fresh.add(fix);
    },

    flush,
  };
};
