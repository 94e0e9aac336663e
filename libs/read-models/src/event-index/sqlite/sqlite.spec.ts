import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import { eventIndexContract } from '../../testing/event-index-suite.js';
import type { NewIndexedEvent } from '../port.js';
import { sqliteEventIndex } from './index.js';
import { SEGMENT } from './schema.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'flagpost-index-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pathOf = (): string => join(folder, 'audit.db');
const ALL = { keys: [], from: null, until: null, below: null, limit: 100 };
const anEvent = (number: number, keys: readonly string[]): NewIndexedEvent => ({
  number,
  stream: 's',
  revision: number - 1,
  recordedAt: number,
  position: String(number) as Position,
  id: `id ${number}`,
  keys,
});

eventIndexContract('SQLite', async () => ({
  index: sqliteEventIndex({ path: pathOf() }),
  dispose: async () => undefined,
}));

eventIndexContract('SQLite in memory', async () => ({
  index: sqliteEventIndex({ path: ':memory:' }),
  dispose: async () => undefined,
}));

describe('an index in a file', () => {
  it('is there again after it was closed', async () => {
    const first = sqliteEventIndex({ path: pathOf() });
    await first.add([anEvent(1, ['a'])], 1);
    await first.close();
    const again = sqliteEventIndex({ path: pathOf() });
    expect((await again.find({ ...ALL, keys: ['a'] })).found).toHaveLength(1);
    await again.close();
  });

  it('is thrown away if SQLite cannot read it, or if it has another layout', async () => {
    writeFileSync(pathOf(), 'this is no database, and is longer than the header of one would be '.repeat(20));
    const broken = sqliteEventIndex({ path: pathOf() });
    expect(await broken.head()).toBeNull();
    await broken.add([anEvent(1, [])], 1);
    await broken.close();

    const db = new DatabaseSync(pathOf());
    db.exec('PRAGMA user_version = 99');
    db.close();
    const other = sqliteEventIndex({ path: pathOf() });
    expect(await other.head()).toBeNull();
    await other.close();
  });

  it('finds across segments what is rare in them', async () => {
    const index = sqliteEventIndex({ path: ':memory:' });
    const last = 2 * SEGMENT + 10;
    const rare = new Set([3, SEGMENT - 1, SEGMENT, 2 * SEGMENT + 1]);
    const keysOf = (number: number) =>
      rare.has(number) ? ['often', 'rare'] : number % 2 === 0 ? ['often'] : [];
    const events = Array.from({ length: last }, (_, at) => anEvent(at + 1, keysOf(at + 1)));
    for (let from = 0; from < last; from += 10_000) await index.add(events.slice(from, from + 10_000), 1);
    const { found, next } = await index.find({ ...ALL, keys: ['often', 'rare'] });
    expect(found.map(({ number }) => number)).toEqual([...rare].toReversed());
    expect(next).toBeNull();
    await index.close();
  });

  it('ends a search that finds nothing for long, and goes on with the next page', async () => {
    const index = sqliteEventIndex({ path: ':memory:' });
    const last = 60_000;
    const keysOf = (number: number) => (number === 1 ? ['odd', 'even'] : [number % 2 === 0 ? 'even' : 'odd']);
    for (let from = 1; from <= last; from += 10_000)
      await index.add(
        Array.from({ length: 10_000 }, (_, at) => anEvent(from + at, keysOf(from + at))),
        1,
      );
    const query = { ...ALL, keys: ['odd', 'even'] };
    const first = await index.find(query);
    expect(first.found).toEqual([]);
    expect(first.next).toBeLessThan(last);
    let page = first;
    while (page.found.length === 0 && page.next !== null)
      page = await index.find({ ...query, below: page.next });
    expect(page.found.map(({ number }) => number)).toEqual([1]);
    await index.close();
  });
});
