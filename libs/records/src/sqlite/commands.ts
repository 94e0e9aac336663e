import type { DatabaseSync } from 'node:sqlite';
import type {
  CheckpointStore,
  Lease,
  LeaseStore,
  RequestKeyStore,
  Reservation,
  SequenceStore,
} from '../port.js';
import type { Write } from './writer.js';

export const sequenceStore = (db: DatabaseSync, write: Write): SequenceStore => {
  const advance = db.prepare(
    'INSERT INTO sequence (kind, last) VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last',
  );
  const pass = db.prepare(
    'INSERT INTO sequence (kind, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
  );
  return {
    passTo: (kind, last) => write(() => void pass.run(kind, last)),
    next: (kind, skip = []) =>
      write(() => {
        for (;;) {
          const number = Number(advance.get(kind)?.last);
          if (!skip.includes(number)) return number;
        }
      }),
  };
};

export const requestKeyStore = (db: DatabaseSync, write: Write): RequestKeyStore => {
  const add = db.prepare(
    `INSERT INTO request_key (actor_id, key, body_hash, minted, reserved_at) VALUES (?, ?, ?, ?, ?)`,
  );
  const find = db.prepare(
    'SELECT body_hash AS bodyHash, minted, result FROM request_key WHERE actor_id = ? AND key = ?',
  );
  const answer = db.prepare(
    'UPDATE request_key SET result = ? WHERE actor_id = ? AND key = ? AND body_hash = ?',
  );
  const answered = db.prepare(
    'SELECT 1 FROM request_key WHERE actor_id = ? AND key = ? AND result IS NOT NULL',
  );
  const release = db.prepare(
    'DELETE FROM request_key WHERE actor_id = ? AND key = ? AND body_hash = ? AND result IS NULL',
  );
  const forget = db.prepare('DELETE FROM request_key WHERE reserved_at < ?');

  return {
    reserve: <R>(
      { actorId, key, bodyHash }: Parameters<RequestKeyStore['reserve']>[0],
      minted: Readonly<Record<string, number | string>>,
      now: number,
    ) =>
      write((): Reservation<R> => {
        const known = find.get(actorId, key);
        if (known === undefined) {
          add.run(actorId, key, bodyHash, JSON.stringify(minted), now);
          return { kind: 'open', minted };
        }
        if (known.bodyHash !== bodyHash) return { kind: 'mismatch' };
        return known.result === null
          ? { kind: 'open', minted: JSON.parse(String(known.minted)) as Record<string, number | string> }
          : { kind: 'answered', result: JSON.parse(String(known.result)) as R };
      }),
    answer: ({ actorId, key, bodyHash }, result) =>
      write(() => void answer.run(JSON.stringify(result ?? null), actorId, key, bodyHash)),
    isReserved: async ({ actorId, key }) => find.get(actorId, key) !== undefined,
    isAnswered: async ({ actorId, key }) => answered.get(actorId, key) !== undefined,
    release: ({ actorId, key, bodyHash }) => write(() => void release.run(actorId, key, bodyHash)),
    forget: (before) => write(() => void forget.run(before)),
  };
};

export const checkpointStore = (db: DatabaseSync, write: Write): CheckpointStore => {
  const load = db.prepare('SELECT position FROM checkpoint WHERE reader = ?');
  const save = db.prepare(
    'INSERT INTO checkpoint (reader, position) VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  );
  return {
    load: async (reader) => (load.get(reader)?.position as string | undefined) ?? null,
    save: (reader, position) => write(() => void save.run(reader, position)),
  };
};

export const leaseStore = (db: DatabaseSync, write: Write): LeaseStore => {
  const load = db.prepare('SELECT holder, counter FROM lease WHERE name = ?');
  const first = db.prepare(
    'INSERT INTO lease (name, holder, counter) VALUES (?, ?, 1) ON CONFLICT DO NOTHING',
  );
  const next = db.prepare(
    'UPDATE lease SET holder = ?, counter = counter + 1 WHERE name = ? AND counter = ?',
  );
  return {
    load: async (name) => (load.get(name) as unknown as Lease | undefined) ?? null,
    advance: (name, expected, holder) =>
      write(() => {
        const { changes } = expected === 0 ? first.run(name, holder) : next.run(holder, name, expected);
        return changes === 1;
      }),
  };
};
