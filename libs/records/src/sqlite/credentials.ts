import type { DatabaseSync } from 'node:sqlite';
import type { SecretsFile } from '@flagpost/platform';
import type {
  BrowserMarkStore,
  CredentialStore,
  DeviceStatus,
  DeviceTokenStore,
  DeviceToken,
  OpenSession,
  RefreshToken,
} from '../port.js';
import type { Write } from './writer.js';

export const credentialStore = (db: DatabaseSync, write: Write, secrets: SecretsFile): CredentialStore => {
  const passwordOf = db.prepare('SELECT hash, temporary FROM password WHERE user_id = ?');
  const setPassword = db.prepare(
    `INSERT INTO password (user_id, hash, temporary) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET hash = excluded.hash, temporary = excluded.temporary`,
  );
  const replaceHash = db.prepare('UPDATE password SET hash = ? WHERE user_id = ? AND hash = ?');
  const find = db.prepare(
    `SELECT token_hash AS tokenHash, user_id AS userId, family_id AS familyId, expires_at AS expiresAt,
       replaced_at AS replacedAt, successor, mark_hash AS markHash, browser
     FROM refresh_token WHERE token_hash = ?`,
  );
  const add = db.prepare(
    `INSERT INTO refresh_token
       (token_hash, user_id, family_id, expires_at, replaced_at, successor, mark_hash, browser)
     VALUES (:tokenHash, :userId, :familyId, :expiresAt, :replacedAt, :successor, :markHash, :browser)`,
  );
  const replace = db.prepare(
    `UPDATE refresh_token SET replaced_at = ?, successor = ? WHERE token_hash = ? AND replaced_at IS NULL`,
  );
  const forgetExpired = db.prepare('DELETE FROM refresh_token WHERE expires_at < ?');
  const endFamily = db.prepare('DELETE FROM refresh_token WHERE family_id = ?');
  const familiesOf = db.prepare('SELECT DISTINCT family_id AS familyId FROM refresh_token WHERE user_id = ?');
  const endFamilies = db.prepare('DELETE FROM refresh_token WHERE user_id = ?');
  // With MAX, SQLite takes the other columns from the row with the maximum.
  const sessionsOf = db.prepare(
    `SELECT family_id AS familyId, browser, MAX(expires_at) AS expiresAt FROM refresh_token
     WHERE user_id = ? GROUP BY family_id HAVING MAX(expires_at) > ?`,
  );
  const ofFamily = db.prepare('SELECT 1 FROM refresh_token WHERE family_id = ? LIMIT 1');

  return {
    async password(userId) {
      const found = passwordOf.get(userId);
      return found === undefined ? null : { hash: String(found.hash), temporary: found.temporary === 1 };
    },
    setPassword: (userId, { hash, temporary }) =>
      write(() => void setPassword.run(userId, hash, temporary ? 1 : 0)),
    replaceHash: (userId, former, hash) => write(() => replaceHash.run(hash, userId, former).changes > 0),
    refreshToken: async (tokenHash) => (find.get(tokenHash) as unknown as RefreshToken | undefined) ?? null,
    addRefreshToken: (token) => write(() => void add.run({ ...token })),
    replaceRefreshToken: (tokenHash, replacedAt, sealedSuccessor, next) =>
      write(() => {
        if (replace.run(replacedAt, sealedSuccessor, tokenHash).changes === 0) return false;
        add.run({ ...next });
        forgetExpired.run(replacedAt);
        return true;
      }),
    hasFamily: async (familyId) => ofFamily.get(familyId) !== undefined,
    sessionsOf: async (userId, now) => sessionsOf.all(userId, now) as unknown as OpenSession[],
    endFamily: (familyId) => write(() => void endFamily.run(familyId)),
    endFamiliesOf: (userId) =>
      write(() => {
        const families = familiesOf.all(userId).map(({ familyId }) => String(familyId));
        endFamilies.run(userId);
        return families;
      }),
    async secret(name, fresh) {
      const known = secrets.read();
      const value = known[name] ?? fresh();
      if (known[name] === undefined) secrets.write({ ...known, [name]: value });
      return value;
    },
  };
};

export const browserMarkStore = (db: DatabaseSync, write: Write): BrowserMarkStore => {
  const forgetExpired = db.prepare('DELETE FROM browser_mark WHERE expires_at <= ?');
  const put = db.prepare(
    `INSERT INTO browser_mark (mark_hash, user_id, expires_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
  );
  const keepNewest = db.prepare(
    `DELETE FROM browser_mark WHERE user_id = :userId AND mark_hash NOT IN
       (SELECT mark_hash FROM browser_mark WHERE user_id = :userId ORDER BY expires_at DESC LIMIT :most)`,
  );
  const find = db.prepare(
    'SELECT 1 FROM browser_mark WHERE mark_hash = ? AND user_id = ? AND expires_at > ?',
  );
  const endAll = db.prepare('DELETE FROM browser_mark WHERE user_id = ?');
  return {
    put: ({ hash, userId, expiresAt }, most, now) =>
      write(() => {
        forgetExpired.run(now);
        put.run(hash, userId, expiresAt);
        keepNewest.run({ userId, most });
      }),
    has: async (userId, hash, now) => find.get(hash, userId, now) !== undefined,
    endAllOf: (userId) => write(() => void endAll.run(userId)),
  };
};

export const deviceTokenStore = (db: DatabaseSync, write: Write): DeviceTokenStore => {
  const set = db.prepare(
    'INSERT OR REPLACE INTO device_token (token_hash, event_id, invitation_id, issued_at) VALUES (?, ?, ?, ?)',
  );
  const find = db.prepare(
    `SELECT token_hash AS tokenHash, event_id AS eventId, invitation_id AS invitationId
     FROM device_token WHERE token_hash = ?`,
  );
  const hear = db.prepare(
    `UPDATE device_token SET heard_at = :heardAt
     WHERE invitation_id = :invitationId AND issued_at <= :heardAt
       AND (heard_at IS NULL OR heard_at < :heardAt)`,
  );
  const drop = db.prepare(
    `UPDATE device_token SET dropped_at = :at, dropped_reason = :reason
     WHERE invitation_id = :invitationId AND issued_at <= :at AND (dropped_at IS NULL OR dropped_at <= :at)`,
  );
  const status = db.prepare(
    `SELECT heard_at AS heardAt, dropped_at AS droppedAt, dropped_reason AS droppedReason
     FROM device_token WHERE invitation_id = ?`,
  );
  const heardSince = db.prepare(
    `SELECT invitation_id AS invitationId FROM device_token
     WHERE event_id IN (SELECT value FROM json_each(?)) AND heard_at >= ?`,
  );
  const end = db.prepare('DELETE FROM device_token WHERE invitation_id = ?');
  /** A cache. No other process writes this file, so it cannot be stale: a write of a token clears it. */
  const known = new Map<string, DeviceToken>();
  const read = (tokenHash: string): DeviceToken | null => {
    const row = find.get(tokenHash) as unknown as DeviceToken | undefined;
    // Rows are in dictionary mode, which takes five times the memory of a plain object.
    const found =
      row === undefined ? null : { tokenHash, eventId: row.eventId, invitationId: row.invitationId };
    if (known.size === MAX_KNOWN) known.clear();
    if (found !== null) known.set(tokenHash, found);
    return found;
  };
  return {
    set: ({ tokenHash, eventId, invitationId, issuedAt }) =>
      write(() => {
        known.clear();
        set.run(tokenHash, eventId, invitationId, issuedAt);
      }),
    find: (tokenHash) => known.get(tokenHash) ?? read(tokenHash),
    note: (notes) =>
      write(() => {
        for (const { invitationId, heardAt, dropped } of notes) {
          hear.run({ invitationId, heardAt });
          if (dropped !== null) drop.run({ invitationId, ...dropped });
        }
      }),
    status: async (invitationId) => (status.get(invitationId) as unknown as DeviceStatus | undefined) ?? null,
    heardSince: async (eventIds, time) =>
      heardSince.all(JSON.stringify(eventIds), time).map(({ invitationId }) => Number(invitationId)),
    delete: (invitationIds) =>
      write(() => {
        known.clear();
        for (const invitationId of invitationIds) end.run(invitationId);
      }),
  };
};

/** Read for every incoming position. */
const MAX_KNOWN = 20_000;
