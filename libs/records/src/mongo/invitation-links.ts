import { isDuplicate, upserting } from '@flagpost/platform/mongo';
import type { InvitationLinkStore } from '../port.js';
import type { Models } from './models.js';

/** One document per invitation: its link and the mail started with it change in one write. */
export const invitationLinkStore = ({ invitationLinks }: Models): InvitationLinkStore => ({
  async begin({ invitationId: _id, eventId, linkHash, sending }) {
    const earlier = { _id, sending: { $lt: sending } };
    const { matchedCount } = await invitationLinks.updateOne(earlier, {
      $set: { eventId, linkHash, sending },
    });
    if (matchedCount === 1) return true;
    try {
      await invitationLinks.create({ _id, eventId, linkHash, sending });
      return true;
    } catch (error) {
      // This mail or a later one was started, or another process was first.
      if (isDuplicate(error)) return false;
      throw error;
    }
  },
  async keep({ invitationId, eventId, linkHash }) {
    const change = { $set: { eventId, linkHash }, $setOnInsert: { sending: 0 } };
    await upserting(() => invitationLinks.updateOne({ _id: invitationId }, change, { upsert: true }));
  },
  async withdraw(invitationId, sending) {
    await invitationLinks.updateOne({ _id: invitationId, sending }, { $inc: { sending: -1 } });
  },
  async find(linkHash) {
    const link = await invitationLinks.findOne({ linkHash }).lean();
    return link === null ? null : { linkHash, eventId: Number(link.eventId), invitationId: Number(link._id) };
  },
  async delete(invitationIds) {
    await invitationLinks.deleteMany({ _id: { $in: [...invitationIds] } });
  },
});
