import type { ClubMailStore } from '../port.js';
import type { Models } from './models.js';

export const clubMailStore = ({ clubMail }: Models): ClubMailStore => ({
  async getMany(clubIds) {
    const stored = await clubMail
      .find({ _id: { $in: [...clubIds] } })
      .lean<{ _id: number; mail: string }[]>();
    return new Map(stored.map(({ _id, mail }) => [_id, mail]));
  },
  async put(clubId, mail) {
    await clubMail.replaceOne({ _id: clubId }, { mail }, { upsert: true });
  },
  async delete(clubId) {
    await clubMail.deleteOne({ _id: clubId });
  },
});
