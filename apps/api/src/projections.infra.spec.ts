import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { project, rebuild } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { migrateReadModels, openReadModels, readModelsConfig } from '@flagpost/read-models/open';
import { describeOver, dropMongoDatabase } from '@flagpost/testing/servers';
import { projections } from './projections.js';
import { NOW } from './testing/harness.js';
import { wholeRace } from './testing/whole-race.js';
import { upcast } from './upcast.js';

describeOver(describe, "the api's views on MongoDB", ['mongo'], ({ mongo }) => {
  const database = `flagpost_test_${randomUUID()}`;
  const config = readModelsConfig.parse({
    READ_MODELS: 'mongo',
    MONGO_URL: mongo.address,
    MONGO_DATABASE: database,
  });
  beforeAll(() => migrateReadModels(config, { projections }));
  afterAll(() => dropMongoDatabase(mongo.address, database));

  it('say what those in memory say, and the same when the log comes again', async () => {
    const store = memoryEventStore({ clock: { now: () => NOW } });
    await wholeRace(store);
    const readModels = await openReadModels(config, { projections });
    const views = await rebuild({ store, readModels: memoryReadModels(), projections, upcast });

    expect(await rebuild({ store, readModels, projections, upcast })).toEqual(views);
    for (const event of await store.readAll(null, 1_000))
      for (const projection of projections) await project(readModels, upcast, projection, event);
    for (const [view, digest] of Object.entries(views))
      expect({ view, digest: await readModels.digest(view) }).toEqual({ view, digest });

    await readModels.close();
    await store.close();
  });
});
