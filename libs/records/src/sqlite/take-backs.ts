import type { DatabaseSync } from 'node:sqlite';
import type { TakeBack, TakeBackStore } from '../port.js';
import type { Write } from './writer.js';

export const TAKE_BACK_COLUMNS = `token_hash AS tokenHash, user_id AS userId, "order", expires_at AS expiresAt, sealed,
  held_address AS heldAddress`;

export const takeBackStore = (db: DatabaseSync, write: Write): TakeBackStore => {
  const forgetExpired = db.prepare('DELETE FROM take_back WHERE expires_at <= ?');
  const put = db.prepare(
    `INSERT OR REPLACE INTO take_back (token_hash, user_id, "order", expires_at, sealed, held_address)
     VALUES (:tokenHash, :userId, :order, :expiresAt, :sealed, :heldAddress)`,
  );
  const find = db.prepare(
    `SELECT ${TAKE_BACK_COLUMNS} FROM take_back WHERE token_hash = ? AND expires_at > ?`,
  );
  const forget = db.prepare('DELETE FROM take_back WHERE user_id = ? AND "order" >= ?');
  const holders = db.prepare(
    'SELECT DISTINCT user_id AS userId FROM take_back WHERE held_address = ? AND expires_at > ?',
  );
  return {
    add: (takeBack, now) =>
      write(() => {
        forgetExpired.run(now);
        put.run({ ...takeBack });
      }),
    find: async (tokenHash, now) => (find.get(tokenHash, now) as unknown as TakeBack | undefined) ?? null,
    forgetFrom: (userId, order) => write(() => void forget.run(userId, order)),
    holdersOf: async (address, now) => holders.all(address, now).map(({ userId }) => Number(userId)),
  };
};
