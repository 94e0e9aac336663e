import type { DatabaseSync } from 'node:sqlite';
import type { SecretsFile } from '@flagpost/platform';
import type {
  BrowserMark,
  BrowserMarkStore,
  CredentialStore,
  OpenSession,
  Password,
  PushSubscription,
  RefreshToken,
} from '../port.js';
import type { RecordsFile } from './file.js';

export const credentialWrites = (db: DatabaseSync) => {
  const setPassword = db.prepare(
    `INSERT INTO password (user_id, hash, temporary) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET hash = excluded.hash, temporary = excluded.temporary`,
  );
  const replaceHash = db.prepare('UPDATE password SET hash = ? WHERE user_id = ? AND hash = ?');
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
  const forgetPushExpired = db.prepare(
    'DELETE FROM push_subscription WHERE family_id NOT IN (SELECT family_id FROM refresh_token)',
  );
  const endPush = db.prepare('DELETE FROM push_subscription WHERE family_id = ?');
  const endPushAt = db.prepare('DELETE FROM push_subscription WHERE family_id = ? AND endpoint = ?');
  const endPushElsewhere = db.prepare('DELETE FROM push_subscription WHERE endpoint = ? AND family_id <> ?');
  const endPushOf = db.prepare('DELETE FROM push_subscription WHERE user_id = ?');
  const setPush = db.prepare(
    `INSERT INTO push_subscription (family_id, user_id, endpoint, p256dh, auth, language, public_key)
     VALUES (:familyId, :userId, :endpoint, :p256dh, :auth, :language, :publicKey)
     ON CONFLICT (family_id) DO UPDATE SET user_id = excluded.user_id, endpoint = excluded.endpoint,
       p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language,
       public_key = excluded.public_key`,
  );
  const isFamily = db.prepare('SELECT 1 FROM refresh_token WHERE family_id = ? LIMIT 1');
  const familiesOf = db.prepare('SELECT DISTINCT family_id AS familyId FROM refresh_token WHERE user_id = ?');
  const endFamilies = db.prepare('DELETE FROM refresh_token WHERE user_id = ?');
  return {
    setPassword: (userId: number, { hash, temporary }: Password) =>
      void setPassword.run(userId, hash, temporary ? 1 : 0),
    replaceHash: (userId: number, former: string, hash: string) =>
      replaceHash.run(hash, userId, former).changes > 0,
    addRefreshToken: (token: RefreshToken) => void add.run({ ...token }),
    replaceRefreshToken(
      tokenHash: string,
      replacedAt: number,
      sealedSuccessor: string,
      next: RefreshToken,
    ): boolean {
      if (replace.run(replacedAt, sealedSuccessor, tokenHash).changes === 0) return false;
      add.run({ ...next });
      if (forgetExpired.run(replacedAt).changes > 0) forgetPushExpired.run();
      return true;
    },
    endFamily(familyId: string): void {
      endFamily.run(familyId);
      endPush.run(familyId);
    },
    endFamiliesOf(userId: number): readonly string[] {
      const families = familiesOf.all(userId).map(({ familyId }) => String(familyId));
      endFamilies.run(userId);
      endPushOf.run(userId);
      return families;
    },
    setPushSubscription(subscription: PushSubscription): boolean {
      if (isFamily.get(subscription.familyId) === undefined) return false;
      endPushElsewhere.run(subscription.endpoint, subscription.familyId);
      setPush.run({ ...subscription });
      return true;
    },
    deletePushSubscription(familyId: string, endpoint: string | null): void {
      if (endpoint === null) endPush.run(familyId);
      else endPushAt.run(familyId, endpoint);
    },
  };
};

export const PUSH_SUBSCRIPTION_COLUMNS =
  'family_id AS familyId, user_id AS userId, endpoint, p256dh, auth, language, public_key AS publicKey';

export const credentialReads = (db: DatabaseSync) => {
  const passwordOf = db.prepare('SELECT hash, temporary FROM password WHERE user_id = ?');
  const find = db.prepare(
    `SELECT token_hash AS tokenHash, user_id AS userId, family_id AS familyId, expires_at AS expiresAt,
       replaced_at AS replacedAt, successor, mark_hash AS markHash, browser
     FROM refresh_token WHERE token_hash = ?`,
  );
  // With MAX, SQLite takes the other columns from the row with the maximum.
  const sessionsOf = db.prepare(
    `SELECT family_id AS familyId, browser, MAX(expires_at) AS expiresAt FROM refresh_token
     WHERE user_id = ? GROUP BY family_id HAVING MAX(expires_at) > ?`,
  );
  const pushOf = db.prepare(`SELECT ${PUSH_SUBSCRIPTION_COLUMNS} FROM push_subscription WHERE family_id = ?`);
  const pushes = db.prepare(
    `SELECT ${PUSH_SUBSCRIPTION_COLUMNS} FROM push_subscription AS push WHERE EXISTS
       (SELECT 1 FROM refresh_token WHERE family_id = push.family_id AND expires_at > ?)`,
  );
  const ofFamily = db.prepare('SELECT 1 FROM refresh_token WHERE family_id = ? LIMIT 1');
  return {
    password(userId: number): Password | null {
      const found = passwordOf.get(userId);
      return found === undefined
        ? null
        : { hash: String(found['hash']), temporary: found['temporary'] === 1 };
    },
    refreshToken: (tokenHash: string) => (find.get(tokenHash) as unknown as RefreshToken | undefined) ?? null,
    hasFamily: (familyId: string) => ofFamily.get(familyId) !== undefined,
    sessionsOf: (userId: number, now: number) => sessionsOf.all(userId, now) as unknown as OpenSession[],
    pushSubscription: (familyId: string) =>
      (pushOf.get(familyId) as unknown as PushSubscription | undefined) ?? null,
    pushSubscriptions: (now: number) => pushes.all(now) as unknown as PushSubscription[],
  };
};

export const credentialStore = (file: RecordsFile, secrets: SecretsFile): CredentialStore => ({
  password: (userId) => file.read('password', userId),
  setPassword: (userId, password) => file.write('setPassword', userId, password),
  replaceHash: (userId, former, hash) => file.write('replaceHash', userId, former, hash),
  refreshToken: (tokenHash) => file.read('refreshToken', tokenHash),
  addRefreshToken: (token) => file.write('addRefreshToken', token),
  replaceRefreshToken: (tokenHash, replacedAt, sealedSuccessor, next) =>
    file.write('replaceRefreshToken', tokenHash, replacedAt, sealedSuccessor, next),
  hasFamily: (familyId) => file.read('hasFamily', familyId),
  sessionsOf: (userId, now) => file.read('sessionsOf', userId, now),
  endFamily: (familyId) => file.write('endFamily', familyId),
  endFamiliesOf: (userId) => file.write('endFamiliesOf', userId),
  setPushSubscription: (subscription) => file.write('setPushSubscription', subscription),
  pushSubscription: (familyId) => file.read('pushSubscription', familyId),
  pushSubscriptions: (now) => file.read('pushSubscriptions', now),
  deletePushSubscription: (familyId, endpoint) =>
    file.write('deletePushSubscription', familyId, endpoint ?? null),
  async secret(name, fresh) {
    const known = secrets.read();
    const value = known[name] ?? fresh();
    if (known[name] === undefined) secrets.write({ ...known, [name]: value });
    return value;
  },
});

export const browserMarkWrites = (db: DatabaseSync) => {
  const forgetExpired = db.prepare('DELETE FROM browser_mark WHERE expires_at <= ?');
  const put = db.prepare(
    `INSERT INTO browser_mark (mark_hash, user_id, expires_at) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
  );
  const keepNewest = db.prepare(
    `DELETE FROM browser_mark WHERE user_id = :userId AND mark_hash NOT IN
       (SELECT mark_hash FROM browser_mark WHERE user_id = :userId ORDER BY expires_at DESC LIMIT :most)`,
  );
  const endAll = db.prepare('DELETE FROM browser_mark WHERE user_id = ?');
  return {
    putMark({ hash, userId, expiresAt }: BrowserMark, most: number, now: number): void {
      forgetExpired.run(now);
      put.run(hash, userId, expiresAt);
      keepNewest.run({ userId, most });
    },
    endMarksOf: (userId: number) => void endAll.run(userId),
  };
};

export const browserMarkReads = (db: DatabaseSync) => {
  const find = db.prepare(
    'SELECT 1 FROM browser_mark WHERE mark_hash = ? AND user_id = ? AND expires_at > ?',
  );
  return {
    hasMark: (userId: number, hash: string, now: number) => find.get(hash, userId, now) !== undefined,
  };
};

export const browserMarkStore = (file: RecordsFile): BrowserMarkStore => ({
  put: (mark, most, now) => file.write('putMark', mark, most, now),
  has: (userId, hash, now) => file.read('hasMark', userId, hash, now),
  endAllOf: (userId) => file.write('endMarksOf', userId),
});
