import type { DatabaseSync } from 'node:sqlite';
import type { OneTimeSecret, OneTimeSecretStore, SealedSecret } from '../port.js';
import type { Write } from './writer.js';

/** All rows of a subject have the same number of tries. */
export const oneTimeSecretStore = (db: DatabaseSync, write: Write): OneTimeSecretStore => {
  const forgetExpired = db.prepare('DELETE FROM one_time_secret WHERE expires_at <= ?');
  const others = db.prepare('SELECT count(*) AS count FROM one_time_secret WHERE subject = ? AND hash <> ?');
  const known = db.prepare('SELECT tries FROM one_time_secret WHERE subject = ? LIMIT 1');
  const put = db.prepare(
    `INSERT OR REPLACE INTO one_time_secret (subject, hash, expires_at, tries, sealed)
     VALUES (:subject, :hash, :expiresAt, :tries, :sealed)`,
  );
  const sealed = db.prepare(
    `SELECT hash, expires_at AS expiresAt, sealed FROM one_time_secret
     WHERE subject = ? AND expires_at > ? AND sealed IS NOT NULL ORDER BY expires_at, hash`,
  );
  const spend = db.prepare(
    `UPDATE one_time_secret SET tries = tries - 1 WHERE subject = ? AND tries > 0 AND expires_at > ?
     RETURNING hash`,
  );
  const remove = db.prepare('DELETE FROM one_time_secret WHERE subject = ?');
  const store = (secret: OneTimeSecret): void => void put.run({ sealed: null, ...secret });

  return {
    set: (secret, now) =>
      write(() => {
        forgetExpired.run(now);
        remove.run(secret.subject);
        store(secret);
      }),
    add: (secret, atMost, now) =>
      write(() => {
        forgetExpired.run(now);
        if (Number(others.get(secret.subject, secret.hash)?.count) >= atMost) return false;
        store({ ...secret, tries: Number(known.get(secret.subject)?.tries ?? secret.tries) });
        return true;
      }),
    sealed: async (subject, now) => sealed.all(subject, now) as unknown as SealedSecret[],
    redeem: (subject, hash, now) =>
      write(() => {
        if (!spend.all(subject, now).some((secret) => secret.hash === hash)) return false;
        remove.run(subject);
        return true;
      }),
    forget: (subject) => write(() => void remove.run(subject)),
  };
};
