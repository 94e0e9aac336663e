import type { DatabaseSync } from 'node:sqlite';
import type { TakeBack, TakeBackStore } from '../port.js';
import type { RecordsFile } from './file.js';

export const TAKE_BACK_COLUMNS = `token_hash AS tokenHash, user_id AS userId, "order", expires_at AS expiresAt, sealed,
  held_address AS heldAddress`;

export const takeBackWrites = (db: DatabaseSync) => {
  const forgetExpired = db.prepare('DELETE FROM take_back WHERE expires_at <= ?');
  const put = db.prepare(
    `INSERT OR REPLACE INTO take_back (token_hash, user_id, "order", expires_at, sealed, held_address)
     VALUES (:tokenHash, :userId, :order, :expiresAt, :sealed, :heldAddress)`,
  );
  const forget = db.prepare('DELETE FROM take_back WHERE user_id = ? AND "order" >= ?');
  return {
    addTakeBack(takeBack: TakeBack, now: number): void {
      forgetExpired.run(now);
      put.run({ ...takeBack });
    },
    forgetTakeBacksFrom: (userId: number, order: number) => void forget.run(userId, order),
  };
};

export const takeBackReads = (db: DatabaseSync) => {
  const find = db.prepare(
    `SELECT ${TAKE_BACK_COLUMNS} FROM take_back WHERE token_hash = ? AND expires_at > ?`,
  );
  const holders = db.prepare(
    'SELECT DISTINCT user_id AS userId FROM take_back WHERE held_address = ? AND expires_at > ?',
  );
  return {
    takeBack: (tokenHash: string, now: number) =>
      (find.get(tokenHash, now) as unknown as TakeBack | undefined) ?? null,
    addressHolders: (address: string, now: number) =>
      holders.all(address, now).map(({ userId }) => Number(userId)),
  };
};

export const takeBackStore = (file: RecordsFile): TakeBackStore => ({
  add: (takeBack, now) => file.write('addTakeBack', takeBack, now),
  find: (tokenHash, now) => file.read('takeBack', tokenHash, now),
  forgetFrom: (userId, order) => file.write('forgetTakeBacksFrom', userId, order),
  holdersOf: (address, now) => file.read('addressHolders', address, now),
});
