import type { KeyedCar, PositionInput } from '@flagpost/contracts';
import type { HistoryStore, NewHistoryBlock } from '@flagpost/records';
import { minuteOf, type Verdict } from '@flagpost/telemetry';
import {
  createJournalCodec,
  currentRules,
  INPUT_ROW,
  isOneBlock,
  type InputRows,
  type JournalNote,
  type PlacedNote,
} from '@flagpost/telemetry/journal';
import { createHistoryBuffer, type BufferedBlock } from './history-buffer.js';

interface Block extends KeyedCar, BufferedBlock {
  readonly key: string;
  readonly minute: number;
  /** The stored bytes; null while there are none, undefined if they must be read. */
  bytes: Uint8Array | null | undefined;
  /** Whether nobody but this writer has stored anything in it: then it holds nothing that is yet to come. */
  isOwn: boolean;
  /** Inputs and notes of it that are not yet stored. */
  waiting: number;
  /** Its event was deleted: what waits of it is stored no more. */
  isDeleted: boolean;
}

interface Written extends NewHistoryBlock {
  readonly block: Block;
  readonly entries: number;
}

const keyOf = ({
  eventId,
  invitationId,
  minute,
}: Pick<Block, 'eventId' | 'invitationId' | 'minute'>): string => `${eventId}:${invitationId}:${minute}`;

const NOTHING = new Float64Array();

/** How an instance began with a partition: each car's journal says so before its first entry. */
export interface Opening {
  /** Epoch ms. Later ones are of instances that opened the partition later. */
  readonly run: number;
  /** The offset at which it goes on. */
  readonly offset: number;
  readonly from: 'saved' | 'nothing';
}

/**
 * Writes the journals of cars, in blocks per car and minute. After a crash inputs are read again: an input that a block
 * already holds is not added twice, and what another instance added meanwhile is kept.
 */
export interface HistoryWriter {
  /** The engine was given this input of the car, and has judged it. */
  add(car: KeyedCar, offset: number, input: PositionInput, verdict: Verdict): void;
  /** Something else changed the car, before the input of this offset. `at`: epoch ms, in whose minute it is kept. */
  note(car: KeyedCar, offset: number, at: number, note: JournalNote): void;
  /**
   * The event was deleted. Nothing that waits of it is stored, and the next flush deletes what was, also by a flush that is
   * under way now: whoever else deletes it may be before that one.
   */
  forget(eventId: number): void;
  /** Durable when it resolves. If it rejects, the next flush includes the same entries. */
  flush(): Promise<void>;
}

export const createHistoryWriter = (store: HistoryStore, opening: Opening): HistoryWriter => {
  const { run, from } = opening;
  const rules = currentRules();
  const blocks = new Map<string, Block>();
  /** The block of a car's last entry, by invitation: mostly the next one belongs to it too. */
  const newest = new Map<number, Block>();
  /** Cars, by `eventId:invitationId`, whose journals say how this instance began. */
  const opened = new Set<string>();
  /** Deleted events of which something may still be stored. */
  const deleted = new Set<number>();
  const waiting = createHistoryBuffer<Block>();
  // Blocks are copied into Node's buffer pool: an allocation for each of so many small ones would take more than their content.
  const codec = createJournalCodec((bytes) => Buffer.from(bytes));
  let newestMinute = 0;

  const lookUp = async (block: Block): Promise<void> => {
    const { eventId, invitationId, minute } = block;
    block.bytes = (await store.get(eventId, invitationId, minute))?.bytes ?? null;
    block.isOwn = block.bytes === null;
  };

  /** What the block becomes. Of a block of its own the writer codes nothing again until the minute is over. */
  const grown = (
    { minute, bytes = null, isOwn }: Block,
    rows: InputRows,
    notes: readonly PlacedNote[],
  ): Uint8Array =>
    isOwn && minute === newestMinute
      ? codec.extend(minute, bytes, rows, notes)
      : codec.append(minute, bytes, rows, notes);

  const blockOf = (eventId: number, invitationId: number, minute: number): Block => {
    const key = keyOf({ eventId, invitationId, minute });
    const known = blocks.get(key);
    if (known !== undefined) return known;
    const block: Block = {
      key,
      eventId,
      invitationId,
      minute,
      // Of a new minute there is mostly none. If there is, the store refuses to begin it anew, and it is read then.
      bytes: minute >= newestMinute ? null : undefined,
      isOwn: minute >= newestMinute,
      waiting: 0,
      isDeleted: false,
      place: 0,
    };
    blocks.set(key, block);
    newestMinute = Math.max(newestMinute, minute);
    return block;
  };
  const close = ({ key, invitationId }: Block): void => {
    blocks.delete(key);
    if (newest.get(invitationId)?.key === key) newest.delete(invitationId);
  };

  /** A block whose minute is over, and that nothing is added to. */
  const isInParts = ({ minute, bytes, waiting: entries }: Block): boolean =>
    entries === 0 && minute < newestMinute && bytes !== undefined && bytes !== null && !isOneBlock(bytes);

  const addNote = (block: Block, offset: number, note: JournalNote): void => {
    waiting.note(block, { run, offset, note });
    block.waiting += 1;
  };
  const blockAt = ({ eventId, invitationId }: KeyedCar, at: number): Block => {
    const minute = minuteOf(at);
    const last = newest.get(invitationId);
    if (last?.minute === minute && last.eventId === eventId) return last;
    const block = blockOf(eventId, invitationId, minute);
    newest.set(invitationId, block);
    const car = `${eventId}:${invitationId}`;
    if (!opened.has(car)) addNote(block, opening.offset, { type: 'opened', from, rules });
    opened.add(car);
    return block;
  };

  const eraseDeleted = async (): Promise<void> => {
    for (const eventId of deleted) {
      await store.forget(eventId);
      deleted.delete(eventId);
    }
  };

  const flush = async (): Promise<void> => {
    await eraseDeleted();
    const count = waiting.count();
    if (count.inputs + count.notes === 0) return;
    const unknown = [...blocks.values()].filter((block) => block.waiting > 0 && block.bytes === undefined);
    await Promise.all(unknown.map(lookUp));
    const written: Written[] = [];
    const write = (block: Block, rows: InputRows, notes: readonly PlacedNote[]): void => {
      if (block.isDeleted) return;
      const { eventId, invitationId, minute } = block;
      const replaces = block.bytes ?? null;
      const bytes = grown(block, rows, notes);
      const entries = rows.length / INPUT_ROW + notes.length;
      written.push({ eventId, invitationId, minute, bytes, replaces, block, entries });
    };
    for (const block of blocks.values()) if (isInParts(block)) write(block, NOTHING, []);
    waiting.eachBlock(count, write);
    const refused = new Set((await store.put(written)).map(keyOf));
    const isRefused = ({ key }: Block): boolean => refused.size > 0 && refused.has(key);
    waiting.drop(count, isRefused);
    for (const { block, bytes, entries } of written) {
      block.bytes = isRefused(block) ? undefined : bytes;
      if (!isRefused(block)) block.waiting -= entries;
    }
    for (const block of blocks.values()) {
      if (block.minute < newestMinute && block.waiting === 0 && !isInParts(block)) close(block);
    }
    // They are read, and our entries are added to what is there.
    if (refused.size > 0) await flush();
  };

  return {
    add(car, offset, input, verdict) {
      const block = blockAt(car, input.receivedAt);
      waiting.add(block, input, verdict, offset, run);
      block.waiting += 1;
      const { signal } = input;
      if (signal !== undefined) addNote(block, offset, { type: 'signal', signal });
    },
    note: (car, offset, at, note) => addNote(blockAt(car, at), offset, note),
    forget(eventId) {
      for (const block of blocks.values()) {
        if (block.eventId !== eventId) continue;
        block.isDeleted = true;
        close(block);
      }
      deleted.add(eventId);
    },
    flush,
  };
};
