import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inlineStorage } from '@flagpost/storage';
import { bytesIn, inFolder, sqliteRecordsSuite } from '../testing/sqlite-records-suite.js';
import { sqliteRecords, sqliteRecordsArchive } from './index.js';

sqliteRecordsSuite("in the caller's thread", inlineStorage);

describe('the SQLite file of records', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await inFolder();
  });
  afterEach(() => rm(folder, { recursive: true }));

  const path = (): string => join(folder, 'records.db');
  const bytesOnDisk = (): Promise<string> => bytesIn(folder);

  describe('of a release that kept secrets in it', () => {
    const OLD = 'Rz7p-Qw2xLk9vBn4mTf6yHd8sJc1gAe3u';
    const secrets = (): string => join(folder, 'secrets.json');
    beforeEach(async () => {
      await sqliteRecords({ path: path() }).close();
      const db = new DatabaseSync(path());
      db.prepare('INSERT INTO secret (name, value) VALUES (?, ?)').run('jwt', OLD);
      db.close();
      expect(await bytesOnDisk()).toContain(OLD);
    });

    it('hands them to the file of secrets, and holds no byte of them while it is in use', async () => {
      const records = sqliteRecords({ path: path(), secrets: secrets() });
      expect(await readFile(secrets(), 'utf8')).toContain(OLD);
      await rm(secrets());
      expect(await bytesOnDisk()).not.toContain(OLD);
      await records.close();
    });

    it('answers the same secret from then on', async () => {
      for (let run = 0; run < 2; run += 1) {
        const records = sqliteRecords({ path: path(), secrets: secrets() });
        expect(await records.credentials.secret('jwt', () => 'another')).toBe(OLD);
        await records.close();
      }
    });

    it('forgets them where the file of secrets was emptied', async () => {
      await writeFile(secrets(), '{}');
      const records = sqliteRecords({ path: path(), secrets: secrets() });
      expect(await records.credentials.secret('jwt', () => 'another')).toBe('another');
      expect(await bytesOnDisk()).not.toContain(OLD);
      await records.close();
    });

    it('is copied with them', async () => {
      const archive = sqliteRecordsArchive({ records: path(), secrets: secrets() });
      expect(archive.secrets()).toEqual([{ name: 'jwt', value: OLD }]);
      await writeFile(secrets(), JSON.stringify({ jwt: 'renewed' }));
      expect(archive.secrets()).toEqual([{ name: 'jwt', value: 'renewed' }]);
      archive.close();
    });
  });

  it('is durable by its settings', async () => {
    const records = sqliteRecords({ path: path() });
    await records.sequences.next('event');
    await records.close();
    const db = new DatabaseSync(path());
    expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    db.close();
  });

  it('of a newer version is refused', () => {
    const db = new DatabaseSync(path());
    db.exec('PRAGMA user_version = 1000');
    db.close();
    expect(() => sqliteRecords({ path: path() })).toThrow('newer version');
  });

  it('keeps the history of a file that was written before its blocks had row ids', async () => {
    await sqliteRecords({ path: path() }).close();
    const db = new DatabaseSync(path());
    db.exec(`DROP TABLE history_block; DROP TABLE one_time_secret; DROP TABLE take_back; DROP TABLE avatar; DROP TABLE IF EXISTS club_mail;
      ALTER TABLE password DROP COLUMN temporary;
      ${WITHOUT_MARKS}
      CREATE TABLE history_block (event_id INTEGER NOT NULL, minute INTEGER NOT NULL, invitation_id INTEGER NOT NULL,
        bytes BLOB NOT NULL, PRIMARY KEY (event_id, minute, invitation_id)) STRICT, WITHOUT ROWID;
      INSERT INTO history_block VALUES (1, 20, 7, x'02'), (1, 10, 7, x'01');
      PRAGMA user_version = 3;`);
    db.close();
    const records = sqliteRecords({ path: path() });
    const blocks = await records.history.read(1, 0, 100, 10);
    expect(blocks.map(({ minute, bytes }) => [minute, ...bytes])).toEqual([
      [10, 1],
      [20, 2],
    ]);
    await records.close();
  });

  it('gives back the pages that blocks took while they grew', async () => {
    const [CARS, MINUTES, WHILE_IT_GROWS, AS_ONE] = [50, 20, 1_500, 500];
    const records = sqliteRecords({ path: path() });
    const blocks = (minute: number, length: number, replaces: number | null) =>
      Array.from({ length: CARS }, (_, invitationId) => ({
        eventId: 1,
        invitationId,
        minute,
        bytes: new Uint8Array(length).fill(invitationId),
        replaces: replaces === null ? null : new Uint8Array(replaces).fill(invitationId),
      }));
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const joined = minute === 0 ? [] : blocks(minute - 1, AS_ONE, WHILE_IT_GROWS);
      await records.history.put([...blocks(minute, AS_ONE, null), ...joined]);
      await records.history.put(blocks(minute, WHILE_IT_GROWS, AS_ONE));
    }
    await records.close();
    const db = new DatabaseSync(path(), { readOnly: true });
    const sum = "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'history_block'";
    const { bytes } = db.prepare(sum).get() as { bytes: number };
    db.close();
    expect(bytes).toBeLessThan(1.5 * CARS * ((MINUTES - 1) * AS_ONE + WHILE_IT_GROWS));
  });

  it('gives back the pages that sightings took while they grew', async () => {
    const [MINUTES, AS_ONE] = [60, 500];
    const WHILE_IT_GROWS = [1_500, 3_000, 4_500];
    const records = sqliteRecords({ path: path() });
    const block = (minute: number, length: number) => ({
      eventId: 1,
      minute,
      writer: 'a',
      bytes: new Uint8Array(length),
    });
    for (let minute = 0; minute < MINUTES; minute += 1)
      for (const [turn, length] of WHILE_IT_GROWS.entries()) {
        await records.sightings.put([block(minute, length)]);
        if (turn === 1 && minute > 0) await records.sightings.put([block(minute - 1, AS_ONE)]);
      }
    await records.close();
    const db = new DatabaseSync(path(), { readOnly: true });
    const sum = "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'sighting_block'";
    const { bytes } = db.prepare(sum).get() as { bytes: number };
    db.close();
    expect(bytes).toBeLessThan(2 * MINUTES * AS_ONE);
  });

  it('keeps the sessions of a file that was written before browsers had marks', async () => {
    await sqliteRecords({ path: path() }).close();
    const db = new DatabaseSync(path());
    db.exec(`${WITHOUT_MARKS}
      DROP TABLE take_back;
      INSERT INTO refresh_token VALUES ('hash', 1, 'family', 900, NULL, NULL);
      PRAGMA user_version = 6;`);
    db.close();
    const records = sqliteRecords({ path: path() });
    expect({ ...(await records.credentials.refreshToken('hash')) }).toEqual({
      tokenHash: 'hash',
      userId: 1,
      familyId: 'family',
      expiresAt: 900,
      replacedAt: null,
      successor: null,
      markHash: null,
      browser: null,
    });
    expect(await records.browserMarks.has(1, 'mark', 0)).toBe(false);
    await records.close();
  });

  it('keeps the codes of a file that was written when a subject had one', async () => {
    await sqliteRecords({ path: path() }).close();
    const db = new DatabaseSync(path());
    db.exec(`${WITHOUT_STATUS} DROP TABLE one_time_secret; DROP TABLE take_back;
      CREATE TABLE one_time_secret (subject TEXT PRIMARY KEY, hash TEXT NOT NULL, expires_at INTEGER NOT NULL,
        tries INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      CREATE INDEX one_time_secret_expiry ON one_time_secret (expires_at);
      INSERT INTO one_time_secret VALUES ('ada', 'right', 1000, 2);
      PRAGMA user_version = 7;`);
    db.close();
    const records = sqliteRecords({ path: path() });
    const more = { subject: 'ada', hash: 'more', expiresAt: 2_000, tries: 5 };
    expect(await records.oneTimeSecrets.add(more, 3, 0)).toBe(true);
    expect(await records.oneTimeSecrets.redeem('ada', 'wrong', 500)).toBe(false);
    expect(await records.oneTimeSecrets.redeem('ada', 'right', 500)).toBe(true);
    await records.close();
  });

  it('keeps the device tokens of a file that was written before they had a status', async () => {
    await sqliteRecords({ path: path() }).close();
    const db = new DatabaseSync(path());
    db.exec(`${WITHOUT_STATUS}
      INSERT INTO device_token VALUES ('hash', 1, 10);
      PRAGMA user_version = 9;`);
    db.close();
    const { deviceTokens, close } = sqliteRecords({ path: path() });
    expect(await deviceTokens.find('hash')).toEqual({ tokenHash: 'hash', eventId: 1, invitationId: 10 });
    await deviceTokens.note([{ invitationId: 10, heardAt: 5, dropped: null }]);
    expect(await deviceTokens.status(10)).toMatchObject({ heardAt: 5, droppedAt: null, droppedReason: null });
    await close();
  });

  it('finds an address that was shown only before there was an index of these', async () => {
    const shown = {
      name: 'Ada',
      surname: 'Rossi',
      phone: null,
      bloodType: null,
      avatar: null,
      emailUnowned: true,
    };
    const former = sqliteRecords({ path: path() });
    await former.people.put({ ...shown, id: 7, email: 'Ada@Example.org' });
    await former.close();
    const db = new DatabaseSync(path());
    db.exec('DROP INDEX person_shown_email; PRAGMA user_version = 19;');
    db.close();
    const { people, close } = sqliteRecords({ path: path() });
    expect((await people.withEmail('ada@example.org')).map(({ id }) => id)).toEqual([7]);
    await close();
  });

  it('stores what still waits when it is closed', async () => {
    const records = sqliteRecords({ path: path() });
    const number = records.sequences.next('event');
    await records.close();
    expect(await number).toBe(1);
    const again = sqliteRecords({ path: path() });
    expect(await again.sequences.next('event')).toBe(2);
    await again.close();
  });
});

/** Takes from the newest file what came with versions from 10 on. */
const WITHOUT_STATUS = [
  'DROP INDEX person_shown_email;',
  'DROP TABLE event_image; DROP TABLE invitation_link; DROP TABLE push_subscription;',
  'DROP TABLE sighting_block; DROP TABLE screen_connection; DROP TABLE history_keyframe;',
  'DROP INDEX device_token_event;',
  ...[
    'issued_at',
    'heard_at',
    'dropped_at',
    'dropped_reason',
    'accuracy_m',
    'battery',
    'clock_ms',
    'app',
    'test_id',
    'test_shown_at',
    'test_confirmed_at',
  ].map((column) => `ALTER TABLE device_token DROP COLUMN ${column};`),
].join(' ');

/** And what came with version 7. */
const WITHOUT_MARKS = `${WITHOUT_STATUS} DROP TABLE browser_mark;
  ALTER TABLE refresh_token DROP COLUMN mark_hash; ALTER TABLE refresh_token DROP COLUMN browser;`;
