import type { DatabaseSync } from 'node:sqlite';
import { EmailTaken, type AvatarStore, type PeopleStore, type Person } from '../port.js';
import type { Write } from './writer.js';

/** An address without a key is for display only. */
export const PERSON_COLUMNS =
  'id, name, surname, email, email_key AS emailKey, phone, blood_type AS bloodType, avatar';

export type PersonRow = Omit<Person, 'emailUnowned'> & { readonly emailKey: string | null };

export const personOf = ({ emailKey: key, ...person }: PersonRow): Person =>
  person.email !== null && key === null ? { ...person, emailUnowned: true } : person;

/** The normalized address, equal for all spellings. */
const emailKey = (email: string): string => email.toLowerCase();

export const peopleStore = (db: DatabaseSync, write: Write): PeopleStore => {
  const byId = db.prepare(`SELECT ${PERSON_COLUMNS} FROM person WHERE id = ?`);
  const byIds = db.prepare(
    `SELECT ${PERSON_COLUMNS} FROM person WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const byEmail = db.prepare(`SELECT ${PERSON_COLUMNS} FROM person WHERE email_key = ?`);
  const holder = db.prepare('SELECT id FROM person WHERE email_key = ?');
  const upsert = db.prepare(
    `INSERT INTO person (id, name, surname, email, email_key, phone, blood_type, avatar)
     VALUES (:id, :name, :surname, :email, :emailKey, :phone, :bloodType, :avatar)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, surname = excluded.surname, email = excluded.email,
       email_key = excluded.email_key, phone = excluded.phone, blood_type = excluded.blood_type,
       avatar = excluded.avatar`,
  );
  const erasures = [
    'person WHERE id',
    'password WHERE user_id',
    'refresh_token WHERE user_id',
    'browser_mark WHERE user_id',
    'take_back WHERE user_id',
    'avatar WHERE user_id',
  ].map((what) => db.prepare(`DELETE FROM ${what} = ?`));

  const found = (row: unknown): Person | null => (row === undefined ? null : personOf(row as PersonRow));

  return {
    get: async (id) => found(byId.get(id)),
    async getMany(ids) {
      const rows = byIds.all(JSON.stringify(ids)) as unknown as PersonRow[];
      return new Map(rows.map((row) => [row.id, personOf(row)]));
    },
    findByEmail: async (email) => found(byEmail.get(emailKey(email))),
    async put({ id, name, surname, email, emailUnowned = false, phone, bloodType, avatar }) {
      const key = email === null || emailUnowned ? null : emailKey(email);
      await write(() => {
        const held = key === null ? undefined : holder.get(key);
        if (held !== undefined && held.id !== id) {
          throw new EmailTaken('The address belongs to another person.');
        }
        upsert.run({ id, name, surname, email, emailKey: key, phone, bloodType, avatar });
      });
    },
    async delete(id) {
      await write(() => erasures.forEach((erase) => erase.run(id)));
      // The write-ahead log still holds the former pages.
      if (db.isOpen) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    },
  };
};

export const avatarStore = (db: DatabaseSync, write: Write): AvatarStore => {
  const add = db.prepare('INSERT INTO avatar (name, user_id, bytes) VALUES (?, ?, ?)');
  const find = db.prepare('SELECT bytes FROM avatar WHERE name = ?');
  const forgetOthers = db.prepare('DELETE FROM avatar WHERE user_id = ? AND name <> ?');
  return {
    put: ({ name, userId, bytes }) => write(() => void add.run(name, userId, bytes)),
    get: async (name) => (find.get(name)?.bytes as Uint8Array | undefined) ?? null,
    keepOnly: (userId, name) => write(() => void forgetOthers.run(userId, name)),
  };
};
