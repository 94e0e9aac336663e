import type { DatabaseSync } from 'node:sqlite';
import type { ClubMailStore } from '../port.js';
import type { RecordsFile } from './file.js';

export const clubMailWrites = (db: DatabaseSync) => {
  const upsert = db.prepare(
    'INSERT INTO club_mail (club_id, mail) VALUES (?, ?) ON CONFLICT DO UPDATE SET mail = excluded.mail',
  );
  const erase = db.prepare('DELETE FROM club_mail WHERE club_id = ?');
  return {
    putClubMail: (clubId: number, mail: string) => void upsert.run(clubId, mail),
    eraseClubMail: (clubId: number) => void erase.run(clubId),
  };
};

export const clubMailReads = (db: DatabaseSync) => {
  const byIds = db.prepare(
    'SELECT club_id AS clubId, mail FROM club_mail WHERE club_id IN (SELECT value FROM json_each(?))',
  );
  return {
    clubMail: (clubIds: readonly number[]) =>
      byIds.all(JSON.stringify(clubIds)) as unknown as { readonly clubId: number; readonly mail: string }[],
  };
};

export const clubMailStore = (file: RecordsFile): ClubMailStore => ({
  async getMany(clubIds) {
    const rows = await file.read('clubMail', clubIds);
    return new Map(rows.map(({ clubId, mail }) => [clubId, mail]));
  },
  put: (clubId, mail) => file.write('putClubMail', clubId, mail),
  async delete(clubId) {
    await file.write('eraseClubMail', clubId);
    await file.truncateLog(); // as with a person: it still holds the former page
  },
});
