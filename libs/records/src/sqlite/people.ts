import type { DatabaseSync } from 'node:sqlite';
import { emailKey } from '../email-key.js';
import { EmailTaken, type Avatar, type AvatarStore, type PeopleStore, type Person } from '../port.js';
import type { RecordsFile } from './file.js';

/** An address without a key is for display only. */
export const PERSON_COLUMNS =
  'id, name, surname, email, email_key AS emailKey, phone, blood_type AS bloodType, avatar';

export type PersonRow = Omit<Person, 'emailUnowned'> & { readonly emailKey: string | null };

export const personOf = ({ emailKey: key, ...person }: PersonRow): Person =>
  person.email !== null && key === null ? { ...person, emailUnowned: true } : person;

export const peopleWrites = (db: DatabaseSync) => {
  const holder = db.prepare('SELECT id FROM person WHERE email_key = ?');
  const upsert = db.prepare(
    `INSERT INTO person (id, name, surname, email, email_key, phone, blood_type, avatar)
     VALUES (:id, :name, :surname, :email, :emailKey, :phone, :bloodType, :avatar)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, surname = excluded.surname, email = excluded.email,
       email_key = excluded.email_key, phone = excluded.phone, blood_type = excluded.blood_type,
       avatar = excluded.avatar`,
  );
  const update = db.prepare(
    `UPDATE person SET name = :name, surname = :surname, email = :email, email_key = :emailKey, phone = :phone,
       blood_type = :bloodType, avatar = :avatar WHERE id = :id`,
  );
  const rowOf = ({ id, name, surname, email, emailUnowned = false, phone, bloodType, avatar }: Person) => {
    const key = email === null || emailUnowned ? null : emailKey(email);
    const held = key === null ? undefined : holder.get(key);
    if (held !== undefined && held['id'] !== id)
      throw new EmailTaken('The address belongs to another person.');
    return { id, name, surname, email, emailKey: key, phone, bloodType, avatar };
  };
  const erasures = [
    'person WHERE id',
    'password WHERE user_id',
    'refresh_token WHERE user_id',
    'push_subscription WHERE user_id',
    'browser_mark WHERE user_id',
    'take_back WHERE user_id',
    'avatar WHERE user_id',
  ].map((what) => db.prepare(`DELETE FROM ${what} = ?`));
  return {
    putPerson: (person: Person) => void upsert.run(rowOf(person)),
    changePerson: (person: Person) => void update.run(rowOf(person)),
    erasePerson: (id: number) => erasures.forEach((erase) => void erase.run(id)),
  };
};

export const peopleReads = (db: DatabaseSync) => {
  const byId = db.prepare(`SELECT ${PERSON_COLUMNS} FROM person WHERE id = ?`);
  const byIds = db.prepare(
    `SELECT ${PERSON_COLUMNS} FROM person WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const byEmail = db.prepare(`SELECT ${PERSON_COLUMNS} FROM person WHERE email_key = ?`);
  // By itself SQLite searches what has no key, such as every co-driver.
  const withEmail = db.prepare(
    `SELECT ${PERSON_COLUMNS} FROM person WHERE email_key = :key
     UNION ALL SELECT ${PERSON_COLUMNS} FROM person INDEXED BY person_shown_email
       WHERE email_key IS NULL AND lower(email) = :key`,
  );
  const found = (row: unknown): Person | null => (row === undefined ? null : personOf(row as PersonRow));
  const all = (rows: unknown): Person[] => (rows as PersonRow[]).map(personOf);
  return {
    person: (id: number) => found(byId.get(id)),
    people: (ids: readonly number[]) => all(byIds.all(JSON.stringify(ids))),
    personByEmail: (email: string) => found(byEmail.get(emailKey(email))),
    peopleWithEmail: (email: string) => all(withEmail.all({ key: emailKey(email) })),
  };
};

export const peopleStore = (file: RecordsFile): PeopleStore => ({
  get: (id) => file.read('person', id),
  async getMany(ids) {
    const people = await file.read('people', ids);
    return new Map(people.map((person) => [person.id, person]));
  },
  findByEmail: (email) => file.read('personByEmail', email),
  withEmail: (email) => file.read('peopleWithEmail', email),
  put: (person) => file.write('putPerson', person),
  change: (person) => file.write('changePerson', person),
  async delete(id) {
    await file.write('erasePerson', id);
    await file.truncateLog(); // it still holds the former pages
  },
});

export const avatarWrites = (db: DatabaseSync) => {
  const add = db.prepare('INSERT INTO avatar (name, user_id, bytes) VALUES (?, ?, ?)');
  const forgetOthers = db.prepare('DELETE FROM avatar WHERE user_id = ? AND name <> ?');
  return {
    putAvatar: ({ name, userId, bytes }: Avatar) => void add.run(name, userId, bytes),
    keepOnlyAvatar: (userId: number, name: string) => void forgetOthers.run(userId, name),
  };
};

export const avatarReads = (db: DatabaseSync) => {
  const find = db.prepare('SELECT bytes FROM avatar WHERE name = ?');
  return { avatar: (name: string) => (find.get(name)?.['bytes'] as Uint8Array | undefined) ?? null };
};

export const avatarStore = (file: RecordsFile): AvatarStore => ({
  put: (avatar) => file.write('putAvatar', avatar),
  get: (name) => file.read('avatar', name),
  keepOnly: (userId, name) => file.write('keepOnlyAvatar', userId, name),
});
