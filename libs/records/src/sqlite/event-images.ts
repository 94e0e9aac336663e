import type { DatabaseSync } from 'node:sqlite';
import type { EventImage, EventImageStore } from '../port.js';
import type { RecordsFile } from './file.js';

export const EVENT_IMAGE_COLUMNS = 'name, event_id AS eventId, added_at AS addedAt, bytes';

export const eventImageWrites = (db: DatabaseSync) => {
  const add = db.prepare('INSERT INTO event_image (name, event_id, added_at, bytes) VALUES (?, ?, ?, ?)');
  const forgetUnused = db.prepare('DELETE FROM event_image WHERE event_id IS NULL AND added_at < ?');
  const known = db.prepare('SELECT 1 FROM event_image WHERE name = ?');
  const assign = db.prepare(
    'UPDATE event_image SET event_id = :eventId WHERE name = :name AND (event_id IS NULL OR event_id = :eventId)',
  );
  const copy = db.prepare(
    `INSERT OR IGNORE INTO event_image (name, event_id, added_at, bytes)
     SELECT :to, :eventId, :addedAt, bytes FROM event_image WHERE name = :name`,
  );
  const forgetOthers = db.prepare(
    `DELETE FROM event_image WHERE event_id = :eventId AND substr(name, 1, length(:prefix)) = :prefix
     AND name NOT IN (SELECT value FROM json_each(:names))`,
  );
  return {
    putEventImage({ name, eventId, addedAt, bytes }: EventImage, unusedBefore: number): void {
      forgetUnused.run(unusedBefore);
      add.run(name, eventId, addedAt, bytes);
    },
    assignEventImage: (name: string, eventId: number) => assign.run({ name, eventId }).changes > 0,
    copyEventImage(name: string, copied: Omit<EventImage, 'bytes'>): boolean {
      copy.run({ name, to: copied.name, eventId: copied.eventId, addedAt: copied.addedAt });
      return known.get(copied.name) !== undefined;
    },
    keepOnlyEventImages: (eventId: number, prefix: string, names: readonly string[]) =>
      void forgetOthers.run({ eventId, prefix, names: JSON.stringify(names) }),
  };
};

export const eventImageReads = (db: DatabaseSync) => {
  const find = db.prepare('SELECT bytes FROM event_image WHERE name = ?');
  return { eventImage: (name: string) => (find.get(name)?.['bytes'] as Uint8Array | undefined) ?? null };
};

export const eventImageStore = (file: RecordsFile): EventImageStore => ({
  put: (image, unusedBefore) => file.write('putEventImage', image, unusedBefore),
  get: (name) => file.read('eventImage', name),
  assign: (name, eventId) => file.write('assignEventImage', name, eventId),
  copy: (name, copied) => file.write('copyEventImage', name, copied),
  keepOnly: (eventId, prefix, names) => file.write('keepOnlyEventImages', eventId, prefix, names),
});
