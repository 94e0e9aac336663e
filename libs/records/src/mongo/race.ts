import type { mongo } from 'mongoose';
import { isDuplicate } from '@flagpost/platform/mongo';
import type { HistoryBlock, HistoryStore, IngestStateStore } from '../port.js';
import type { Models } from './models.js';

/** Bytes as the driver reads them. */
type Bytes = mongo.Binary | Uint8Array | null | undefined;

const bytesOf = (bytes: Bytes): Uint8Array => {
  if (!bytes) return new Uint8Array();
  return new Uint8Array(bytes instanceof Uint8Array ? bytes : bytes.value());
};

export const ingestStateStore = ({ ingestStates }: Models): IngestStateStore => ({
  async load(partition) {
    const saved = await ingestStates.findOne({ _id: partition }).lean();
    if (saved === null) return null;
    const { version, nextOffset, state } = saved;
    return {
      partition,
      version: Number(version),
      nextOffset: Number(nextOffset),
      state: bytesOf(state),
    };
  },
  async save(partition, expected, nextOffset, state) {
    const next = { version: expected + 1, nextOffset, state: Buffer.from(state) };
    if (expected === 0) {
      try {
        await ingestStates.create({ _id: partition, ...next });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    }
    return (
      (await ingestStates.updateOne({ _id: partition, version: expected }, { $set: next })).matchedCount === 1
    );
  },
});

interface StoredBlock extends Omit<HistoryBlock, 'bytes'> {
  readonly bytes: Bytes;
}

const blockOf = ({ eventId, invitationId, minute, bytes }: StoredBlock): HistoryBlock => ({
  eventId,
  invitationId,
  minute,
  bytes: bytesOf(bytes),
});

export const historyStore = ({ historyBlocks }: Models): HistoryStore => {
  const idOf = (eventId: number, minute: number, invitationId: number): string =>
    `${eventId} ${minute} ${invitationId}`;

  return {
    async put(blocks) {
      if (blocks.length === 0) return;
      await historyBlocks.bulkWrite(
        blocks.map(({ eventId, minute, invitationId, bytes }) => ({
          updateOne: {
            filter: { _id: idOf(eventId, minute, invitationId) },
            update: { $set: { eventId, minute, invitationId, bytes: Buffer.from(bytes) } },
            upsert: true,
          },
        })),
      );
    },
    async get(eventId, invitationId, minute) {
      const found = await historyBlocks
        .findOne({ _id: idOf(eventId, minute, invitationId) })
        .lean<StoredBlock>();
      return found === null ? null : blockOf(found);
    },
    async read(eventId, fromMinute, toMinute, limit, after) {
      const start =
        after === undefined || after.minute < fromMinute ? { minute: fromMinute, invitationId: 0 } : after;
      const found = await historyBlocks
        .find({
          eventId,
          minute: { $gte: start.minute, $lte: toMinute },
          $or: [
            { minute: { $gt: start.minute } },
            { minute: start.minute, invitationId: { $gt: start.invitationId } },
          ],
        })
        .sort({ minute: 1, invitationId: 1 })
        .limit(limit)
        .lean<StoredBlock[]>();
      return found.map(blockOf);
    },
  };
};
