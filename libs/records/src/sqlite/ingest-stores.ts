import type { DatabaseSync } from 'node:sqlite';
import type {
  HistoryBlock,
  HistoryExtent,
  HistoryStore,
  IngestState,
  IngestStateStore,
  KeptMinutes,
  Keyframe,
  NewHistoryBlock,
} from '../port.js';
import type { RecordsFile } from './file.js';

export const ingestStateWrites = (db: DatabaseSync) => {
  const first = db.prepare(
    `INSERT INTO ingest_state (partition, version, next_offset, state) VALUES (?, 1, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const next = db.prepare(
    `UPDATE ingest_state SET version = version + 1, next_offset = ?, state = ? WHERE partition = ? AND version = ?`,
  );
  return {
    saveIngestState(partition: number, expected: number, nextOffset: number, state: Uint8Array): boolean {
      const { changes } =
        expected === 0
          ? first.run(partition, nextOffset, state)
          : next.run(nextOffset, state, partition, expected);
      return changes === 1;
    },
  };
};

export const ingestStateReads = (db: DatabaseSync) => {
  const load = db.prepare(
    'SELECT partition, version, next_offset AS nextOffset, state FROM ingest_state WHERE partition = ?',
  );
  return {
    ingestState: (partition: number) => (load.get(partition) as unknown as IngestState | undefined) ?? null,
  };
};

export const ingestStateStore = (file: RecordsFile): IngestStateStore => ({
  load: (partition) => file.read('ingestState', partition),
  save: (partition, expected, nextOffset, state) =>
    file.write('saveIngestState', partition, expected, nextOffset, state),
});

const BLOCK = 'event_id AS eventId, invitation_id AS invitationId, minute, bytes';
/** Blocks of one page of a long read: some milliseconds. */
const PAGE = 500;

/** The place of a block in the order of a read. */
interface Place {
  readonly minute: number;
  readonly invitationId: number;
}

/**
 * A block becomes shorter when its parts become one. It then gets a new place at the end of the table, and the pages of its
 * former place become free as a whole: in place it would leave them half empty for good.
 */
const isShorter = ({ bytes, replaces }: NewHistoryBlock): boolean => bytes.length < (replaces?.length ?? 0);

export const historyWrites = (db: DatabaseSync) => {
  const put = db.prepare(
    `INSERT INTO history_block (event_id, minute, invitation_id, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes`,
  );
  const begin = db.prepare(
    `INSERT INTO history_block (event_id, minute, invitation_id, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const replace = db.prepare(
    'UPDATE history_block SET bytes = ? WHERE event_id = ? AND minute = ? AND invitation_id = ? AND bytes IS ?',
  );
  const take = db.prepare(
    'DELETE FROM history_block WHERE event_id = ? AND minute = ? AND invitation_id = ? AND bytes IS ?',
  );
  /** False if the block that it replaces is not there. */
  const store = ({ eventId, minute, invitationId, bytes, replaces }: NewHistoryBlock): boolean => {
    const { changes } =
      replaces == null
        ? (replaces === null ? begin : put).run(eventId, minute, invitationId, bytes)
        : replace.run(bytes, eventId, minute, invitationId, replaces);
    return changes > 0;
  };
  /** As `store`, at the end of the table. */
  const move = (block: NewHistoryBlock): boolean => {
    const { eventId, minute, invitationId, replaces = null } = block;
    const isTaken = take.run(eventId, minute, invitationId, replaces).changes > 0;
    return isTaken && store({ ...block, replaces: null });
  };
  const forget = db.prepare('DELETE FROM history_block WHERE event_id = ?');
  const putKeyframe = db.prepare(
    `INSERT INTO history_keyframe (event_id, minute, bytes)
     SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM history_block WHERE event_id = ?1)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes`,
  );
  const dropKeyframes = db.prepare('DELETE FROM history_keyframe WHERE event_id = ?');
  return {
    /** @returns the indexes of the blocks that were not stored */
    putBlocks: (blocks: readonly NewHistoryBlock[]) => {
      const numbered = [...blocks.entries()];
      const moved = numbered.filter(([, block]) => isShorter(block));
      const others = numbered.filter(([, block]) => !isShorter(block));
      // Those for the end of the table first, so that blocks which still grow are not between them.
      const failed = [
        ...moved.filter(([, block]) => !move(block)),
        ...others.filter(([, block]) => !store(block)),
      ];
      return failed.map(([index]) => index);
    },
    forgetBlocks: (eventId: number) => {
      forget.run(eventId);
      dropKeyframes.run(eventId);
    },
    putKeyframes: (keyframes: readonly Keyframe[]) => {
      for (const { eventId, minute, bytes } of keyframes) putKeyframe.run(eventId, minute, bytes);
    },
    dropKeyframes: (eventId: number) => void dropKeyframes.run(eventId),
  };
};

export const historyReads = (db: DatabaseSync) => {
  const get = db.prepare(
    `SELECT ${BLOCK} FROM history_block WHERE event_id = ? AND invitation_id = ? AND minute = ?`,
  );
  const read = db.prepare(
    `SELECT ${BLOCK} FROM history_block
     WHERE event_id = ? AND (minute, invitation_id) > (?, ?) AND minute <= ?
     ORDER BY minute, invitation_id LIMIT ?`,
  );
  const extent = db.prepare(
    `SELECT count(DISTINCT invitation_id) AS cars, count(*) AS minutes FROM history_block WHERE event_id = ?`,
  );
  // Each by itself is one step in the index; both in one statement read all of the event.
  const minutes = db.prepare(
    `SELECT (SELECT min(minute) FROM history_block WHERE event_id = ?1) AS first,
            (SELECT max(minute) FROM history_block WHERE event_id = ?1) AS newest`,
  );
  const count = db.prepare('SELECT count(*) AS blocks FROM history_block WHERE event_id = ? AND minute <= ?');
  const keyframes = db.prepare(
    'SELECT event_id AS eventId, minute, bytes FROM history_keyframe WHERE event_id = ? ORDER BY minute',
  );
  return {
    extent: (eventId: number) => extent.get(eventId) as unknown as HistoryExtent,
    historyMinutes: (eventId: number) => {
      const kept = minutes.get(eventId) as unknown as KeptMinutes | { readonly first: null };
      return kept.first === null ? null : kept;
    },
    countBlocks: (eventId: number, toMinute: number) =>
      (count.get(eventId, toMinute) as { blocks: number }).blocks,
    keyframes: (eventId: number) => keyframes.all(eventId) as unknown as readonly Keyframe[],
    block: (eventId: number, invitationId: number, minute: number) =>
      (get.get(eventId, invitationId, minute) as unknown as HistoryBlock | undefined) ?? null,
    blocks: (eventId: number, after: Place, toMinute: number, limit: number) =>
      read.all(
        eventId,
        after.minute,
        after.invitationId,
        toMinute,
        limit,
      ) as unknown as readonly HistoryBlock[],
  };
};

export const historyStore = (file: RecordsFile): HistoryStore => ({
  async put(blocks) {
    const refused = await file.write('putBlocks', blocks);
    return refused.flatMap((index) => blocks[index] ?? []);
  },
  get: (eventId, invitationId, minute) => file.read('block', eventId, invitationId, minute),
  async read(eventId, fromMinute, toMinute, limit, after) {
    let start: Place =
      after === undefined || after.minute < fromMinute ? { minute: fromMinute, invitationId: 0 } : after;
    const blocks: HistoryBlock[] = [];
    while (blocks.length < limit) {
      const wanted = Math.min(PAGE, limit - blocks.length);
      const page = await file.read('blocks', eventId, start, toMinute, wanted);
      blocks.push(...page);
      const last = page.at(-1);
      if (last === undefined || page.length < wanted) break;
      start = { minute: last.minute, invitationId: last.invitationId };
    }
    return blocks;
  },
  extent: (eventId) => file.read('extent', eventId),
  minutes: (eventId) => file.read('historyMinutes', eventId),
  count: (eventId, toMinute) => file.read('countBlocks', eventId, toMinute),
  putKeyframes: (keyframes) => file.write('putKeyframes', keyframes),
  keyframes: (eventId) => file.read('keyframes', eventId),
  dropKeyframes: (eventId) => file.write('dropKeyframes', eventId),
  forget: (eventId) => file.write('forgetBlocks', eventId),
});
