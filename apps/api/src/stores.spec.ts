import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Position } from '@flagpost/event-sourcing';
import { silentLogger } from '@flagpost/platform';
import { systemClock, systemIds, systemScheduler } from '@flagpost/platform/system';
import { projections } from './projections.js';
import { openStores, storesConfig, viewsIn, type Stores } from './stores.js';

const machine = {
  clock: systemClock,
  scheduler: systemScheduler,
  ids: systemIds,
  logger: silentLogger,
};

describe('views', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'flagpost-stores-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (): Promise<Stores> => {
    const [events, topics, records, views, eventIndex] = [
      'events',
      'topics',
      'records',
      'views',
      'audit',
    ].map((name) => join(folder, `${name}.db`)) as [string, string, string, string, string];
    const files = { events, topics, records, views, eventIndex, secrets: join(folder, 'secrets.json') };
    return openStores(storesConfig.parse({}), files, machine);
  };
  const checkpoints = ({ readModels }: Stores) =>
    Promise.all(projections.map(({ name }) => readModels.checkpoint(name)));

  it('that are ahead of the log, which was put back from an older copy, are dropped', async () => {
    const first = await open();
    const meta = { actorId: null, actorRoles: [], clubId: null, correlationId: 'spec', causationId: null };
    const event = { type: 'Spec', data: {}, meta: { ...meta, id: 'spec', schemaVersion: 1 } };
    await first.store.append('spec', [event], 'any');
    const head = (await first.store.head()) as Position;
    for (const { name, version, views } of projections) {
      await first.readModels.drop(name, version, views);
      await first.readModels.saveCheckpoint(name, { version, position: head }, null);
    }
    await first.close();

    const second = await open();
    expect(await checkpoints(second)).toEqual(
      projections.map(({ version }) => ({ version, position: head })),
    );
    await second.close();
    rmSync(join(folder, 'events.db'));
    const third = await open();
    expect(await checkpoints(third)).toEqual(projections.map(() => null));
    await third.close();
  });

  it.each([
    ['sqlite', {}],
    ['memory', { EVENT_STORE: 'eventstoredb' }],
    ['memory', { READ_MODELS: 'memory' }],
    ['mongo', { READ_MODELS: 'mongo' }],
  ])('are in %s with %j', (kind, environment) => {
    expect(viewsIn(storesConfig.parse(environment))).toBe(kind);
  });
});
