import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, RecordedEvent } from '../store.js';
import { anEvent } from '../testing/an-event.js';
import { appendAndKill } from '../testing/killed-appender.js';
import type { Acknowledged } from '../testing/killed-appender.js';
import { EventLogInUse, sqliteEventStore } from './index.js';

const clock = { now: () => 1_700_000_000_000 };
const all = (store: EventStore): Promise<readonly RecordedEvent[]> => store.readAll(null, 1_000_000);
const open = (path: string): EventStore => sqliteEventStore({ path, clock });

/** Groups the events by append; an incomplete append or one out of order fails. */
const expectWholeAppends = (events: readonly RecordedEvent[]): void => {
  const missing = new Map<string, number>();
  const next = new Map<string, number>();
  for (const { stream, revision, data } of events) {
    const { index, size } = data as { index: number; size: number };
    expect([stream, revision]).toEqual([stream, next.get(stream) ?? 0]);
    next.set(stream, revision + 1);
    expect(index === 0 ? 0 : missing.get(stream)).toBe(index === 0 ? 0 : size - index);
    missing.set(stream, size - index - 1);
  }
  expect([...missing.values()].filter((left) => left > 0)).toEqual([]);
};

describe('a log whose process is killed', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-killed-'));
    path = join(folder, 'events.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('holds every acknowledged event once, in order, after each of 20 kills', async () => {
    const acknowledged: Acknowledged[] = [];
    for (let kill = 0; kill < 20; kill += 1) {
      acknowledged.push(...(await appendAndKill(path, 1 + kill * 7)));
      const store = open(path);
      const events = await all(store);
      await store.close();

      expectWholeAppends(events);
      const places = new Map(events.map(({ meta }, place) => [meta.id, place]));
      expect(places.size).toBe(events.length);
      const found = acknowledged.map(({ id }) => places.get(id));
      expect(found).not.toContain(undefined);
      expect(found).toEqual([...found].sort((a, b) => Number(a) - Number(b)));
      for (const { id, stream, revision } of acknowledged)
        expect(events[places.get(id) ?? -1]).toMatchObject({ stream, revision });
    }
    expect(acknowledged.length).toBeGreaterThan(20 * 7);
  }, 120_000);

  it('is refused to a second process while it is written, and can be read', async () => {
    await appendAndKill(path, 10, async () => {
      expect(() => open(path)).toThrow(EventLogInUse);
      expect(() => open(path)).toThrow(`The event log ${path} is in use by another process.`);
      const reader = sqliteEventStore({ path, clock, readOnly: true });
      expect((await reader.readAll(null, 10)).length).toBe(10);
      await expect(reader.append('a', [anEvent()], 'any')).rejects.toThrow();
      await reader.close();
    });
    await open(path).close();
  }, 30_000);

  it('opens with whole appends only, a prefix of the log, wherever its write-ahead log is cut', async () => {
    await appendAndKill(path, 300);
    const main = await readFile(path);
    const wal = await readFile(`${path}-wal`);
    const whole = await openCopy(main, wal);
    expect(whole.length).toBeGreaterThanOrEqual(300);

    const lengths = new Set<number>();
    for (const cut of cuts(wal.length)) {
      const events = await openCopy(main, wal.subarray(0, cut));
      expectWholeAppends(events);
      expect(events).toEqual(whole.slice(0, events.length));
      expect(events.length).toBeGreaterThanOrEqual(Math.max(0, ...lengths));
      lengths.add(events.length);
    }
    expect(lengths.size).toBeGreaterThan(20);
    expect([...lengths].at(-1)).toBe(whole.length);
  }, 120_000);

  /** Opens a copy as after a power failure, appends to it, and returns the events that were there before. */
  const openCopy = async (main: Uint8Array, wal: Uint8Array): Promise<readonly RecordedEvent[]> => {
    const copy = join(await mkdtemp(join(folder, 'copy-')), 'events.sqlite');
    await writeFile(copy, main);
    await writeFile(`${copy}-wal`, wal);
    const store = open(copy);
    const events = await all(store);
    await store.append('after', [anEvent()], 'noStream');
    expect(await all(store)).toHaveLength(events.length + 1);
    await store.close();
    return events;
  };
});

/** Frame boundaries of a write-ahead log with 4096-byte pages, the bytes next to them, and offsets inside frames. */
const cuts = (length: number): number[] => {
  const [header, frame] = [32, 24 + 4096];
  const borders = Array.from(
    { length: Math.floor((length - header) / frame) + 1 },
    (_, index) => header + index * frame,
  );
  const chosen = borders.filter((_, index) => index % Math.ceil(borders.length / 40) === 0);
  const around = chosen.flatMap((border) => [border - 1, border, border + 12, border + 2000]);
  return [0, 7, ...around, length].filter((cut) => cut <= length).sort((a, b) => a - b);
};
