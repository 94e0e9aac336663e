import type { DatabaseSync } from 'node:sqlite';
import type { InvitationLink, InvitationLinkStore } from '../port.js';
import type { Write } from './writer.js';

export const INVITATION_LINK_COLUMNS =
  'link_hash AS linkHash, event_id AS eventId, invitation_id AS invitationId';

export const invitationLinkStore = (db: DatabaseSync, write: Write): InvitationLinkStore => {
  const begin = db.prepare(
    `INSERT INTO invitation_link (invitation_id, event_id, link_hash, sending)
     VALUES (:invitationId, :eventId, :linkHash, :sending)
     ON CONFLICT (invitation_id) DO UPDATE
       SET event_id = excluded.event_id, link_hash = excluded.link_hash, sending = excluded.sending
       WHERE sending < excluded.sending`,
  );
  const withdraw = db.prepare(
    'UPDATE invitation_link SET sending = sending - 1 WHERE invitation_id = ? AND sending = ?',
  );
  const find = db.prepare(`SELECT ${INVITATION_LINK_COLUMNS} FROM invitation_link WHERE link_hash = ?`);
  const end = db.prepare('DELETE FROM invitation_link WHERE invitation_id = ?');
  return {
    begin: (link) => write(() => begin.run({ ...link }).changes === 1),
    withdraw: (invitationId, sending) => write(() => void withdraw.run(invitationId, sending)),
    find: async (linkHash) => (find.get(linkHash) as unknown as InvitationLink | undefined) ?? null,
    delete: (invitationIds) =>
      write(() => {
        for (const invitationId of invitationIds) end.run(invitationId);
      }),
  };
};
