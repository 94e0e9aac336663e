import { beforeEach, describe, expect, it } from '@jest/globals';
import { CommandIdReused, createCommandHandler } from './command-handler.js';
import type { CommandContext, Decider } from './command-handler.js';
import { memoryEventStore } from './memory/index.js';
import { RevisionConflict } from './store.js';
import type { EventStore } from './store.js';
import { createUpcast } from './upcast.js';

type Counted = { readonly type: 'Counted'; readonly data: { readonly by: number } };
interface Count {
  readonly by: number;
}
const counter: Decider<Count, Counted, number> = {
  initialState: 0,
  decide({ by }, total) {
    if (total + by > 100) throw new Error('Too many.');
    return by === 0 ? [] : [{ type: 'Counted', data: { by } }];
  },
  evolve: (total, { data }) => total + data.by,
};

let minted = 0;
const ids = { uuid: () => `id-${(minted += 1)}`, token: () => 'token' };
const clock = { time: 1_700_000_000_000, now: () => clock.time };
const by = (commandId: string = ids.uuid()): CommandContext => ({
  actorId: 5,
  actorRoles: [2],
  clubId: 9,
  correlationId: 'request',
  commandId,
});

/** Records the reads of a store. */
const listening = (store: EventStore): { store: EventStore; reads: number[] } => {
  const reads: number[] = [];
  return {
    reads,
    store: {
      ...store,
      readStream(stream, from = 0) {
        reads.push(from);
        return store.readStream(stream, from);
      },
    },
  };
};

/** Another process that writes to the stream just before each of the first `times` appends. */
const withRival = (store: EventStore, times: number): EventStore => {
  let left = times;
  return {
    ...store,
    async append(stream, events, expected) {
      if (left > 0) {
        left -= 1;
        const theirs = events.map((event) => ({ ...event, meta: { ...event.meta, causationId: 'theirs' } }));
        await store.append(stream, theirs, 'any');
      }
      return store.append(stream, events, expected);
    },
  };
};

describe('handle', () => {
  let store: EventStore;
  const upcast = createUpcast({ versions: { Counted: 1 } });
  beforeEach(() => {
    store = memoryEventStore({ clock });
  });

  it('decides on the folded stream and records who did it and why', async () => {
    const handle = createCommandHandler({ store, upcast, ids });
    await handle('a', counter, { by: 2 }, by());
    const result = await handle('a', counter, { by: 3 }, by('command-1'));
    expect(result).toMatchObject({ state: 5, revision: 1 });
    expect(result.position).toBe(await store.head());
    expect(result.events).toEqual((await store.readStream('a')).slice(1));
    expect(result.events[0]?.meta).toEqual({
      id: expect.stringMatching(/^id-/),
      actorId: 5,
      actorRoles: [2],
      clubId: 9,
      correlationId: 'request',
      causationId: 'command-1',
      schemaVersion: 1,
    });
  });

  it('names in its events what was ordered', async () => {
    const handle = createCommandHandler({ store, upcast, ids });
    await handle('a', counter, { by: 2 }, { ...by('command-1'), commandName: 'count' });
    const [event] = await store.readStream('a');
    expect(event?.meta).toMatchObject({
      causationId: 'command-1',
      command: { name: 'count', id: 'command-1' },
    });
  });

  it('appends nothing where nothing is decided', async () => {
    const handle = createCommandHandler({ store, upcast, ids });
    expect(await handle('a', counter, { by: 0 }, by())).toEqual({
      events: [],
      state: 0,
      revision: -1,
      position: null,
    });
    const { position } = await handle('a', counter, { by: 1 }, by());
    expect(await handle('a', counter, { by: 0 }, by())).toEqual({
      events: [],
      state: 1,
      revision: 0,
      position,
    });
  });

  it('passes refusals on and goes on with the next command', async () => {
    const handle = createCommandHandler({ store, upcast, ids });
    await expect(handle('a', counter, { by: 101 }, by())).rejects.toThrow('Too many.');
    expect(await handle('a', counter, { by: 100 }, by())).toMatchObject({ state: 100 });
  });

  it('runs the commands of one stream in sequence', async () => {
    const rivalless: EventStore = {
      ...store,
      append: (stream, events, expected) =>
        store.append(stream, events, expected).catch((error: unknown) => {
          throw new Error('a conflict inside one process', { cause: error });
        }),
    };
    const handle = createCommandHandler({ store: rivalless, upcast, ids });
    await Promise.all(Array.from({ length: 50 }, () => handle('a', counter, { by: 2 }, by())));
    expect(await store.readStream('a')).toHaveLength(50);
    await expect(handle('a', counter, { by: 1 }, by())).rejects.toThrow('Too many.');
  });

  it('reads again when another process was first, three times', async () => {
    const handle = createCommandHandler({ store: withRival(store, 3), upcast, ids });
    expect(await handle('a', counter, { by: 1 }, by())).toMatchObject({ state: 4, revision: 3 });
    const unlucky = createCommandHandler({ store: withRival(store, 4), upcast, ids });
    await expect(unlucky('b', counter, { by: 1 }, by())).rejects.toBeInstanceOf(RevisionConflict);
  });

  it('reads a stream that it knows only if another process has written to it, and all of one that it forgot', async () => {
    const { store: heard, reads } = listening(store);
    const handle = createCommandHandler({ store: heard, upcast, ids, cacheSize: 1 });
    await handle('a', counter, { by: 1 }, by());
    await handle('a', counter, { by: 1 }, by());
    await createCommandHandler({ store, upcast, ids })('a', counter, { by: 5 }, by());
    expect(await handle('a', counter, { by: 1 }, by())).toMatchObject({ state: 8 });
    await handle('b', counter, { by: 1 }, by());
    expect(await handle('a', counter, { by: 1 }, by())).toMatchObject({ state: 9 });
    expect(reads).toEqual([0, 2, 0, 0]);
  });

  it.each([
    ['in the same process', true],
    ['in the next process', false],
  ])('answers a repeated command with what it recorded the first time, %s', async (_, same) => {
    const handle = createCommandHandler({ store, upcast, ids });
    const first = await handle('a', counter, { by: 60 }, by('command-1'));
    await handle('a', counter, { by: 30 }, by('command-2'));
    const again = same ? handle : createCommandHandler({ store, upcast, ids });
    const repeat = await again('a', counter, { by: 60 }, by('command-1'));
    expect(repeat.events).toEqual(first.events);
    expect(repeat).toMatchObject({ state: 90, revision: 1 });
    expect(await store.readStream('a')).toHaveLength(2);
    await again('b', counter, { by: 60 }, by('command-1'));
    expect(await store.readStream('b')).toHaveLength(1);
  });

  it('answers what was recorded when an append failed after it was written', async () => {
    let broken = true;
    const failing: EventStore = {
      ...store,
      async append(stream, events, expected) {
        const recorded = await store.append(stream, events, expected);
        if (broken) throw new Error('connection lost');
        return recorded;
      },
    };
    const handle = createCommandHandler({ store: failing, upcast, ids });
    await expect(handle('a', counter, { by: 1 }, by('command-1'))).rejects.toThrow('connection lost');
    broken = false;
    expect((await handle('a', counter, { by: 1 }, by('command-1'))).events).toEqual(
      await store.readStream('a'),
    );
    expect(await store.readStream('a')).toHaveLength(1);
  });

  it('reads before it refuses a command, or finds nothing to change, by what another process wrote', async () => {
    const handle = createCommandHandler({ store, upcast, ids });
    await handle('a', counter, { by: 90 }, by());
    const other = createCommandHandler({ store, upcast, ids });
    await other('a', counter, { by: -80 }, by());
    expect(await handle('a', counter, { by: 20 }, by())).toMatchObject({ state: 30, revision: 2 });
    await other('a', counter, { by: 1 }, by());
    expect(await handle('a', counter, { by: 0 }, by())).toMatchObject({ state: 31, revision: 3 });
  });

  it('appends the commands that waited for a stream together, each decided on the one before', async () => {
    const sizes: number[] = [];
    const heard: EventStore = {
      ...store,
      append(stream, events, expected) {
        sizes.push(events.length);
        return store.append(stream, events, expected);
      },
    };
    const handle = createCommandHandler({ store: heard, upcast, ids });
    const results = await Promise.allSettled([
      handle('a', counter, { by: 1 }, by()),
      handle('a', counter, { by: 90 }, by('command-1')),
      handle('a', counter, { by: 20 }, by()),
      handle('a', counter, { by: 0 }, by()),
      handle('a', counter, { by: 5 }, by()),
      handle('a', counter, { by: 90 }, by('command-1')),
    ]);
    expect(sizes).toEqual([1, 2]);
    expect(results.map((each) => (each.status === 'fulfilled' ? each.value.state : 'refused'))).toEqual([
      1,
      91,
      'refused',
      91,
      96,
      96,
    ]);
    const recorded = results.map((each) => (each.status === 'fulfilled' ? each.value.events : []));
    expect(recorded.map((events) => events.map(({ revision }) => revision))).toEqual([
      [0],
      [1],
      [],
      [],
      [2],
      [1],
    ]);
  });

  it('decides a whole group again if another process was first', async () => {
    const rival = withRival(store, 1);
    const contended: EventStore = {
      ...store,
      append: (stream, events, expected) =>
        (events.length > 1 ? rival : store).append(stream, events, expected),
    };
    const handle = createCommandHandler({ store: contended, upcast, ids });
    const results = await Promise.all(
      [1, 10, 10, 10].map((each) => handle('a', counter, { by: each }, by())),
    );
    expect(results.map(({ state }) => state)).toEqual([1, 41, 51, 61]);
    expect(await store.readStream('a')).toHaveLength(7);
  });

  it('fails a whole group if its append fails, and reads what was recorded all the same', async () => {
    let isBroken = false;
    const failing: EventStore = {
      ...store,
      async append(stream, events, expected) {
        const recorded = await store.append(stream, events, expected);
        if (isBroken) throw new Error('connection lost');
        return recorded;
      },
    };
    const handle = createCommandHandler({ store: failing, upcast, ids });
    const first = handle('a', counter, { by: 1 }, by());
    const group = ['command-1', 'command-2'].map((id) => handle('a', counter, { by: 1 }, by(id)));
    await first;
    isBroken = true;
    const failed = await Promise.allSettled(group);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await handle('a', counter, { by: 1 }, by())).toMatchObject({ state: 4 });
    expect(await handle('a', counter, { by: 1 }, by('command-2'))).toMatchObject({ state: 4, revision: 3 });
  });

  describe('of a request whose key gives the command its id', () => {
    const asked = (digest: string, since = 0): CommandContext => ({
      ...by('command-1'),
      commandName: 'count',
      request: { digest, since },
    });

    it('records the digest, and answers a repetition with what it recorded', async () => {
      const handle = createCommandHandler({ store, upcast, ids });
      const { events } = await handle('a', counter, { by: 1 }, asked('this'));
      expect(events[0]?.meta.command).toEqual({ name: 'count', id: 'command-1', request: 'this' });
      const next = createCommandHandler({ store, upcast, ids });
      expect((await next('a', counter, { by: 1 }, asked('this'))).events).toEqual(events);
    });

    it('refuses another request under it, and goes on', async () => {
      const handle = createCommandHandler({ store, upcast, ids });
      const results = await Promise.allSettled(
        ['this', 'that', 'this'].map((digest) => handle('a', counter, { by: 1 }, asked(digest))),
      );
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(results[1]).toMatchObject({ reason: expect.any(CommandIdReused) });
      expect(await store.readStream('a')).toHaveLength(1);
    });

    it('carries it out again where the recorded one is from before the key was issued anew', async () => {
      const handle = createCommandHandler({ store, upcast, ids });
      await handle('a', counter, { by: 1 }, asked('this'));
      clock.time += 1;
      const since = clock.time;
      const anew = await handle('a', counter, { by: 2 }, asked('that', since));
      expect(anew).toMatchObject({ state: 3, revision: 1 });
      const next = createCommandHandler({ store, upcast, ids });
      expect((await next('a', counter, { by: 2 }, asked('that', since))).events).toEqual(anew.events);
      expect(await store.readStream('a')).toHaveLength(2);
    });
  });

  it('reads old shapes as they are today', async () => {
    const old = createCommandHandler({ store, upcast: createUpcast(), ids });
    const oldCounter: Decider<number, { type: 'Counted'; data: { n: number } }, null> = {
      initialState: null,
      decide: (n) => [{ type: 'Counted', data: { n } }],
      evolve: () => null,
    };
    await old('a', oldCounter, 7, by());
    const today = createUpcast({
      versions: { Counted: 2 },
      steps: { Counted: { 1: (data) => ({ by: (data as { n: number }).n }) } },
    });
    const handle = createCommandHandler({ store, upcast: today, ids });
    const result = await handle('a', counter, { by: 1 }, by());
    expect(result.state).toBe(8);
    expect(result.events[0]?.meta.schemaVersion).toBe(2);
  });
});
