import type { DatabaseSync } from 'node:sqlite';
import type {
  CheckpointStore,
  Lease,
  LeaseStore,
  RequestKey,
  RequestKeyStore,
  Reservation,
  SequenceStore,
} from '../port.js';
import type { RecordsFile } from './file.js';

export const sequenceWrites = (db: DatabaseSync) => {
  const advance = db.prepare(
    'INSERT INTO sequence (kind, last) VALUES (?, 1) ON CONFLICT DO UPDATE SET last = last + 1 RETURNING last',
  );
  const advanceBy = db.prepare(
    `INSERT INTO sequence (kind, last) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET last = last + excluded.last RETURNING last`,
  );
  const pass = db.prepare(
    'INSERT INTO sequence (kind, last) VALUES (?, ?) ON CONFLICT DO UPDATE SET last = max(last, excluded.last)',
  );
  return {
    nextNumber(kind: string, skip: readonly number[]): number {
      for (;;) {
        const number = Number(advance.get(kind)?.['last']);
        if (!skip.includes(number)) return number;
      }
    },
    reserveNumbers: (kind: string, count: number) => Number(advanceBy.get(kind, count)?.['last']) - count + 1,
    passNumbersTo: (kind: string, last: number) => void pass.run(kind, last),
  };
};

export const sequenceStore = (file: RecordsFile): SequenceStore => ({
  passTo: (kind, last) => file.write('passNumbersTo', kind, last),
  reserve: (kind, count) => file.write('reserveNumbers', kind, count),
  next: (kind, skip = []) => file.write('nextNumber', kind, skip),
});

/** A reservation whose ids and answer are JSON. */
type Stored =
  | { readonly kind: 'open'; readonly minted: string }
  | { readonly kind: 'answered'; readonly result: string }
  | { readonly kind: 'mismatch' };

/** Finds what is stored of a key. */
const keyFinder = (db: DatabaseSync): ((key: RequestKey) => Stored | null) => {
  const find = db.prepare(
    'SELECT body_hash AS bodyHash, minted, result FROM request_key WHERE actor_id = ? AND key = ?',
  );
  return ({ actorId, key, bodyHash }) => {
    const known = find.get(actorId, key);
    if (known === undefined) return null;
    if (known['bodyHash'] !== bodyHash) return { kind: 'mismatch' };
    return known['result'] === null
      ? { kind: 'open', minted: String(known['minted']) }
      : { kind: 'answered', result: String(known['result']) };
  };
};

export const requestKeyWrites = (db: DatabaseSync) => {
  const add = db.prepare(
    `INSERT INTO request_key (actor_id, key, body_hash, minted, reserved_at) VALUES (?, ?, ?, ?, ?)`,
  );
  const addAnswered = db.prepare(
    `INSERT INTO request_key (actor_id, key, body_hash, minted, reserved_at, result) VALUES (?, ?, ?, '{}', ?, ?)`,
  );
  const answer = db.prepare(
    'UPDATE request_key SET result = ? WHERE actor_id = ? AND key = ? AND body_hash = ?',
  );
  const release = db.prepare(
    'DELETE FROM request_key WHERE actor_id = ? AND key = ? AND body_hash = ? AND result IS NULL',
  );
  const forget = db.prepare('DELETE FROM request_key WHERE reserved_at < ?');
  const find = keyFinder(db);
  return {
    reserveKey(requestKey: RequestKey, minted: string, now: number): Stored {
      const known = find(requestKey);
      if (known !== null) return known;
      const { actorId, key, bodyHash } = requestKey;
      add.run(actorId, key, bodyHash, minted, now);
      return { kind: 'open', minted };
    },
    keepAnswer(requestKey: RequestKey, result: string, now: number): Stored {
      const known = find(requestKey);
      const { actorId, key, bodyHash } = requestKey;
      if (known === null) addAnswered.run(actorId, key, bodyHash, now, result);
      else if (known.kind === 'open') answer.run(result, actorId, key, bodyHash);
      else return known;
      return { kind: 'answered', result };
    },
    answerKey: ({ actorId, key, bodyHash }: RequestKey, result: string) =>
      void answer.run(result, actorId, key, bodyHash),
    releaseKey: ({ actorId, key, bodyHash }: RequestKey) => void release.run(actorId, key, bodyHash),
    forgetKeys: (before: number) => void forget.run(before),
  };
};

export const requestKeyReads = (db: DatabaseSync) => {
  const answered = db.prepare(
    'SELECT 1 FROM request_key WHERE actor_id = ? AND key = ? AND result IS NOT NULL',
  );
  return {
    requestKey: keyFinder(db),
    isKeyAnswered: (actorId: number, key: string) => answered.get(actorId, key) !== undefined,
  };
};

const toReservation = (stored: Stored): Reservation<unknown> => {
  if (stored.kind === 'mismatch') return stored;
  return stored.kind === 'answered'
    ? { kind: 'answered', result: JSON.parse(stored.result) as unknown }
    : { kind: 'open', minted: JSON.parse(stored.minted) as Record<string, number | string> };
};

export const requestKeyStore = (file: RecordsFile): RequestKeyStore => ({
  async reserve<R>(
    key: RequestKey,
    minted: Readonly<Record<string, number | string>>,
    now: number,
  ): Promise<Reservation<R>> {
    const stored = await file.write('reserveKey', key, JSON.stringify(minted), now);
    return toReservation(stored) as Reservation<R>;
  },
  answer: (key, result) => file.write('answerKey', key, JSON.stringify(result ?? null)),
  async find<R>(key: RequestKey): Promise<Reservation<R> | null> {
    const stored = await file.read('requestKey', key);
    return stored === null ? null : (toReservation(stored) as Reservation<R>);
  },
  async keep<R>(key: RequestKey, result: R, now: number) {
    const stored = await file.write('keepAnswer', key, JSON.stringify(result ?? null), now);
    return toReservation(stored) as Reservation<R>;
  },
  isAnswered: ({ actorId, key }) => file.read('isKeyAnswered', actorId, key),
  release: (key) => file.write('releaseKey', key),
  forget: (before) => file.write('forgetKeys', before),
});

export const checkpointWrites = (db: DatabaseSync) => {
  const save = db.prepare(
    'INSERT INTO checkpoint (reader, position) VALUES (?, ?) ON CONFLICT DO UPDATE SET position = excluded.position',
  );
  const begin = db.prepare(
    `INSERT INTO checkpoint (reader, position) VALUES (:reader, :position)
     ON CONFLICT DO UPDATE SET position = position WHERE position = :position`,
  );
  const advance = db.prepare(
    'UPDATE checkpoint SET position = :position WHERE reader = :reader AND position IN (:expected, :position)',
  );
  return {
    saveCheckpoint: (reader: string, position: string) => void save.run(reader, position),
    advanceCheckpoint(reader: string, expected: string | null, position: string): boolean {
      const { changes } =
        expected === null ? begin.run({ reader, position }) : advance.run({ reader, expected, position });
      return changes === 1;
    },
  };
};

export const checkpointReads = (db: DatabaseSync) => {
  const load = db.prepare('SELECT position FROM checkpoint WHERE reader = ?');
  return { checkpoint: (reader: string) => (load.get(reader)?.['position'] as string | undefined) ?? null };
};

export const checkpointStore = (file: RecordsFile): CheckpointStore => ({
  load: (reader) => file.read('checkpoint', reader),
  save: (reader, position) => file.write('saveCheckpoint', reader, position),
  advance: (reader, expected, position) => file.write('advanceCheckpoint', reader, expected, position),
});

export const leaseWrites = (db: DatabaseSync) => {
  const first = db.prepare(
    'INSERT INTO lease (name, holder, counter) VALUES (?, ?, 1) ON CONFLICT DO NOTHING',
  );
  const next = db.prepare(
    'UPDATE lease SET holder = ?, counter = counter + 1 WHERE name = ? AND counter = ?',
  );
  return {
    advanceLease(name: string, expected: number, holder: string | null): boolean {
      const { changes } = expected === 0 ? first.run(name, holder) : next.run(holder, name, expected);
      return changes === 1;
    },
  };
};

export const leaseReads = (db: DatabaseSync) => {
  const load = db.prepare('SELECT holder, counter FROM lease WHERE name = ?');
  return { lease: (name: string) => (load.get(name) as unknown as Lease | undefined) ?? null };
};

export const leaseStore = (file: RecordsFile): LeaseStore => ({
  load: (name) => file.read('lease', name),
  advance: (name, expected, holder) => file.write('advanceLease', name, expected, holder),
});
