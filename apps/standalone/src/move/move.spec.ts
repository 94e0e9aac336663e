import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNTS_MARKED } from '@flagpost/api';
import { TOPICS, TOPIC_DEFINITIONS } from '@flagpost/contracts';
import type { EventStore } from '@flagpost/event-sourcing';
import { memoryEventStore, memoryLog } from '@flagpost/event-sourcing/memory';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { sqliteTopics, sqliteTopicsArchive } from '@flagpost/messaging/sqlite';
import { ConfigError, silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { sqliteRecords, sqliteRecordsArchive } from '@flagpost/records/sqlite';
import { until } from '@flagpost/testing';
import { startFlagpost } from '@flagpost/race-testing/flagpost';
import { move, type Source, type Target } from './move.js';
import { COPIED_CHECKPOINTS } from './records.js';

const parts = { clock: systemClock, scheduler: systemScheduler, logger: silentLogger };

const filesOf = (folder: string) => ({
  records: join(folder, 'records.db'),
  secrets: join(folder, 'secrets.json'),
});

const openSource = (folder: string): Source => ({
  store: sqliteEventStore({ path: join(folder, 'events.db'), clock: systemClock, readOnly: true }),
  records: sqliteRecordsArchive(filesOf(folder)),
  topics: sqliteTopicsArchive(join(folder, 'topics.db')),
});

const closeSource = async ({ store, records, topics }: Source): Promise<void> => {
  await store.close();
  records.close();
  topics.close();
};

/** Inputs that were taken and that no state contains yet. */
const waitingInputs = ({ records, topics }: Source): number =>
  records
    .ingestStates()
    .map(
      ({ partition, nextOffset }) => topics.read(TOPICS.positions, partition, nextOffset, 1_000_000).length,
    )
    .reduce((sum, count) => sum + count, 0);

/** A target in files, so that its content can be read like that of the source. */
const openTarget = async (folder: string, log = memoryLog()): Promise<Target> => {
  const topics = sqliteTopics({ ...parts, path: join(folder, 'topics.db') });
  await topics.define(TOPIC_DEFINITIONS);
  return {
    store: memoryEventStore({ clock: { now: () => 1 }, log }),
    records: sqliteRecords({ path: filesOf(folder).records, secrets: filesOf(folder).secrets }),
    topics,
    readModels: memoryReadModels(),
  };
};

const contentOf = (folder: string) => {
  const archive = sqliteRecordsArchive(filesOf(folder));
  const { people, passwords, refreshTokens, browserMarks, secrets, deviceTokens, invitationLinks } = archive;
  const { pushSubscriptions, sequences, requestKeys } = archive;
  const lists = {
    people,
    passwords,
    refreshTokens,
    pushSubscriptions,
    browserMarks,
    secrets,
    deviceTokens,
    invitationLinks,
    sequences,
    requestKeys,
  };
  const content = {
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list()])),
    history: archive.history(null, 1_000_000),
    sightings: [...archive.sightings()],
    screens: archive.screens(),
    states: archive.ingestStates().map(({ partition, state }) => ({ partition, state })),
  };
  archive.close();
  return content;
};

const eventsOf = async (store: EventStore): Promise<unknown[]> =>
  (await store.readAll(null, 1_000_000)).map(({ position: _position, ...event }) => event);

describe('moving an installation', () => {
  /** The demo race as a kill left it: with inputs that no state contains yet. */
  let installation: Awaited<ReturnType<typeof startFlagpost>>;
  let source: Source;
  let folder: string;
  let target: Target;
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);

  beforeAll(async () => {
    installation = await startFlagpost();
    const probe = openSource(installation.dataDir);
    await until('inputs in the topic', () => waitingInputs(probe) > 0, { everyMs: 100 });
    await installation.kill();
    await closeSource(probe);
  });
  afterAll(() => installation.remove());

  const closeTarget = async (): Promise<void> => {
    await target.store.close();
    await target.records.close();
    await target.topics.close();
  };
  beforeEach(async () => {
    said.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'flagpost-move-'));
    source = openSource(installation.dataDir);
    expect(waitingInputs(source)).toBeGreaterThan(0);
    target = await openTarget(folder);
  });
  afterEach(async () => {
    await closeTarget();
    await closeSource(source);
    await rm(folder, { recursive: true });
  });

  const expectMoved = async (): Promise<void> => {
    const events = await eventsOf(source.store);
    expect(events.length).toBeGreaterThan(10);
    expect(await eventsOf(target.store)).toEqual(events);
    expect(contentOf(folder)).toEqual(contentOf(installation.dataDir));
    for (const { partition, nextOffset } of source.records.ingestStates()) {
      const there = source.topics.read(TOPICS.positions, partition, nextOffset, 1_000_000);
      const copies = sqliteTopicsArchive(join(folder, 'topics.db'));
      const copied = copies.read(TOPICS.positions, partition, 0, 1_000_000);
      copies.close();
      expect(copied.map(({ key, value }) => ({ key, value }))).toEqual(
        there.map(({ key, value }) => ({ key, value })),
      );
      expect(await target.records.ingestStates.load(partition)).toMatchObject({ nextOffset: 0, version: 1 });
    }
  };

  it('copies everything that is kept, and what waits, and ends with equal views', async () => {
    const views = await move(source, target, say);
    await expectMoved();
    expect(await target.records.checkpoints.load(DEMO_ACCOUNTS_MARKED)).not.toBeNull();
    expect(Object.values(views).some(({ count }) => count > 0)).toBe(true);
    expect(said.at(-1)).toMatch(/^topics: \d+ waiting messages copied$/);
  });

  it('lets who acts on events go on after the same event', async () => {
    await move(source, target, say);
    const checkpoint = source.records.checkpoints().find(({ reader }) => !COPIED_CHECKPOINTS.has(reader));
    const copied = await target.records.checkpoints.load(checkpoint?.reader ?? '');
    const idAt = async (
      store: EventStore,
      position: string | null | undefined,
    ): Promise<string | undefined> =>
      (await store.readAll(null, 1_000_000)).find((event) => event.position === position)?.meta.id;
    expect(await idAt(source.store, checkpoint?.position)).toBeDefined();
    expect(await idAt(target.store, copied)).toBe(await idAt(source.store, checkpoint?.position));
  });

  it('goes on after an interruption at any step, and copies nothing twice', async () => {
    const log = memoryLog();
    await closeTarget();
    for (let failures = 0; ; failures += 1) {
      target = await openTarget(folder, log);
      let calls = 0;
      const interrupted = <T extends object>(part: T): T =>
        new Proxy(part, {
          get(object, name) {
            const value: unknown = Reflect.get(object, name);
            if (typeof value === 'object' && value !== null) return interrupted(value);
            if (typeof value !== 'function') return value;
            return (...args: unknown[]): unknown => {
              calls += 1;
              if (calls > 40 * (failures + 1)) throw new Error('The power is gone.');
              return Reflect.apply(value, object, args) as unknown;
            };
          },
        });
      const { store, records, topics } = target;
      const failing = {
        ...target,
        store: interrupted(store),
        records: interrupted(records),
        topics: interrupted(topics),
      };
      const outcome = await move(source, failing, say).then(
        () => 'moved',
        (error: unknown) => String(error),
      );
      if (outcome === 'moved') {
        expect(failures).toBeGreaterThan(2);
        break;
      }
      expect(outcome).toBe('Error: The power is gone.');
      await closeTarget();
    }
    expect(said).toContain('A move of this installation was interrupted and is resumed.');
    await expectMoved();
  });

  it('refuses a target that holds something else, and one that was moved to before', async () => {
    await target.topics.publish(TOPICS.facts, [{ key: '1', value: '{}' }]);
    await target.records.people.put({ ...source.records.people()[0]!, name: 'Somebody' });
    const refused = move(source, target, say);
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toThrow(
      'The target is not empty, it holds people, messages in race.facts.',
    );

    await closeTarget();
    await rm(folder, { recursive: true });
    folder = await mkdtemp(join(tmpdir(), 'flagpost-move-'));
    target = await openTarget(folder);
    await move(source, target, say);
    await expect(move(source, target, say)).rejects.toThrow(
      'This installation was moved to this target before and runs there since.',
    );
    expect(await eventsOf(target.store)).toEqual(await eventsOf(source.store));
  });

  it('copies every secret but those that the target is configured with', async () => {
    const secrets = source.records.secrets();
    expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['jwt']));
    expect(secrets.length).toBeGreaterThan(1);
    await move(source, target, say, ['jwt']);
    const moved = await Promise.all(
      secrets.map(async ({ name }) => [name, await target.records.credentials.secret(name, () => 'fresh')]),
    );
    const expected = secrets.map(({ name, value }) => [name, name === 'jwt' ? 'fresh' : value]);
    expect(moved).toEqual(expected);
  });

  it('refuses a target with a secret of its own', async () => {
    await target.records.credentials.secret('jwt', () => 'another');
    await expect(move(source, target, say)).rejects.toThrow('The target has a secret of its own (jwt)');
    expect(await target.store.head()).toBeNull();
  });
});
