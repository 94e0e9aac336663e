import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreDBClient } from '@eventstore/db-client';
import type { EventStore, ExpectedRevision, NewEvent, SubscribeOptions } from '@flagpost/event-sourcing';
import { eventStoreDb } from '@flagpost/event-sourcing/eventstoredb';
import { ConfigError, silentLogger, ServiceUnavailableError } from '@flagpost/platform';
import type { Clock, Scheduler } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { until } from '../../until.js';
import { freePort } from '../free-port.js';
import { startEventStoreDouble, type EventStoreDouble } from './index.js';

/** The adapter's waiting is done this many times as fast. */
const HASTE = 5;
const clock: Clock = { now: () => systemClock.now() * HASTE };
/** How often the adapter has waited before it tried again; a deadline that is kept is not counted. */
let waits = 0;
const scheduler: Scheduler = {
  after: (ms, callback) =>
    systemScheduler.after(ms / HASTE, () => {
      waits += 1;
      callback();
    }),
  every: (ms, callback) => systemScheduler.every(ms / HASTE, callback),
};

/** Resolves when the adapter has met the fault and tries again. */
const tryAgain = async (): Promise<void> => {
  const before = waits;
  await until('another attempt of the adapter', () => waits > before);
};
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const anEvent = (data: unknown): NewEvent => ({
  type: 'Happened',
  data,
  meta: {
    id: systemIds.uuid(),
    actorId: 1,
    actorRoles: [],
    clubId: null,
    correlationId: 'c',
    causationId: null,
    schemaVersion: 1,
  },
});

describe('EventStoreDB with faults, over its double', () => {
  let folder: string;
  let double: EventStoreDouble;
  let store: EventStore;
  const opened: { close(): Promise<void> }[] = [];

  const open = async (
    address: string,
    more: Partial<Parameters<typeof eventStoreDb>[0]> = {},
    time = { clock, scheduler },
  ): Promise<EventStore> => {
    const settings = { EVENTSTORE_URL: address, EVENTSTORE_PREFIX: '', ...more };
    const one = await eventStoreDb(settings, { ...time, logger: silentLogger });
    opened.push(one);
    return one;
  };
  const start = (name = 'events', port?: number): Promise<EventStoreDouble> =>
    startEventStoreDouble({ path: join(folder, `${name}.db`), ...(port === undefined ? {} : { port }) });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-double-'));
    double = await start();
    store = await open(double.address);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await double.stop();
    await rm(folder, { recursive: true });
  });

  const append = async (from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number += 1) await store.append('numbers', [anEvent(number)], 'any');
  };
  const stored = async (stream = 'numbers'): Promise<unknown[]> =>
    (await store.readStream(stream)).map(({ data }) => data);
  const follow = (options: Partial<SubscribeOptions> = {}) => {
    const seen: unknown[] = [];
    const subscription = store.subscribeAll({
      after: null,
      onEvents: async (events) => void seen.push(...events.map(({ data }) => data)),
      ...options,
    });
    return { seen, subscription };
  };

  describe('at the start', () => {
    it('says in a sentence which setting to look at when nothing answers', async () => {
      const nobody = `127.0.0.1:${await freePort()}`;
      const opening = open(`esdb://admin:secret@${nobody}?tls=false`);
      await expect(opening).rejects.toBeInstanceOf(ServiceUnavailableError);
      await expect(opening).rejects.toThrow(
        `EventStoreDB does not answer at ${nobody}: is it running, and is EVENTSTORE_URL right? (`,
      );
      await expect(opening).rejects.not.toThrow('secret');
    });

    it('says which settings hold the credentials when they are refused', async () => {
      double.fault('accessDenied');
      const opening = open(double.address);
      await expect(opening).rejects.toBeInstanceOf(ConfigError);
      await expect(opening).rejects.toThrow(
        `EventStoreDB at 127.0.0.1:${double.port} refuses the credentials: EVENTSTORE_USERNAME and EVENTSTORE_PASSWORD must be those of a user who may read $all.`,
      );
    });

    it.each([
      [{ EVENTSTORE_URL: undefined }, 'EVENT_STORE=eventstoredb requires EVENTSTORE_URL.'],
      [{ EVENTSTORE_USERNAME: 'admin' }, 'must be set together'],
      [{ EVENTSTORE_PASSWORD: 'secret' }, 'must be set together'],
      [{ EVENTSTORE_USERNAME: 'admin', EVENTSTORE_PASSWORD: 'secret' }, 'says tls=false'],
      [{ EVENTSTORE_URL: 'esdb://admin:secret@:x' }, 'is not a connection string of EventStoreDB'],
      [{ EVENTSTORE_URL: 'esdb://host?tlsCAFile=secret.pem' }, 'names a file that does not exist'],
    ])('refuses %j without repeating a secret', async (settings, words) => {
      const opening = open(double.address, settings);
      await expect(opening).rejects.toBeInstanceOf(ConfigError);
      await expect(opening).rejects.toThrow(words);
      await expect(opening).rejects.not.toThrow('secret');
    });
  });

  it('leaves the system events of the database, and what others write to it, out of everything', async () => {
    const first = await open(double.address, { EVENTSTORE_PREFIX: 'one-' });
    const second = await open(double.address, { EVENTSTORE_PREFIX: 'two-' });
    const seen: unknown[] = [];
    first.subscribeAll({
      after: null,
      onEvents: async (events) => void seen.push(...events.map(({ stream, data }) => [stream, data])),
    });
    for (const number of upTo(20)) {
      await first.append('a', [anEvent(number)], 'any');
      await second.append('a', [anEvent(-number)], 'any');
    }
    const raw = EventStoreDBClient.connectionString(double.address);
    const types: string[] = [];
    for await (const { event } of raw.readAll()) types.push(event?.type ?? '');
    expect(types.filter((type) => type === '$statsCollected').length).toBeGreaterThan(3);

    const wanted = upTo(20).map((number) => ['a', number]);
    await until('20 events', () => seen.length >= 20);
    expect(seen).toEqual(wanted);
    expect((await first.readAll(null, 100)).map(({ stream, data }) => [stream, data])).toEqual(wanted);
    expect(await first.head()).toBe((await first.readStream('a')).at(-1)?.position);
    expect((await store.readAll(null, 100)).map(({ stream }) => stream)).toEqual(
      upTo(20).flatMap(() => ['one-a', 'two-a']),
    );
  });

  it('waits out a short absence, then says that the store does not answer, at once while it lasts', async () => {
    double.fault('unavailable');
    const patient = append(0, 1);
    await tryAgain();
    double.fault(null);
    await patient;

    double.fault('unavailable');
    await expect(append(1, 2)).rejects.toBeInstanceOf(ServiceUnavailableError);
    await expect(store.head()).rejects.toThrow('EventStoreDB does not answer at 127.0.0.1');
    const before = waits;
    await expect(append(1, 2)).rejects.toBeInstanceOf(ServiceUnavailableError);
    expect(waits).toBe(before);

    double.fault(null);
    await append(1, 2);
    expect(await stored()).toEqual([0, 1]);
  });

  it.each<ExpectedRevision>(['noStream', 0, 'any'])(
    'records an append once whose answer was lost, expecting %j',
    async (expected) => {
      if (expected === 0) await store.append('a', [anEvent('before')], 'noStream');
      double.fault('deadlineExceeded');
      const given = [anEvent('first'), anEvent('second')];
      const answer = store.append('a', given, expected);
      await tryAgain();
      double.fault(null);
      expect(await answer).toMatchObject(given);
      expect((await store.readStream('a')).slice(-2)).toEqual(await answer);
      expect(await store.readAll(null, 10)).toHaveLength(expected === 0 ? 3 : 2);
    },
  );

  it('says which setting of the server an append is too large for, and appends nothing of it', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    await store.append('routes', [anEvent(megabyte)], 'noStream');
    await expect(
      store.append(
        'routes',
        Array.from({ length: 5 }, () => anEvent(megabyte)),
        0,
      ),
    ).rejects.toThrow(
      'Events for stream routes are larger than the 4194304 bytes that EventStoreDB takes at once: raise its setting MaxAppendSize.',
    );
    expect(await store.readStream('routes')).toHaveLength(1);
  });

  it('says at once that an append is too large for the wire, without a repetition, and goes on', async () => {
    const megabytes = (count: number): NewEvent => anEvent('x'.repeat(count * 1024 * 1024));
    const strict = await startEventStoreDouble({
      path: join(folder, 'strict.db'),
      maxMessageBytes: 2 * 1024 * 1024,
    });
    store = await open(strict.address);
    await append(0, 1);
    const before = waits;
    await expect(store.append('routes', [megabytes(17)], 'noStream')).rejects.toThrow(
      /^Events for stream routes have \d+ bytes: EventStoreDB takes at most 16515072 at once\.$/,
    );
    await expect(store.append('routes', [megabytes(3)], 'noStream')).rejects.toThrow(
      /^Events for stream routes have \d+ bytes: that is more than EventStoreDB, or a proxy before it, takes in one message/,
    );
    expect(waits).toBe(before);
    await append(1, 2);
    expect(await stored()).toEqual([0, 1]);
    expect(await store.readStream('routes')).toEqual([]);
    await strict.stop();
  });

  it('goes to the leader it is told of, and back when that one is gone', async () => {
    const leader = await start('leader');
    double.fault({ notLeader: { host: '127.0.0.1', port: leader.port } });
    await append(0, 3);
    expect(await stored()).toEqual([0, 1, 2]);
    const atLeader = await open(leader.address);
    expect(await atLeader.readAll(null, 10)).toHaveLength(3);

    double.fault(null);
    await leader.stop();
    await append(3, 4);
    expect(await stored()).toEqual([3]);
  });

  it('gives up a read that is never answered', async () => {
    await append(0, 1);
    double.fault('silent');
    await expect(store.readAll(null, 10)).rejects.toThrow('EventStoreDB does not answer');
    double.fault(null);
    expect(await stored()).toEqual([0]);
  });

  it('gives up an append that is never answered, and records it once by a repetition', async () => {
    double.fault('silent');
    const answer = append(0, 1);
    await until('the append at the double', () => double.unansweredAppends() === 1);
    double.fault(null);
    await answer;
    expect(await stored()).toEqual([0]);
  });

  it('loses, repeats and swaps nothing while streams of appends break under load', async () => {
    double.fault({ breakAppendsAt: 40 });
    const writers = upTo(32);
    const write = async (writer: number): Promise<void> => {
      for (const number of upTo(5))
        await store.append(`writer-${writer}`, [anEvent(number)], number === 0 ? 'noStream' : number - 1);
    };
    await Promise.all(writers.map(write));
    expect(double.unansweredAppends()).toBeGreaterThanOrEqual((32 * 5) / 40);
    double.fault(null);
    for (const writer of writers) expect(await stored(`writer-${writer}`)).toEqual(upTo(5));
    expect(await store.readAll(null, 10_000)).toHaveLength(32 * 5);
  });

  it('tells each append in a broken stream its own error', async () => {
    await append(0, 1);
    // A large append takes its time on a busy machine, and must not be given up.
    store = await open(double.address, {}, { clock: systemClock, scheduler: systemScheduler });
    double.fault({ breakAppendsAt: 2 });
    const [wrong, large, right] = await Promise.allSettled([
      store.append('numbers', [anEvent('late')], 'noStream'),
      store.append('large', [anEvent('x'.repeat(5 * 1024 * 1024))], 'noStream'),
      store.append('others', [anEvent('kept')], 'noStream'),
    ]);
    expect(wrong).toMatchObject({ reason: { name: 'RevisionConflict', actual: 0 } });
    expect(large).toMatchObject({
      reason: { message: expect.stringContaining('raise its setting MaxAppendSize') },
    });
    expect(right).toMatchObject({ value: { length: 1 } });
    expect(double.unansweredAppends()).toBeGreaterThan(0);
  });

  it('resumes dropped subscriptions without gap or repeat', async () => {
    const { seen } = follow({ batchSize: 3 });
    for (const round of upTo(6)) {
      await append(round * 10, round * 10 + 5);
      double.dropSubscriptions(round % 2 === 0 ? 'unavailable' : 'ended');
      await append(round * 10 + 5, round * 10 + 10);
      if (round > 2) await until(`the events of round ${round}`, () => seen.length === round * 10 + 10);
    }
    expect(seen).toEqual(upTo(60));
  });

  it('ends a subscription that the store refuses, with its word', async () => {
    const { subscription } = follow();
    const ended = expect(subscription.closed).rejects.toThrow('Access Denied');
    double.fault('accessDenied');
    double.dropSubscriptions('ended');
    await ended;
  });

  it('goes on after the server was stopped and started again over the same data', async () => {
    const { seen } = follow();
    await append(0, 10);
    const before = await store.readAll(null, 100);
    await until('10 events', () => seen.length === 10);
    await double.stop();
    const meanwhile = append(10, 11);
    double = await start('events', double.port);
    await meanwhile;
    await append(11, 20);
    await until('20 events', () => seen.length === 20);
    expect(seen).toEqual(upTo(20));
    expect((await store.readAll(null, 100)).slice(0, 10)).toEqual(before);
  });

  it('leaves at the server what a slow subscriber has not taken yet', async () => {
    const large = 'x'.repeat(20_000);
    const writers = upTo(10).map((writer) => upTo(20).map((number) => anEvent({ writer, number, large })));
    for (const [writer, events] of writers.entries()) await store.append(`s-${writer}`, events, 'noStream');
    const seen: unknown[] = [];
    let goOn: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (goOn = resolve));
    follow({
      batchSize: 5,
      onEvents: async (events) => {
        seen.push(...events.map(({ meta }) => meta.id));
        await slow;
      },
    });
    await until('the first event', () => seen.length > 0);
    await pause(300); // what was to come has come
    expect(double.sentToSubscriptions()).toBeLessThan(100);
    goOn();
    await until('200 events', () => seen.length === 200);
    expect(seen).toEqual(writers.flat().map(({ meta }) => meta.id));
  });

  it('stops while the server is away', async () => {
    const { subscription, seen } = follow();
    double.fault('unavailable');
    await tryAgain();
    await subscription.stop();
    await subscription.closed;
    double.fault(null);
    await append(0, 1);
    expect(seen).toEqual([]);
  });
});
