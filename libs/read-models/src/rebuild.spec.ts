import { describe, expect, it } from '@jest/globals';
import { createUpcast, type Position } from '@flagpost/event-sourcing';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { memoryReadModels } from './memory/index.js';
import type { ReadModels, ViewWriter } from './port.js';
import { projection, type EventViews, type Projection } from './projection.js';
import { rebuild } from './rebuild.js';
import { append, lapCount, runRace, type LapCount, type LapEvent } from './testing/lap-count.js';

const upcast = createUpcast();

/** Read models whose documents are outside this process, and the writes that reach them. */
const elsewhere = (): { readModels: ReadModels; writes: unknown[][] } => {
  const memory = memoryReadModels();
  const writes: unknown[][] = [];
  const readModels: ReadModels = {
    ...memory,
    view<T>(name: string) {
      const { entries: _, ...view } = memory.view<T>(name);
      const noting: ViewWriter<T> = {
        ...view,
        async put(...put) {
          writes.push(['put', ...put]);
          return view.put(...put);
        },
        async delete(...deleted) {
          writes.push(['delete', ...deleted]);
          return view.delete(...deleted);
        },
      };
      return noting;
    },
  };
  return { readModels, writes };
};

const storeOf = async (...events: LapEvent[]) => {
  const store = memoryEventStore({ clock: { now: () => 0 } });
  await append(store, ...events);
  return store;
};
const entered = (car: number): LapEvent => ({ type: 'CarEntered', data: { car } });
const lap = (car: number, timeMs: number): LapEvent => ({ type: 'LapCompleted', data: { car, timeMs } });

/** A projection with one handler, for laps, and one view `laps`. */
const onLap = (take: (car: number, views: EventViews) => Promise<unknown>): Projection =>
  projection<LapEvent>({
    name: 'laps',
    version: 1,
    views: ['laps'],
    on: {
      async LapCompleted({ data: { car } }, views) {
        await take(car, views);
      },
    },
  });

describe('a rebuild', () => {
  it('leaves the same views wherever their documents lie', async () => {
    const store = memoryEventStore({ clock: { now: () => 0 } });
    await runRace(store);
    const near = memoryReadModels();
    const { readModels: far } = elsewhere();
    const projections = [lapCount()];
    const views = await rebuild({ store, readModels: near, projections, upcast });
    expect(await rebuild({ store, readModels: far, projections, upcast })).toEqual(views);
    expect(await far.checkpoint('lap-count')).toEqual(await near.checkpoint('lap-count'));
    expect((await near.checkpoint('lap-count'))?.position).toBe(await store.head());
  });

  it('writes a document once for many events, as the last of them left it', async () => {
    const { readModels, writes } = elsewhere();
    const store = await storeOf(entered(1), lap(1, 90_000), lap(1, 89_000), lap(1, 95_000));
    await rebuild({ store, readModels, projections: [lapCount()], upcast });
    const document: LapCount = { car: 1, laps: 3, bestMs: 89_000 };
    expect(writes).toEqual([['put', 1, document, await store.head()]]);
  });

  it('saves one checkpoint, at the end, where documents of a page could be stored without the others', async () => {
    const { readModels: far } = elsewhere();
    const saved: Position[] = [];
    const readModels: ReadModels = {
      ...far,
      async saveCheckpoint(name, checkpoint, after) {
        saved.push(checkpoint.position);
        await far.saveCheckpoint(name, checkpoint, after);
      },
    };
    const laps = Array.from({ length: 1_500 }, (_, at) => lap(1, 90_000 + at));
    const store = await storeOf(entered(1), ...laps);
    await rebuild({ store, readModels, projections: [lapCount()], upcast });
    expect(saved).toEqual([await store.head()]);
  });

  it.each([
    ['in this process', memoryReadModels],
    ['elsewhere', () => elsewhere().readModels],
  ])('lets handlers read what events before wrote: %s', async (_, fresh) => {
    const seen: unknown[] = [];
    const store = await storeOf(lap(1, 1), lap(2, 1), lap(1, 2), lap(3, 1));
    const counting = onLap(async (car, views) => {
      const laps = views<{ car: number; laps: number }>('laps');
      const before = await laps.get(car);
      seen.push([before?.laps ?? null, (await laps.find({ laps: 1 })).length, await laps.count({})]);
      if (car === 3) await laps.delete(2);
      else if (!(await laps.patch(car, { laps: (before?.laps ?? 0) + 1 })))
        await laps.put(car, { car, laps: 1 });
    });
    const readModels = fresh();
    await rebuild({ store, readModels, projections: [counting], upcast });
    expect(seen).toEqual([
      [null, 0, 0],
      [null, 1, 1],
      [1, 2, 2],
      [null, 1, 2],
    ]);
    expect(await readModels.view('laps').find({})).toEqual([{ car: 1, laps: 2 }]);
  });

  it('changes no document that a handler was given, and none that it has put', async () => {
    const given: unknown[] = [];
    const put: object[] = [];
    const keeping = onLap(async (car, views) => {
      const laps = views<{ laps: number }>('laps');
      if (put.length > 0) await laps.patch(1, { laps: given.push(await laps.get(1)) });
      else await laps.put(1, put[put.push({ laps: 0 }) - 1] as { laps: number });
      if (car === 2) given.push(await laps.get(1));
    });
    const store = await storeOf(lap(1, 1), lap(1, 1), lap(2, 1), lap(1, 1));
    const readModels = memoryReadModels();
    await rebuild({ store, readModels, projections: [keeping], upcast });
    expect(put).toEqual([{ laps: 0 }]);
    expect(given).toEqual([{ laps: 0 }, { laps: 1 }, { laps: 2 }, { laps: 2 }]);
    expect(await readModels.view('laps').find({})).toEqual([{ laps: 4 }]);
  });

  it('refuses a handler that writes a document twice, and one that writes a view of another', async () => {
    const store = await storeOf(lap(1, 1));
    const run = (take: (views: EventViews) => Promise<unknown>) =>
      rebuild({
        store,
        readModels: memoryReadModels(),
        projections: [onLap((_, views) => take(views))],
        upcast,
      });
    const twice = async (views: EventViews): Promise<void> => {
      await views('laps').put(7, {});
      await views('laps').put(7, {});
    };
    await expect(run(twice)).rejects.toThrow('laps writes ["laps",7] twice for one event.');
    await expect(run(async (views) => views('other').put(1, {}))).rejects.toThrow(
      'does not own the view other',
    );
  });
});
