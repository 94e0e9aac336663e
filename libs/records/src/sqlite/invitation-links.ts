import type { DatabaseSync } from 'node:sqlite';
import type { InvitationLink, InvitationLinkStore, MailedInvitationLink } from '../port.js';
import type { RecordsFile } from './file.js';

export const INVITATION_LINK_COLUMNS =
  'link_hash AS linkHash, event_id AS eventId, invitation_id AS invitationId';

export const invitationLinkWrites = (db: DatabaseSync) => {
  const begin = db.prepare(
    `INSERT INTO invitation_link (invitation_id, event_id, link_hash, sending)
     VALUES (:invitationId, :eventId, :linkHash, :sending)
     ON CONFLICT (invitation_id) DO UPDATE
       SET event_id = excluded.event_id, link_hash = excluded.link_hash, sending = excluded.sending
       WHERE sending < excluded.sending`,
  );
  const keep = db.prepare(
    `INSERT INTO invitation_link (invitation_id, event_id, link_hash, sending)
     VALUES (:invitationId, :eventId, :linkHash, 0)
     ON CONFLICT (invitation_id) DO UPDATE SET event_id = excluded.event_id, link_hash = excluded.link_hash`,
  );
  const withdraw = db.prepare(
    'UPDATE invitation_link SET sending = sending - 1 WHERE invitation_id = ? AND sending = ?',
  );
  const end = db.prepare('DELETE FROM invitation_link WHERE invitation_id = ?');
  return {
    beginInvitationMail: (link: MailedInvitationLink) => begin.run({ ...link }).changes === 1,
    keepInvitationLink: ({ invitationId, eventId, linkHash }: InvitationLink) =>
      void keep.run({ invitationId, eventId, linkHash }),
    withdrawInvitationMail: (invitationId: number, sending: number) =>
      void withdraw.run(invitationId, sending),
    endInvitationLinks: (invitationIds: readonly number[]) =>
      invitationIds.forEach((invitationId) => void end.run(invitationId)),
  };
};

export const invitationLinkReads = (db: DatabaseSync) => {
  const find = db.prepare(`SELECT ${INVITATION_LINK_COLUMNS} FROM invitation_link WHERE link_hash = ?`);
  return {
    invitationLink: (linkHash: string) =>
      (find.get(linkHash) as unknown as InvitationLink | undefined) ?? null,
  };
};

export const invitationLinkStore = (file: RecordsFile): InvitationLinkStore => ({
  begin: (link) => file.write('beginInvitationMail', link),
  keep: (link) => file.write('keepInvitationLink', link),
  withdraw: (invitationId, sending) => file.write('withdrawInvitationMail', invitationId, sending),
  find: (linkHash) => file.read('invitationLink', linkHash),
  delete: (invitationIds) => file.write('endInvitationLinks', invitationIds),
});
