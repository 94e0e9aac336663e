import type { DatabaseSync } from 'node:sqlite';
import type { OneTimeSecret, OneTimeSecretStore, SealedSecret } from '../port.js';
import type { RecordsFile } from './file.js';

/** All rows of a subject have the same number of tries. */
export const oneTimeSecretWrites = (db: DatabaseSync) => {
  const forgetExpired = db.prepare('DELETE FROM one_time_secret WHERE expires_at <= ?');
  const others = db.prepare('SELECT count(*) AS count FROM one_time_secret WHERE subject = ? AND hash <> ?');
  const known = db.prepare('SELECT tries FROM one_time_secret WHERE subject = ? LIMIT 1');
  const put = db.prepare(
    `INSERT OR REPLACE INTO one_time_secret (subject, hash, expires_at, tries, sealed)
     VALUES (:subject, :hash, :expiresAt, :tries, :sealed)`,
  );
  const spend = db.prepare(
    `UPDATE one_time_secret SET tries = tries - 1 WHERE subject = ? AND tries > 0 AND expires_at > ?
     RETURNING hash`,
  );
  const remove = db.prepare('DELETE FROM one_time_secret WHERE subject = ?');
  const store = (secret: OneTimeSecret): void => void put.run({ sealed: null, ...secret });

  return {
    setSecret(secret: OneTimeSecret, now: number): void {
      forgetExpired.run(now);
      remove.run(secret.subject);
      store(secret);
    },
    addSecret(secret: OneTimeSecret, atMost: number, now: number): boolean {
      forgetExpired.run(now);
      if (Number(others.get(secret.subject, secret.hash)?.['count']) >= atMost) return false;
      store({ ...secret, tries: Number(known.get(secret.subject)?.['tries'] ?? secret.tries) });
      return true;
    },
    redeemSecret(subject: string, hash: string, now: number): boolean {
      if (!spend.all(subject, now).some((secret) => secret['hash'] === hash)) return false;
      remove.run(subject);
      return true;
    },
    forgetSecrets: (subject: string) => void remove.run(subject),
  };
};

export const oneTimeSecretReads = (db: DatabaseSync) => {
  const sealed = db.prepare(
    `SELECT hash, expires_at AS expiresAt, sealed FROM one_time_secret
     WHERE subject = ? AND expires_at > ? AND sealed IS NOT NULL ORDER BY expires_at, hash`,
  );
  return {
    sealedSecrets: (subject: string, now: number) => sealed.all(subject, now) as unknown as SealedSecret[],
  };
};

export const oneTimeSecretStore = (file: RecordsFile): OneTimeSecretStore => ({
  set: (secret, now) => file.write('setSecret', secret, now),
  add: (secret, atMost, now) => file.write('addSecret', secret, atMost, now),
  sealed: (subject, now) => file.read('sealedSecrets', subject, now),
  redeem: (subject, hash, now) => file.write('redeemSecret', subject, hash, now),
  forget: (subject) => file.write('forgetSecrets', subject),
});
