import type { DatabaseSync } from 'node:sqlite';
import type { ClubMailStore } from '../port.js';
import type { Write } from './writer.js';

export const clubMailStore = (db: DatabaseSync, write: Write): ClubMailStore => {
  const byIds = db.prepare(
    'SELECT club_id AS clubId, mail FROM club_mail WHERE club_id IN (SELECT value FROM json_each(?))',
  );
  const upsert = db.prepare(
    'INSERT INTO club_mail (club_id, mail) VALUES (?, ?) ON CONFLICT DO UPDATE SET mail = excluded.mail',
  );
  const erase = db.prepare('DELETE FROM club_mail WHERE club_id = ?');
  return {
    async getMany(clubIds) {
      const rows = byIds.all(JSON.stringify(clubIds)) as unknown as { clubId: number; mail: string }[];
      return new Map(rows.map(({ clubId, mail }) => [clubId, mail]));
    },
    put: (clubId, mail) => write(() => void upsert.run(clubId, mail)),
    async delete(clubId) {
      await write(() => void erase.run(clubId));
      // As with a person: the write-ahead log still holds the former page.
      if (db.isOpen) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
};
