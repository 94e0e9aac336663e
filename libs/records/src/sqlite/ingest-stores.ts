import type { DatabaseSync } from 'node:sqlite';
import type { HistoryBlock, HistoryStore, IngestState, IngestStateStore } from '../port.js';
import type { Write } from './writer.js';

export const ingestStateStore = (db: DatabaseSync, write: Write): IngestStateStore => {
  const load = db.prepare(
    'SELECT partition, version, next_offset AS nextOffset, state FROM ingest_state WHERE partition = ?',
  );
  const first = db.prepare(
    `INSERT INTO ingest_state (partition, version, next_offset, state) VALUES (?, 1, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const next = db.prepare(
    `UPDATE ingest_state SET version = version + 1, next_offset = ?, state = ? WHERE partition = ? AND version = ?`,
  );
  return {
    load: async (partition) => (load.get(partition) as unknown as IngestState | undefined) ?? null,
    save: (partition, expected, nextOffset, state) =>
      write(() => {
        const { changes } =
          expected === 0
            ? first.run(partition, nextOffset, state)
            : next.run(nextOffset, state, partition, expected);
        return changes === 1;
      }),
  };
};

const BLOCK = 'event_id AS eventId, invitation_id AS invitationId, minute, bytes';

export const historyStore = (db: DatabaseSync, write: Write): HistoryStore => {
  const put = db.prepare(
    `INSERT INTO history_block (event_id, minute, invitation_id, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes`,
  );
  const replace = db.prepare(
    `INSERT INTO history_block (event_id, minute, invitation_id, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes WHERE bytes IS ?`,
  );
  const get = db.prepare(
    `SELECT ${BLOCK} FROM history_block WHERE event_id = ? AND invitation_id = ? AND minute = ?`,
  );
  const read = db.prepare(
    `SELECT ${BLOCK} FROM history_block
     WHERE event_id = ? AND (minute, invitation_id) > (?, ?) AND minute <= ?
     ORDER BY minute, invitation_id LIMIT ?`,
  );
  const forget = db.prepare('DELETE FROM history_block WHERE event_id = ?');
  return {
    put: (blocks) =>
      write(() =>
        blocks.filter(({ eventId, minute, invitationId, bytes, replaces }) => {
          const block = [eventId, minute, invitationId, bytes];
          const { changes } = replaces === undefined ? put.run(...block) : replace.run(...block, replaces);
          return changes === 0;
        }),
      ),
    get: async (eventId, invitationId, minute) =>
      (get.get(eventId, invitationId, minute) as unknown as HistoryBlock | undefined) ?? null,
    async read(eventId, fromMinute, toMinute, limit, after) {
      const start =
        after === undefined || after.minute < fromMinute ? { minute: fromMinute, invitationId: 0 } : after;
      return read.all(
        eventId,
        start.minute,
        start.invitationId,
        toMinute,
        limit,
      ) as unknown as HistoryBlock[];
    },
    forget: (eventId) => write(() => void forget.run(eventId)),
  };
};
