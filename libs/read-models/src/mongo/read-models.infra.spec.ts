import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUpcast, type Position } from '@flagpost/event-sourcing';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import type { MongoConfig } from '@flagpost/platform';
import { connectMongo } from '@flagpost/platform/mongo';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { VIEWS, readModelsContract } from '../testing/contract-suite.js';
import { memoryReadModels } from '../memory/index.js';
import type { Projection } from '../projection.js';
import { rebuild } from '../rebuild.js';
import { lapCount, runRace } from '../testing/lap-count.js';
import { migrateMongoReadModels, mongoReadModels } from './index.js';

const at = (count: number): Position => String(count).padStart(16, '0') as Position;

const projections: readonly Projection[] = [
  { name: 'suite', version: 1, views: VIEWS, on: {}, indexes: { cars: [{ category: 1, number: -1 }] } },
  lapCount(),
];

describeOver(describe, 'MongoDB', ['mongo'], ({ mongo }) => {
  const config: MongoConfig = {
    MONGO_URL: mongo.address,
    MONGO_DATABASE: `flagpost_test_${randomUUID()}`,
  };
  const onServer = async (
    work: (connection: Awaited<ReturnType<typeof connectMongo>>) => Promise<unknown>,
  ) => {
    const connection = await connectMongo(config, 'test');
    await work(connection);
    await connection.close();
  };
  const open = () => mongoReadModels(config, projections);

  beforeAll(() => migrateMongoReadModels(config, projections));
  afterAll(() => dropMongoDatabase(mongo.address, config.MONGO_DATABASE));

  readModelsContract('MongoDB', async () => ({
    readModels: await open(),
    dispose: () =>
      onServer(async (connection) => {
        for (const { name } of await connection.listCollections())
          await connection.collection(name).deleteMany({});
      }),
  }));

  it('have the indexes that their projections declare, made once', async () => {
    await onServer(async (connection) => {
      const indexes = await connection.collection('view_cars').indexes();
      expect(indexes.map(({ name }) => name)).toContain('category_1_number_-1__id_1');
    });
    expect(await migrateMongoReadModels(config, projections)).toEqual([]);
  });

  it('refuse a view that no projection has: it would have no index', async () => {
    const readModels = await open();
    expect(() => readModels.view('unheard')).toThrow('No projection has a view unheard.');
    await readModels.close();
  });

  it('let the later of two projectors win, whatever each believes', async () => {
    const [awake, slept] = [await open(), await open()];
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        (turn % 2 === 0 ? awake : slept).view('other').put(1, { turn }, at(turn + 1)),
      ),
    );
    expect(outcomes.at(-1)).toBe(true);
    expect(await awake.view('other').get(1)).toEqual({ turn: 9 });
    expect(await slept.view('other').patch(1, { turn: 5 }, at(6))).toBe(false);
    await awake.close();
    await slept.close();
  });

  it('follow the log to the same views as those in memory', async () => {
    const store = memoryEventStore({ clock: { now: () => 0 } });
    await runRace(store);
    const stored = await open();
    const folded = { store, projections: [lapCount()], upcast: createUpcast() };
    const inMemory = await rebuild({ ...folded, readModels: memoryReadModels() });
    expect(await rebuild({ ...folded, readModels: stored })).toEqual(inMemory);
    expect(inMemory['lap-count']?.count).toBeGreaterThan(1);
    await stored.close();
    await store.close();
  });

  it('digest to what memory digests to', async () => {
    const [stored, memory] = [await open(), memoryReadModels()];
    const documents = [
      [2, { nothing: null, list: [1, { b: 2, a: [] }], half: 0.5, large: 1_795_274_999_005, text: 'é ✓' }],
      ['x', { empty: {}, negative: -7, huge: 9_007_199_254_740_991, tiny: 1e-9 }],
      [10, { nested: { deep: { deeper: true } }, left: undefined }],
    ] as const;
    for (const [id, document] of documents)
      for (const each of [stored, memory]) await each.view('laps').put(id, document, at(1));
    for (const each of [stored, memory]) await each.view('laps').delete(10, at(2));
    expect(await stored.digest('laps')).toEqual(await memory.digest('laps'));
    expect((await stored.digest('laps')).count).toBe(2);
    await stored.close();
  });
});
