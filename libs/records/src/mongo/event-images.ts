import type { EventImageStore } from '../port.js';
import type { Models } from './models.js';

export const eventImageStore = ({ eventImages }: Models): EventImageStore => ({
  async put({ name, eventId, addedAt, bytes }, unusedBefore) {
    await eventImages.deleteMany({ eventId: null, addedAt: { $lt: unusedBefore } });
    await eventImages.create({ _id: name, eventId, addedAt, bytes: Buffer.from(bytes) });
  },
  async get(name) {
    const found = await eventImages.findOne({ _id: name });
    return found?.bytes ?? null;
  },
  async assign(name, eventId) {
    const free = { _id: name, eventId: { $in: [null, eventId] } };
    const { matchedCount } = await eventImages.updateOne(free, { $set: { eventId } });
    return matchedCount > 0;
  },
  async copy(name, { name: to, eventId, addedAt }) {
    const found = await eventImages.findOne({ _id: name });
    if (found === null) return (await eventImages.exists({ _id: to })) !== null;
    const fresh = { eventId, addedAt, bytes: found.bytes };
    await eventImages.updateOne({ _id: to }, { $setOnInsert: fresh }, { upsert: true });
    return true;
  },
  async keepOnly(eventId, prefix, names) {
    const ofEvent = await eventImages.find({ eventId, _id: { $nin: [...names] } }, { _id: 1 });
    const unkept = ofEvent.flatMap(({ _id }) => (_id?.startsWith(prefix) === true ? [_id] : []));
    await eventImages.deleteMany({ eventId, _id: { $in: unkept } });
  },
});
