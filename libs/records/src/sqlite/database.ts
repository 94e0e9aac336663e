import { DatabaseSync } from 'node:sqlite';
import { NewerFile } from '@flagpost/platform/newer-file';

/** How long a statement waits for a lock of another connection, such as a backup's. */
const BUSY_MS = 5_000;

/** Migrations, each from one version of the file to the next. A released one is never changed. */
const MIGRATIONS = [
  `CREATE TABLE person (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL,
     surname TEXT NOT NULL,
     email TEXT,
     email_key TEXT UNIQUE,
     phone TEXT,
     blood_type TEXT,
     avatar TEXT
   ) STRICT;

   CREATE TABLE password (
     user_id INTEGER PRIMARY KEY,
     hash TEXT NOT NULL
   ) STRICT;

   CREATE TABLE refresh_token (
     token_hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     family_id TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     replaced_at INTEGER,
     successor TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX refresh_token_user ON refresh_token (user_id);
   CREATE INDEX refresh_token_family ON refresh_token (family_id);
   CREATE INDEX refresh_token_expiry ON refresh_token (expires_at);

   CREATE TABLE secret (
     name TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE device_token (
     token_hash TEXT PRIMARY KEY,
     event_id INTEGER NOT NULL,
     invitation_id INTEGER NOT NULL UNIQUE
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE sequence (
     kind TEXT PRIMARY KEY,
     last INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;

   CREATE TABLE request_key (
     actor_id INTEGER NOT NULL,
     key TEXT NOT NULL,
     body_hash TEXT NOT NULL,
     minted TEXT NOT NULL,
     reserved_at INTEGER NOT NULL,
     result TEXT,
     PRIMARY KEY (actor_id, key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX request_key_age ON request_key (reserved_at);

   CREATE TABLE ingest_state (
     partition INTEGER PRIMARY KEY,
     version INTEGER NOT NULL,
     next_offset INTEGER NOT NULL,
     state BLOB NOT NULL
   ) STRICT;

   CREATE TABLE history_block (
     event_id INTEGER NOT NULL,
     minute INTEGER NOT NULL,
     invitation_id INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (event_id, minute, invitation_id)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE checkpoint (
     reader TEXT PRIMARY KEY,
     position TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE lease (
     name TEXT PRIMARY KEY,
     holder TEXT,
     counter INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  // With a row id a block of up to a page lies within one; without, what is over a quarter had another page for itself.
  `ALTER TABLE history_block RENAME TO former_block;
   CREATE TABLE history_block (
     event_id INTEGER NOT NULL,
     minute INTEGER NOT NULL,
     invitation_id INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     UNIQUE (event_id, minute, invitation_id)
   ) STRICT;
   INSERT INTO history_block SELECT * FROM former_block ORDER BY event_id, minute, invitation_id;
   DROP TABLE former_block;`,
  `ALTER TABLE password ADD COLUMN temporary INTEGER NOT NULL DEFAULT 0;

   CREATE TABLE one_time_secret (
     subject TEXT PRIMARY KEY,
     hash TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     tries INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX one_time_secret_expiry ON one_time_secret (expires_at);

   CREATE TABLE avatar (
     name TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     bytes BLOB NOT NULL
   ) STRICT;
   CREATE INDEX avatar_user ON avatar (user_id);`,
  `CREATE TABLE club_mail (
     club_id INTEGER PRIMARY KEY,
     mail TEXT NOT NULL
   ) STRICT;`,
  `ALTER TABLE refresh_token ADD COLUMN mark_hash TEXT;
   ALTER TABLE refresh_token ADD COLUMN browser TEXT;

   CREATE TABLE browser_mark (
     mark_hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX browser_mark_user ON browser_mark (user_id);
   CREATE INDEX browser_mark_expiry ON browser_mark (expires_at);`,
  `ALTER TABLE one_time_secret RENAME TO former_secret;
   DROP INDEX one_time_secret_expiry;
   CREATE TABLE one_time_secret (
     subject TEXT NOT NULL,
     hash TEXT NOT NULL,
     expires_at INTEGER NOT NULL,
     tries INTEGER NOT NULL,
     sealed TEXT,
     PRIMARY KEY (subject, hash)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX one_time_secret_expiry ON one_time_secret (expires_at);
   INSERT INTO one_time_secret SELECT subject, hash, expires_at, tries, NULL FROM former_secret;
   DROP TABLE former_secret;`,
  `CREATE TABLE take_back (
     token_hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     "order" INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     sealed TEXT NOT NULL,
     held_address TEXT
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX take_back_user ON take_back (user_id);
   CREATE INDEX take_back_expiry ON take_back (expires_at);
   CREATE INDEX take_back_address ON take_back (held_address);`,
  `ALTER TABLE device_token ADD COLUMN issued_at INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE device_token ADD COLUMN heard_at INTEGER;
   ALTER TABLE device_token ADD COLUMN dropped_at INTEGER;
   ALTER TABLE device_token ADD COLUMN dropped_reason TEXT;`,
  `CREATE INDEX device_token_event ON device_token (event_id);`,
  `CREATE TABLE invitation_link (
     invitation_id INTEGER PRIMARY KEY,
     event_id INTEGER NOT NULL,
     link_hash TEXT NOT NULL UNIQUE,
     sending INTEGER NOT NULL
   ) STRICT;`,
  `CREATE TABLE event_image (
     name TEXT PRIMARY KEY,
     event_id INTEGER,
     added_at INTEGER NOT NULL,
     bytes BLOB NOT NULL
   ) STRICT;
   CREATE INDEX event_image_event ON event_image (event_id, added_at);`,
  `CREATE TABLE push_subscription (
     family_id TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     endpoint TEXT NOT NULL UNIQUE,
     p256dh TEXT NOT NULL,
     auth TEXT NOT NULL,
     language TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX push_subscription_user ON push_subscription (user_id);`,
  `ALTER TABLE device_token ADD COLUMN accuracy_m REAL;
   ALTER TABLE device_token ADD COLUMN battery REAL;
   ALTER TABLE device_token ADD COLUMN clock_ms INTEGER;
   ALTER TABLE device_token ADD COLUMN app TEXT;`,
  `ALTER TABLE device_token ADD COLUMN test_id INTEGER;
   ALTER TABLE device_token ADD COLUMN test_shown_at INTEGER;
   ALTER TABLE device_token ADD COLUMN test_confirmed_at INTEGER;`,
  `CREATE TABLE sighting_block (
     event_id INTEGER NOT NULL,
     minute INTEGER NOT NULL,
     writer TEXT NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (event_id, minute, writer)
   ) STRICT;
   CREATE TABLE screen_connection (
     id TEXT PRIMARY KEY,
     event_id INTEGER NOT NULL,
     user_id INTEGER NOT NULL,
     directs INTEGER NOT NULL,
     began_at INTEGER NOT NULL,
     known_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX screen_connection_event ON screen_connection (event_id, began_at);`,
  `CREATE TABLE history_keyframe (
     event_id INTEGER NOT NULL,
     minute INTEGER NOT NULL,
     bytes BLOB NOT NULL,
     PRIMARY KEY (event_id, minute)
   ) STRICT;`,
  `ALTER TABLE push_subscription ADD COLUMN public_key TEXT;`,
  // Addresses are ASCII, whose case is all that lower() knows.
  `CREATE INDEX person_shown_email ON person (lower(email)) WHERE email_key IS NULL;`,
];

/** Deleted content is overwritten with zeros, so that an erased person is in no free page of the file. */
export const SETTINGS = 'PRAGMA secure_delete = ON;';

/** Brings the file to the newest version. @throws {NewerFile} if a newer program wrote it. */
export const migrate = (db: DatabaseSync): void => {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version > MIGRATIONS.length)
    throw new NewerFile(`${db.location() ?? 'The file'} was written by a newer version of this program.`);
  MIGRATIONS.slice(version).forEach((migration, index) => {
    db.exec(`BEGIN; ${migration} PRAGMA user_version = ${version + index + 1}; COMMIT`);
  });
};

/** The file for a program that does nothing else meanwhile. */
export const openDatabase = (path: string): DatabaseSync => {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SETTINGS}`);
  try {
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};
