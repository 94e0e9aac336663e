import type { ScreenConnection, SightingBlock, SightingStore } from '../port.js';
import { bytesOf, type Bytes } from './ingest-stores.js';
import { keptMinutes } from './kept-minutes.js';
import type { Models } from './models.js';

interface StoredBlock extends Omit<SightingBlock, 'bytes'> {
  readonly bytes: Bytes;
}
interface StoredScreen extends Omit<ScreenConnection, 'id'> {
  readonly _id: string;
}

export const sightingStore = ({ sightingBlocks, screenConnections }: Models): SightingStore => ({
  async put(blocks) {
    if (blocks.length === 0) return;
    await sightingBlocks.bulkWrite(
      blocks.map(({ eventId, minute, writer, bytes }) => ({
        updateOne: {
          filter: { _id: `${eventId} ${minute} ${writer}` },
          update: { $set: { eventId, minute, writer, bytes: Buffer.from(bytes) } },
          upsert: true,
        },
      })),
      { ordered: false },
    );
  },
  async read(eventId, fromMinute, toMinute) {
    const found = await sightingBlocks
      .find({ eventId, minute: { $gte: fromMinute, $lte: toMinute } })
      .sort({ minute: 1, writer: 1 })
      .lean<StoredBlock[]>();
    return found.map(({ minute, writer, bytes }) => ({ eventId, minute, writer, bytes: bytesOf(bytes) }));
  },
  minutes: (eventId, minute) => keptMinutes(sightingBlocks, eventId, minute),
  async putScreens(screens) {
    if (screens.length === 0) return;
    await screenConnections.bulkWrite(
      screens.map(({ id, to, ...rest }) => ({
        updateOne: { filter: { _id: id }, update: { $setOnInsert: rest, $set: { to } }, upsert: true },
      })),
      { ordered: false },
    );
  },
  async screens(eventId) {
    const found = await screenConnections.find({ eventId }).sort({ from: 1, _id: 1 }).lean<StoredScreen[]>();
    return found.map(({ _id, userId, directs, from, to }) => ({
      id: _id,
      eventId,
      userId,
      directs,
      from,
      to,
    }));
  },
  async forget(eventId) {
    await Promise.all([sightingBlocks.deleteMany({ eventId }), screenConnections.deleteMany({ eventId })]);
  },
});
