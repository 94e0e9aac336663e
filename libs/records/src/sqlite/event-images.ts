import type { DatabaseSync } from 'node:sqlite';
import type { EventImageStore } from '../port.js';
import type { Write } from './writer.js';

export const EVENT_IMAGE_COLUMNS = 'name, event_id AS eventId, added_at AS addedAt, bytes';

export const eventImageStore = (db: DatabaseSync, write: Write): EventImageStore => {
  const add = db.prepare('INSERT INTO event_image (name, event_id, added_at, bytes) VALUES (?, ?, ?, ?)');
  const forgetUnused = db.prepare('DELETE FROM event_image WHERE event_id IS NULL AND added_at < ?');
  const find = db.prepare('SELECT bytes FROM event_image WHERE name = ?');
  const assign = db.prepare(
    'UPDATE event_image SET event_id = :eventId WHERE name = :name AND (event_id IS NULL OR event_id = :eventId)',
  );
  const copy = db.prepare(
    `INSERT OR IGNORE INTO event_image (name, event_id, added_at, bytes)
     SELECT :to, :eventId, :addedAt, bytes FROM event_image WHERE name = :name`,
  );
  const forgetOthers = db.prepare(
    'DELETE FROM event_image WHERE event_id = ? AND name NOT IN (SELECT value FROM json_each(?))',
  );
  return {
    put: ({ name, eventId, addedAt, bytes }, unusedBefore) =>
      write(() => {
        forgetUnused.run(unusedBefore);
        add.run(name, eventId, addedAt, bytes);
      }),
    get: async (name) => (find.get(name)?.['bytes'] as Uint8Array | undefined) ?? null,
    assign: (name, eventId) => write(() => assign.run({ name, eventId }).changes > 0),
    copy: (name, { name: to, eventId, addedAt }) =>
      write(() => {
        copy.run({ name, to, eventId, addedAt });
        return find.get(to) !== undefined;
      }),
    keepOnly: (eventId, names) => write(() => void forgetOthers.run(eventId, JSON.stringify(names))),
  };
};
