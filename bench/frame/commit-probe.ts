import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Prints the median time of a commit by SQLite as Flagpost's files have it, ms. Word: the folder. */
const [folder = ''] = process.argv.slice(2);
const COMMITS = 9;

const db = new DatabaseSync(join(folder, 'probe.db'));
db.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS row (number INTEGER)',
);
const insert = db.prepare('INSERT INTO row VALUES (?)');
const took = Array.from({ length: COMMITS }, (_, number) => {
  const from = performance.now();
  insert.run(number);
  return performance.now() - from;
});
db.close();
console.log(took.toSorted((a, b) => a - b)[Math.floor(COMMITS / 2)]);
