/** A file of notes for specs, with operations that fail and that take long. */
import { defineFile } from '../definition.js';

/** An error that operations throw and that keeps its class on its way. */
export class NoteTaken extends Error {
  override readonly name = 'NoteTaken';
}

/** Holds the thread up. */
export const pause = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

export const file = defineFile({
  module: import.meta.url,
  title: 'The notes',
  settings: 'PRAGMA secure_delete = ON;',
  prepare: (db) =>
    db.exec('CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT'),
  writes(db, { onRollback }) {
    const insert = db.prepare('INSERT OR REPLACE INTO note (name, text) VALUES (?, ?)');
    const known = db.prepare('SELECT 1 FROM note WHERE name = ?');
    const erase = db.prepare('DELETE FROM note WHERE name = ?');
    let rolledBack = 0;
    onRollback(() => (rolledBack += 1));
    const assertFree = (name: string): void => {
      if (known.get(name) !== undefined) throw new NoteTaken(`${name} is taken.`);
    };
    return {
      put: (name: string, text: string) => void insert.run(name, text),
      putAll: (names: readonly string[], text: string) => {
        for (const name of names) insert.run(name, text);
        return names.length;
      },
      putNew: (name: string, text: string) => {
        assertFree(name);
        insert.run(name, text);
      },
      putThenFail: (name: string, message: string) => {
        insert.run(name, 'never stored');
        throw new RangeError(message);
      },
      putSlowly: (name: string, ms: number) => {
        insert.run(name, 'slow');
        pause(ms);
      },
      putLazily: (name: string, text: string) => void insert.run(name, text),
      erase: (name: string) => void erase.run(name),
      /** The file may not grow by more than this many pages from now on; null for no limit. */
      mayGrowBy: (pages: number | null) => {
        const count = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
        db.exec(`PRAGMA max_page_count = ${pages === null ? 1_000_000 : count + pages}`);
      },
      rolledBack: () => rolledBack,
      endThread: () => process.exit(1),
      breakThread: () => {
        process.nextTick(() => {
          throw new Error('the thread is broken');
        });
      },
    };
  },
  reads(db) {
    const one = db.prepare('SELECT text FROM note WHERE name = ?');
    const names = db.prepare('SELECT name FROM note ORDER BY name');
    return {
      text: (name: string) => (one.get(name)?.['text'] as string | undefined) ?? null,
      names: () => names.all().map(({ name }) => String(name)),
      synchronous: () => Number(db.prepare('PRAGMA synchronous').get()?.['synchronous']),
    };
  },
  checked: ['putNew'],
  lazy: ['putLazily'],
  long: ['names'],
  errors: { NoteTaken: (message) => new NoteTaken(message) },
});
