import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createUpcast, type Position } from '@flagpost/event-sourcing';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { VIEWS, readModelsContract } from '../testing/contract-suite.js';
import { memoryReadModels } from '../memory/index.js';
import type { Projection } from '../projection.js';
import { rebuild } from '../rebuild.js';
import { lapCount, runRace } from '../testing/lap-count.js';
import { sqliteReadModels } from './index.js';

const at = (count: number): Position => String(count).padStart(16, '0') as Position;

const indexed: Projection = {
  name: 'suite',
  version: 1,
  views: VIEWS,
  on: {},
  indexes: { cars: [{ category: 1, number: -1 }, { 'driver.surname': 1 }, { tags: 1 }] },
};
const plain: Projection = { name: 'suite', version: 1, views: VIEWS, on: {} };

readModelsContract('SQLite in memory', async () => ({
  readModels: sqliteReadModels({ path: ':memory:', projections: [plain] }),
  dispose: async () => undefined,
}));

describe('in a file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flagpost-views-'));
    path = join(folder, 'views.db');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = (projections: readonly Projection[] = [indexed, lapCount()]) =>
    sqliteReadModels({ path, projections });

  readModelsContract('SQLite with indexes', async () => {
    const own = await mkdtemp(join(tmpdir(), 'flagpost-views-'));
    return {
      readModels: sqliteReadModels({ path: join(own, 'views.db'), projections: [indexed] }),
      dispose: () => rm(own, { recursive: true }),
    };
  });

  it('are there when they are opened again, with checkpoints and guards', async () => {
    const first = open();
    await first.drop('suite', 1, VIEWS);
    await first.view('cars').put(1, { number: 1 }, at(3));
    await first.view('cars').put('gone', { number: 2 }, at(3));
    await first.view('cars').delete('gone', at(4));
    await first.saveCheckpoint('suite', { version: 1, position: at(4) }, null);
    const digest = await first.digest('cars');
    await first.close();

    const second = open();
    expect(await second.checkpoint('suite')).toEqual({ version: 1, position: at(4) });
    expect(await second.digest('cars')).toEqual(digest);
    expect(await second.view('cars').put('gone', { number: 2 }, at(4))).toBe(false);
    expect(await second.view('cars').put(1, { number: 9 }, at(3))).toBe(false);
    await second.close();
  });

  it('are made anew where a projection declares other indexes, and only there', async () => {
    const first = open();
    for (const name of ['suite', 'lap-count']) {
      await first.drop(name, 1, []);
      await first.saveCheckpoint(name, { version: 1, position: at(4) }, null);
    }
    await first.view('cars').put(1, { number: 1 }, at(3));
    await first.view('lap-count').put(1, { car: 1 }, at(3));
    await first.close();
    const second = open([plain, lapCount()]);
    expect(await second.checkpoint('suite')).toBeNull();
    expect(await second.view('cars').count({})).toBe(0);
    expect(await second.checkpoint('lap-count')).not.toBeNull();
    expect(await second.view('lap-count').count({})).toBe(1);
    await second.close();
  });

  it('overwrite what is deleted, in the write-ahead log too once it is closed', async () => {
    const secret = 'a text that was deleted';
    const first = open();
    const cars = first.view('cars');
    await cars.put(1, { number: 1, note: secret, long: 'x'.repeat(9_000) }, at(1));
    await first.saveCheckpoint('suite', { version: 1, position: at(1) }, null);
    await cars.delete(1, at(2));
    await first.close();
    expect((await readFile(path)).includes(secret)).toBe(false);
    await expect(readFile(`${path}-wal`)).rejects.toThrow('ENOENT');
  });

  it('are unavailable while the disk cannot be read, as health tells until it can', async () => {
    const models = open();
    await models.drop('suite', 1, VIEWS);
    const view = models.view<{ number: number }>('cars');
    await view.put(1, { number: 1 }, at(1));
    await models.saveCheckpoint('suite', { version: 1, position: at(1) }, null);
    const ioError = (): never => {
      throw Object.assign(new Error('disk I/O error'), { errcode: 266 });
    };
    const failing = (['get', 'all'] as const).map((method) =>
      jest.spyOn(StatementSync.prototype, method).mockImplementation(ioError),
    );
    const unavailable = {
      name: 'ServiceUnavailableError',
      message: 'The views cannot be read now: the disk reports an error.',
    };
    for (const read of [
      () => view.get(1),
      () => view.find({}),
      () => view.count({}),
      () => view.patch(1, { number: 2 }, at(2)),
      () => models.digest('cars'),
    ])
      await expect(read()).rejects.toMatchObject(unavailable);
    expect(await models.health()).toEqual({ ok: false, details: { error: 'the disk reports an error' } });
    failing.forEach((each) => each.mockRestore());
    expect(await models.health()).toEqual({ ok: true });
    expect(await view.get(1)).toEqual({ number: 1 });
    await models.close();
  });

  it('refuse a view that no projection has: it would have no index', async () => {
    const readModels = open();
    expect(() => readModels.view('unheard')).toThrow('No projection has a view unheard.');
    await readModels.close();
  });

  it('follow the log to the same views as those in memory', async () => {
    const store = memoryEventStore({ clock: { now: () => 0 } });
    await runRace(store);
    const folded = { store, projections: [lapCount()], upcast: createUpcast() };
    const inMemory = await rebuild({ ...folded, readModels: memoryReadModels() });
    const readModels = open();
    expect(await rebuild({ ...folded, readModels })).toEqual(inMemory);
    expect(inMemory['lap-count']?.count).toBeGreaterThan(1);
    await readModels.close();
  });
});
