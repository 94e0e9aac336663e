import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  carKey,
  POSITION_PARTITIONS,
  RACE,
  TOPICS,
  type LiveFrame,
  type PositionInput,
} from '@flagpost/contracts';
import type { Topics } from '@flagpost/messaging';
import {
  createHealth,
  silentLogger,
  ServiceUnavailableError,
  type Health,
  type Scheduler,
} from '@flagpost/platform';
import type { Records } from '@flagpost/records';
import { raceSetup, until, virtualTime, type VirtualTime } from '@flagpost/testing';
import { onTrack, publishSetup, readFacts, watchFrames } from '../testing/topics.js';
import { openStores, temporaryFolder, type Stores } from '../testing/stores.js';
import { startPipeline, type Pipeline } from './pipeline.js';

const START = Date.UTC(2026, 5, 1, 12);
const EVENT = 7;
const LAP_S = 90;
const S = 1_000;

/** Every call of `part` rejects while `isAway`. */
const awayWhile = <T extends object>(part: T, isAway: () => boolean): T =>
  new Proxy(part, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown =>
        isAway() ? Promise.reject(new ServiceUnavailableError('away')) : Reflect.apply(value, target, args);
    },
  });

describe('the pipeline, while a server is away', () => {
  let time: VirtualTime;
  let stores: Stores;
  let health: Health;
  let frames: LiveFrame[];
  let pipeline: Pipeline | null;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let away: { topics: boolean; records: boolean; asleep: boolean };

  beforeEach(async () => {
    time = virtualTime(START);
    folder = await temporaryFolder();
    stores = await openStores(folder.path, time);
    away = { topics: false, records: false, asleep: false };
    await publishSetup(stores.topics, raceSetup(EVENT, START, [1, 2]));
    pipeline = null;
  });
  afterEach(async () => {
    away = { topics: false, records: false, asleep: false };
    await pipeline?.stop();
    await stores.close();
    await folder.remove();
  });

  /** Timers of a process that is asleep do nothing. */
  const scheduler: Scheduler = {
    after: (ms, callback) => time.after(ms, callback),
    every: (ms, callback) => time.every(ms, () => away.asleep || callback()),
  };
  /** At the race's second `at`. */
  const start = async (at = 0, options: { unsavedAtMost?: number } = {}): Promise<void> => {
    await time.advance(at * S);
    health = createHealth();
    frames = watchFrames(stores.topics);
    const { topics, records } = stores;
    const reaching: Topics = {
      ...topics,
      publish: (topic, messages) => awayWhile(topics, () => away.topics).publish(topic, messages),
      heads: (topic) => awayWhile(topics, () => away.topics).heads(topic),
    };
    const parts: Pick<Records, 'ingestStates' | 'history'> = {
      ingestStates: awayWhile(records.ingestStates, () => away.records),
      history: awayWhile(records.history, () => away.records),
    };
    pipeline = await startPipeline({
      topics: reaching,
      records: parts,
      devices: { dropped: () => undefined },
      clock: time,
      scheduler,
      logger: silentLogger,
      health,
      ...options,
    });
  };
  const stop = async (): Promise<void> => {
    await pipeline?.stop();
    pipeline = null;
  };
  const ingest = async () => (await health.read()).parts.ingest!;
  const read = async () => (await ingest()).details?.read;
  /** A fix of the race's second `at`, received then. */
  const fix = (at: number): PositionInput => {
    const t = START + at * S;
    return { receivedAt: t, t, ...onTrack(at / LAP_S) };
  };
  const send = (car: number, input: PositionInput): Promise<void> =>
    stores.topics.publish(TOPICS.positions, [{ key: carKey(EVENT, car), value: JSON.stringify(input) }]);
  /** Second by second; these cars are heard. */
  const drive = async (from: number, to: number, cars: readonly number[] = [1, 2]): Promise<void> => {
    for (let at = from; at < to; at += 1) {
      for (const car of cars) await send(car, fix(at));
      await time.advance(S);
    }
  };
  const offline = (car: number): number[] =>
    frames.flatMap(({ serverTime, cars }) =>
      cars.some((one) => one.invitationId === car && one.offline) ? [(serverTime - START) / S] : [],
    );
  const laps = async () =>
    (await readFacts(stores.topics)).flatMap((fact) => (fact.type === 'lapCompleted' ? [fact.lap] : []));

  it.each(['topics', 'asleep'] as const)(
    'takes no car for silent that could not be heard (%s)',
    async (what) => {
      await start();
      await drive(0, 60);
      away[what] = true;
      await drive(60, 80, []);
      away[what] = false;
      // A phone that was refused tries again after 30 s. Car 2 never does.
      await drive(80, 110, []);
      await drive(110, 140, [1]);
      expect(offline(1)).toEqual([]);
      const [first = 0] = offline(2);
      expect(first).toBeGreaterThanOrEqual(80 + RACE.afterOutageMs / S);
      expect(first).toBeLessThan(80 + RACE.afterOutageMs / S + 3);
    },
  );

  it('says nothing of its cars for 5 s after it slept: another may speak of them by now', async () => {
    await start();
    await drive(0, 10);
    away.asleep = true;
    await drive(10, 40);
    away.asleep = false;
    await drive(40, 60);
    const since = frames.map(({ serverTime }) => (serverTime - START) / S).filter((at) => at > 10);
    expect(Math.min(...since)).toBeGreaterThanOrEqual(45);
    expect(Math.min(...since)).toBeLessThan(46.5);
  });

  it('goes on without records: facts and frames come, and what waited is saved when they are back', async () => {
    await start(30);
    await drive(30, 85);
    away.records = true;
    await drive(85, 115);
    await until('170 inputs', async () => (await read()) === 170);
    const { ok, details } = await ingest();
    expect(ok).toBe(false);
    expect(details?.trouble).toMatch(/state: away/);
    expect(frames.at(-1)?.serverTime).toBeGreaterThan(START + 113 * S);
    away.records = false;
    await drive(115, 120);
    await until('health without trouble', async () => (await ingest()).ok);
    expect(await ingest()).toMatchObject({ details: { restarts: 0 } });
    await drive(120, 215);
    await stop();
    expect(await laps()).toEqual([1, 1]);
    expect(offline(1)).toEqual([]);
    const minute = START / 60_000;
    const blocks = await stores.records.history.read(EVENT, minute, minute + 5, 100);
    expect(blocks).toHaveLength(8);
  });

  it('waits with new inputs once too much is in memory alone, and loses none', async () => {
    await start(30);
    await drive(30, 40);
    await until('20 inputs', async () => (await read()) === 20);
    away.records = true;
    await drive(40, 130);
    const before = Number(await read());
    expect(before).toBeLessThan(200);
    expect((await ingest()).details?.behind).toBeGreaterThan(0);
    await drive(130, 150);
    expect(await read()).toBe(before);
    expect(offline(1)).toEqual([]);
    away.records = false;
    await drive(150, 160);
    await until('260 inputs', async () => (await read()) === 260);
    await drive(160, 215);
    await stop();
    expect(await laps()).toEqual([1, 1]);
  });

  it('reads no further in a backlog than memory may hold, and loses none', async () => {
    await start(30, { unsavedAtMost: 25 });
    await drive(30, 40);
    await until('20 inputs', async () => (await read()) === 20);
    away.records = true;
    await drive(40, 80);
    const before = Number(await read());
    expect(before).toBeLessThan(100);
    expect((await ingest()).details?.behind).toBe(100 - before);
    away.records = false;
    await drive(80, 90);
    await until('120 inputs', async () => (await read()) === 120);
    await drive(90, 215);
    await stop();
    expect(await laps()).toEqual([1, 1]);
  });

  it('passes over nothing where it is stopped before its first state could be saved', async () => {
    await start(30);
    await until(
      'all partitions',
      async () => ((await ingest()).details?.partitions as unknown[]).length === POSITION_PARTITIONS,
    );
    away.records = true;
    await drive(30, 40);
    const before = Number(await read());
    expect(before).toBeGreaterThan(0);
    await stop();
    away.records = false;
    await start();
    await drive(40, 42);
    await until('24 inputs', async () => (await read()) === 24);
  });

  it('waits for the records where it has to begin', async () => {
    away.records = true;
    await start(30);
    await drive(30, 40);
    expect(await ingest()).toMatchObject({ ok: false, details: { partitions: [], read: 0 } });
    away.records = false;
    await drive(40, 42);
    await until('24 inputs', async () => (await read()) === 24);
    expect(await ingest()).toMatchObject({ ok: true, details: { restarts: 0 } });
  });
});
