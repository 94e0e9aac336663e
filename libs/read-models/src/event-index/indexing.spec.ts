import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createUpcast, type EventStore, type Position } from '@flagpost/event-sourcing';
import { memoryEventStore, memoryLog } from '@flagpost/event-sourcing/memory';
import { silentLogger } from '@flagpost/platform';
import { until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { startIndexing, type Indexing } from './indexing.js';
import type { EventIndex } from './port.js';
import { sqliteEventIndex } from './sqlite/index.js';

let time: VirtualTime;
let store: EventStore;
let index: EventIndex;
let running: Indexing | null;
beforeEach(() => {
  time = virtualTime();
  store = memoryEventStore({ clock: time, log: memoryLog() });
  index = sqliteEventIndex({ path: ':memory:' });
  running = null;
});
afterEach(async () => {
  await running?.stop();
  await store.close();
  await index.close();
});

let made = 0;
const append = (stream: string, type = 'Passed', to = store) => {
  made += 1;
  const meta = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', causationId: null };
  return to.append(
    stream,
    [{ type, data: {}, meta: { ...meta, id: `id ${made}`, schemaVersion: 1 } }],
    'any',
  );
};
const start = (changes: { version?: number; of?: EventStore; into?: EventIndex } = {}): Indexing =>
  (running = startIndexing({
    store: changes.of ?? store,
    index: changes.into ?? index,
    keysOf: ({ stream }) => [`stream ${stream}`],
    version: changes.version ?? 1,
    upcast: createUpcast(),
    clock: time,
    scheduler: time,
    logger: silentLogger,
  }));
const caughtUp = async (indexing: Indexing, of = store) =>
  indexing.waitFor((await of.head()) as Position, 1_000);
const numbersOf = async (stream: string) => {
  const query = { keys: [`stream ${stream}`], from: null, until: null, below: null, limit: 100 };
  return (await index.find(query)).found.map(({ number }) => number);
};

describe('indexing of a log', () => {
  it('has what was there, and what comes as soon as somebody waits for it', async () => {
    await append('a');
    await append('b');
    const indexing = start();
    expect(await caughtUp(indexing)).toBe(true);
    expect(await numbersOf('a')).toEqual([1]);
    await append('a');
    expect(await caughtUp(indexing)).toBe(true);
    expect(await numbersOf('a')).toEqual([3, 1]);
  });

  it('adds what comes within a second if nobody waits', async () => {
    await append('a');
    start();
    await time.advance(1_000);
    await until('the event in the index', async () => (await index.head())?.number === 1);
  });

  it('goes on where it was', async () => {
    await append('a');
    await caughtUp(start());
    await running?.stop();
    await append('a');
    expect(await caughtUp(start())).toBe(true);
    expect(await numbersOf('a')).toEqual([2, 1]);
  });

  it('is made again if its keys are made in another way', async () => {
    await append('a');
    await caughtUp(start());
    await running?.stop();
    await caughtUp(start({ version: 2 }));
    expect((await index.head())?.version).toBe(2);
    expect(await numbersOf('a')).toEqual([1]);
  });

  it('is made again if the log is another one, or was put back from an older copy', async () => {
    await append('a');
    await append('b');
    await caughtUp(start());
    await running?.stop();
    const other = memoryEventStore({ clock: time, log: memoryLog() });
    await append('c', 'Passed', other);
    await caughtUp(start({ of: other }), other);
    expect(await numbersOf('a')).toEqual([]);
    expect(await numbersOf('c')).toEqual([1]);
    await running?.stop();
    await other.close();
  });

  it('is tried again after a failure, and says so meanwhile', async () => {
    await append('a');
    let failures = 1;
    const failing: EventIndex = {
      ...index,
      head: async () => {
        failures -= 1;
        if (failures >= 0) throw new Error('the disk is full');
        return index.head();
      },
    };
    const indexing = start({ into: failing });
    await until('the failure', () => indexing.failure() !== null);
    await time.advance(1_000);
    expect(await caughtUp(indexing)).toBe(true);
    expect(indexing.failure()).toBeNull();
    expect(await numbersOf('a')).toEqual([1]);
  });

  it('has what comes while a group is being added', async () => {
    await append('a');
    let onAdd = (): Promise<unknown> => Promise.resolve();
    let isAdded = false;
    const slow: EventIndex = {
      ...index,
      async add(events, version) {
        await onAdd();
        await index.add(events, version);
      },
    };
    const indexing = start({ into: slow });
    expect(await caughtUp(indexing)).toBe(true);
    onAdd = async () => {
      onAdd = () => Promise.resolve();
      await append('a');
      // Its delivery, and the wait that would add it at once, come before this group is added.
      for (let turn = 0; turn < 100; turn += 1) await new Promise((next) => setImmediate(next));
      isAdded = true;
    };
    await append('b');
    await until('the second group', async () => {
      await time.advance(1_000);
      return isAdded;
    });
    expect(await caughtUp(indexing)).toBe(true);
    await append('a');
    expect(await caughtUp(indexing)).toBe(true);
    expect([await numbersOf('a'), await numbersOf('b')]).toEqual([[4, 3, 1], [2]]);
  });

  it('does not wait for what no log has for longer than it was told', async () => {
    const waiting = start().waitFor('9999999999999999' as Position, 500);
    await time.advance(500);
    expect(await waiting).toBe(false);
  });
});
