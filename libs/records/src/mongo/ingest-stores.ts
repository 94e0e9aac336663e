import type { mongo } from 'mongoose';
import { isDuplicate } from '@flagpost/platform/mongo';
import type { HistoryBlock, HistoryStore, IngestStateStore, Keyframe, NewHistoryBlock } from '../port.js';
import { keptMinutes } from './kept-minutes.js';
import type { Models } from './models.js';

/** Bytes as the driver reads them. */
export type Bytes = mongo.Binary | Uint8Array | null | undefined;

export const bytesOf = (bytes: Bytes): Uint8Array => {
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

interface StoredKeyframe extends Omit<Keyframe, 'bytes'> {
  readonly bytes: Bytes;
}

const blockOf = ({ eventId, invitationId, minute, bytes }: StoredBlock): HistoryBlock => ({
  eventId,
  invitationId,
  minute,
  bytes: bytesOf(bytes),
});

/** The filter of the blocks of a race in these minutes, both included, after a place. Of one minute it is a range of the index. */
const blocksOf = (
  eventId: number,
  fromMinute: number,
  toMinute: number,
  after?: Pick<HistoryBlock, 'minute' | 'invitationId'>,
) => {
  if (after === undefined || after.minute < fromMinute)
    return { eventId, minute: fromMinute === toMinute ? toMinute : { $gte: fromMinute, $lte: toMinute } };
  const restOfMinute = { minute: after.minute, invitationId: { $gt: after.invitationId } };
  if (after.minute === toMinute) return { eventId, ...restOfMinute };
  return {
    eventId,
    minute: { $gte: after.minute, $lte: toMinute },
    $or: [{ minute: { $gt: after.minute } }, restOfMinute],
  };
};

export const historyStore = ({ historyBlocks, historyKeyframes }: Models): HistoryStore => {
  const idOf = (eventId: number, minute: number, invitationId: number): string =>
    `${eventId} ${minute} ${invitationId}`;

  /** Fails as a duplicate, or matches nothing, if the stored block is not the one that the new block was made from. */
  const upsertOf = ({ eventId, minute, invitationId, bytes, replaces }: NewHistoryBlock) => ({
    updateOne: {
      filter: {
        _id: idOf(eventId, minute, invitationId),
        ...(replaces === undefined ? {} : { bytes: replaces === null ? null : Buffer.from(replaces) }),
      },
      update: { $set: { eventId, minute, invitationId, bytes: Buffer.from(bytes) } },
      upsert: replaces == null,
    },
  });
  const put = async (blocks: readonly NewHistoryBlock[]): Promise<boolean> => {
    const done = await historyBlocks.bulkWrite(blocks.map(upsertOf), { ordered: false });
    return done.matchedCount + done.upsertedCount === blocks.length;
  };

  const find = async (
    eventId: number,
    minute: number,
    invitationId: number,
  ): Promise<HistoryBlock | null> => {
    const found = await historyBlocks
      .findOne({ _id: idOf(eventId, minute, invitationId) })
      .lean<StoredBlock>();
    return found === null ? null : blockOf(found);
  };

  /** Whether a block is stored, by an earlier attempt or this one. */
  const stored = async (block: NewHistoryBlock): Promise<boolean> => {
    try {
      if (await put([block])) return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const there = await find(block.eventId, block.minute, block.invitationId);
    return there !== null && Buffer.compare(there.bytes, block.bytes) === 0;
  };

  const dropKeyframes = async (eventId: number): Promise<void> => {
    await historyKeyframes.deleteMany({ eventId });
  };

  return {
    async extent(eventId) {
      const cars = await historyBlocks.distinct('invitationId', { eventId });
      return { cars: cars.length, minutes: await historyBlocks.countDocuments({ eventId }) };
    },
    minutes: (eventId) => keptMinutes(historyBlocks, eventId),
    count: (eventId, toMinute) => historyBlocks.countDocuments({ eventId, minute: { $lte: toMinute } }),
    async putKeyframes(keyframes) {
      const [first] = keyframes;
      if (first === undefined) return;
      const { eventId } = first;
      await historyKeyframes.bulkWrite(
        keyframes.map(({ minute, bytes }) => ({
          updateOne: {
            filter: { _id: `${eventId} ${minute}` },
            update: { $set: { eventId, minute, bytes: Buffer.from(bytes) } },
            upsert: true,
          },
        })),
        { ordered: true },
      );
      // `forget` deletes blocks first: whichever of the two is last finds what the other has left.
      if ((await historyBlocks.findOne({ eventId }, { _id: 1 }).lean()) === null)
        await dropKeyframes(eventId);
    },
    async keyframes(eventId) {
      const found = await historyKeyframes.find({ eventId }).sort({ minute: 1 }).lean<StoredKeyframe[]>();
      return found.map(({ minute, bytes }) => ({ eventId, minute, bytes: bytesOf(bytes) }));
    },
    dropKeyframes,
    async forget(eventId) {
      await historyBlocks.deleteMany({ eventId });
      await dropKeyframes(eventId);
    },
    async put(blocks) {
      if (blocks.length === 0) return [];
      try {
        if (await put(blocks)) return [];
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      // Some were refused because other blocks, or none, are stored there; each is checked individually.
      const outcomes = await Promise.all(blocks.map(stored));
      return blocks.filter((_, index) => outcomes[index] === false);
    },
    get: (eventId, invitationId, minute) => find(eventId, minute, invitationId),
    async read(eventId, fromMinute, toMinute, limit, after) {
      const found = await historyBlocks
        .find(blocksOf(eventId, fromMinute, toMinute, after))
        .sort({ minute: 1, invitationId: 1 })
        .limit(limit)
        .batchSize(limit)
        .lean<StoredBlock[]>();
      return found.map(blockOf);
    },
  };
};
