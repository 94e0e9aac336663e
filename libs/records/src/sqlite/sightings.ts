import type { DatabaseSync } from 'node:sqlite';
import type { ScreenConnection, SightingBlock, SightingStore } from '../port.js';
import type { RecordsFile } from './file.js';

export const SIGHTING_COLUMNS = 'event_id AS eventId, minute, writer, bytes';
export const SCREEN_COLUMNS =
  'id, event_id AS eventId, user_id AS userId, directs, began_at AS "from", known_at AS "to"';

export interface ScreenRow extends Omit<ScreenConnection, 'directs'> {
  readonly directs: number;
}
export const screenOf = (row: ScreenRow): ScreenConnection => ({ ...row, directs: row.directs === 1 });

export const sightingWrites = (db: DatabaseSync) => {
  const put = db.prepare(
    `INSERT INTO sighting_block (event_id, minute, writer, bytes) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET bytes = excluded.bytes`,
  );
  /** A block that becomes shorter gets a new place at the end of the table, as one of the history does. */
  const takeLonger = db.prepare(
    'DELETE FROM sighting_block WHERE event_id = ? AND minute = ? AND writer = ? AND length(bytes) > ?',
  );
  const putScreen = db.prepare(
    `INSERT INTO screen_connection (id, event_id, user_id, directs, began_at, known_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET known_at = excluded.known_at`,
  );
  const forget = db.prepare('DELETE FROM sighting_block WHERE event_id = ?');
  const forgetScreens = db.prepare('DELETE FROM screen_connection WHERE event_id = ?');
  return {
    putSightings: (blocks: readonly SightingBlock[]) => {
      for (const { eventId, minute, writer, bytes } of blocks) {
        takeLonger.run(eventId, minute, writer, bytes.length);
        put.run(eventId, minute, writer, bytes);
      }
    },
    putScreens: (screens: readonly ScreenConnection[]) => {
      for (const { id, eventId, userId, directs, from, to } of screens)
        putScreen.run(id, eventId, userId, directs ? 1 : 0, from, to);
    },
    forgetSightings: (eventId: number) => {
      forget.run(eventId);
      forgetScreens.run(eventId);
    },
  };
};

export const sightingReads = (db: DatabaseSync) => {
  const read = db.prepare(
    `SELECT ${SIGHTING_COLUMNS} FROM sighting_block
     WHERE event_id = ? AND minute >= ? AND minute <= ? ORDER BY minute, writer`,
  );
  const first = db.prepare(
    'SELECT minute FROM sighting_block WHERE event_id = ? AND minute <= ? ORDER BY minute LIMIT 1',
  );
  const newest = db.prepare(
    'SELECT minute FROM sighting_block WHERE event_id = ? AND minute <= ? ORDER BY minute DESC LIMIT 1',
  );
  const screens = db.prepare(
    `SELECT ${SCREEN_COLUMNS} FROM screen_connection WHERE event_id = ? ORDER BY began_at, id`,
  );
  return {
    sightings: (eventId: number, fromMinute: number, toMinute: number) =>
      read.all(eventId, fromMinute, toMinute) as unknown as readonly SightingBlock[],
    sightingMinutes: (eventId: number, minute: number) => {
      const [from, to] = [first.get(eventId, minute), newest.get(eventId, minute)];
      return from === undefined || to === undefined
        ? null
        : { first: Number(from['minute']), newest: Number(to['minute']) };
    },
    screens: (eventId: number) => (screens.all(eventId) as unknown as ScreenRow[]).map(screenOf),
  };
};

export const sightingStore = (file: RecordsFile): SightingStore => ({
  put: (blocks) => file.write('putSightings', blocks),
  read: (eventId, fromMinute, toMinute) => file.read('sightings', eventId, fromMinute, toMinute),
  minutes: (eventId, minute) => file.read('sightingMinutes', eventId, minute),
  putScreens: (screens) => file.write('putScreens', screens),
  screens: (eventId) => file.read('screens', eventId),
  forget: (eventId) => file.write('forgetSightings', eventId),
});
