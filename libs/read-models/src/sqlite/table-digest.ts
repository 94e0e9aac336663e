import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StatementSync } from 'node:sqlite';
import { createDigest, digestOf } from '../digest.js';
import type { DocumentId } from '../port.js';
import { tableOf } from './keys.js';
import type { StoredView } from './writer.js';

/** Documents digested before another turn of the event loop: 1 to 3 ms. */
const SLICE = 500;

type Row = readonly [id: DocumentId, document: string];
type Pair = readonly [DocumentId, unknown];

const parsed = ([id, document]: Row): Pair => [id, JSON.parse(document) as unknown];

/** Digest of a view, of which a slice is in memory at a time; so is all of it if SQLite does not order its ids as we do. */
export const digestOfTable = async (
  stored: StoredView,
  prepare: (sql: string) => StatementSync,
): Promise<{ count: number; sha256: string }> => {
  await stored.bringIn();
  const table = `SELECT id, document FROM ${tableOf(stored.shape.view)}`;
  const page = (rest: string, ...keys: DocumentId[]): Row[] =>
    prepare(`${table} ${rest}`).all(...keys) as unknown as Row[];
  if (stored.uneven.has('id')) return digestOf(page('').map(parsed));

  const digest = createDigest();
  let rows = page(`ORDER BY id LIMIT ${SLICE}`);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const row of rows) digest.add(...parsed(row));
    await nextTurn();
    rows = page(`WHERE id > ? ORDER BY id LIMIT ${SLICE}`, last[0]);
  }
  return digest.result();
};
