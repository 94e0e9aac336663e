import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createUpcast } from '@flagpost/event-sourcing';
import type { EventStore, Position } from '@flagpost/event-sourcing';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { ServiceUnavailableError, silentLogger } from '@flagpost/platform';
import type { Logger } from '@flagpost/platform';
import { virtualTime } from '@flagpost/testing';
import { memoryReadModels } from './memory/index.js';
import type { ReadModels, ViewWriter } from './port.js';
import { projectionContract } from './testing/projection-suite.js';
import { projection } from './projection.js';
import type { Projection } from './projection.js';
import { startProjections } from './projector.js';
import type { Projector, ProjectorOptions } from './projector.js';
import { rebuild } from './rebuild.js';
import { append, asNew, lapCount, runRace } from './testing/lap-count.js';
import type { LapCount, LapEvent } from './testing/lap-count.js';

const upcast = createUpcast();

projectionContract('of the lap count', { projections: [lapCount()], upcast, fill: runRace });

const entered = (car: number): LapEvent => ({ type: 'CarEntered', data: { car } });
const lap = (car: number, timeMs = 90_000): LapEvent => ({ type: 'LapCompleted', data: { car, timeMs } });

describe('the projector', () => {
  const time = virtualTime();
  let store: EventStore;
  let readModels: ReadModels;
  let projector: Projector | null;
  beforeEach(() => {
    store = memoryEventStore({ clock: time });
    readModels = memoryReadModels();
    projector = null;
  });
  afterEach(async () => {
    await projector?.stop();
    await store.close();
  });

  const start = async (
    projections: readonly Projection[],
    more: Partial<ProjectorOptions> = {},
  ): Promise<Projector> => {
    const parts = { store, readModels, upcast, logger: silentLogger, scheduler: time };
    projector = await startProjections({ ...parts, projections, ...more });
    return projector;
  };
  const counts = (): Promise<readonly LapCount[]> => readModels.view<LapCount>('lap-count').find({});
  const head = async (): Promise<Position> => (await store.head()) ?? ('' as Position);

  /** Handles each event of a type only when the test permits it. */
  const stuckOn = (type: LapEvent['type']): { projection: Projection; release: () => void } => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    return { projection: { name: 'stuck', version: 1, views: [], on: { [type]: () => released } }, release };
  };

  /** Throws on the laps of one car. */
  const failingAt = (car: number): Projection =>
    projection<LapEvent>({
      name: 'failing',
      version: 1,
      views: ['seen'],
      on: {
        async LapCompleted({ data, meta }, views) {
          if (data.car === car) throw new Error(`Car ${car} is unknown.`);
          await views('seen').put(meta.id, { car: data.car });
        },
      },
    });

  it('shows what a command recorded once its position is reached', async () => {
    await append(store, entered(1));
    const { waitFor, caughtUp } = await start([lapCount()]);
    expect(await caughtUp()).toBe(true);
    expect(await counts()).toEqual([{ car: 1, laps: 0, bestMs: null }]);
    await append(store, lap(1), lap(1, 89_000));
    expect(await waitFor(await head(), 2_000)).toBe(true);
    expect(await counts()).toEqual([{ car: 1, laps: 2, bestMs: 89_000 }]);
  });

  it('has caught up with an empty log', async () => {
    expect(await (await start([lapCount()])).caughtUp()).toBe(true);
  });

  it('answers false when the wait is over before the views are there', async () => {
    const { projection: stuck, release } = stuckOn('CarEntered');
    const { waitFor, health } = await start([stuck]);
    await append(store, entered(1), lap(1));
    const reached = waitFor(await head(), 2_000);
    let answer: boolean | null = null;
    void reached.then((value) => (answer = value));
    await time.advance(1_999);
    expect(answer).toBeNull();
    expect((await health())['stuck']).toMatchObject({ lagEvents: 2, halted: null });
    await time.advance(1);
    expect(await reached).toBe(false);
    const later = waitFor(await head(), 2_000);
    release();
    expect(await later).toBe(true);
    expect((await health())['stuck']).toMatchObject({ lagEvents: 0 });
  });

  it('halts a projection that throws, before that event, says so, and lets the others go on', async () => {
    const lines: unknown[] = [];
    const logger: Logger = {
      ...silentLogger,
      error: (message, fields) => void lines.push([message, fields]),
    };
    const { waitFor, health } = await start([failingAt(2), lapCount()], { logger });
    await append(store, entered(1), lap(1));
    const before = await head();
    await append(store, lap(2), lap(1));
    expect(await waitFor(await head(), 2_000)).toBe(false);
    expect(await waitFor(before, 2_000)).toBe(true);
    expect(await counts()).toEqual([{ car: 1, laps: 2, bestMs: 90_000 }]);
    expect(await readModels.view('seen').count({})).toBe(1);
    expect(await readModels.checkpoint('failing')).toEqual({ position: before, version: 1 });
    const { failing, 'lap-count': healthy } = await health();
    expect(failing).toMatchObject({ lagEvents: 2 });
    expect(failing?.halted).toMatch(/^LapCompleted at \d+: Error: Car 2 is unknown\.$/);
    expect(healthy).toMatchObject({ lagEvents: 0, halted: null, views: { 'lap-count': { count: 1 } } });
    expect(lines).toEqual([['projection halted', expect.objectContaining({ projection: 'failing' })]]);
  });

  it('takes up a halted projection where it stood, once its fault is mended', async () => {
    await append(store, lap(1), lap(2), lap(1));
    const first = await start([failingAt(2)]);
    await first.caughtUp();
    await first.stop();
    const second = await start([failingAt(0)]);
    expect(await second.caughtUp()).toBe(true);
    expect(await readModels.view<{ car: number }>('seen').count({ car: 2 })).toBe(1);
    expect(await readModels.view('seen').count({})).toBe(3);
  });

  it('resumes each projection at its own checkpoint', async () => {
    const taken: unknown[] = [];
    const noting = (name: string): Projection =>
      projection<LapEvent>({
        name,
        version: 1,
        views: [],
        on: { LapCompleted: async ({ data }) => void taken.push([name, data.timeMs]) },
      });
    await append(store, lap(1, 1));
    await (await start([noting('old')])).caughtUp();
    await projector?.stop();
    await append(store, lap(1, 2));
    await (await start([noting('old'), noting('new')])).caughtUp();
    expect(taken).toEqual([
      ['old', 1],
      // A projection without a checkpoint is folded first.
      ['new', 1],
      ['new', 2],
      ['old', 2],
    ]);
  });

  it('halts a projection that writes one document twice for one event', async () => {
    const twice = projection<LapEvent>({
      name: 'twice',
      version: 1,
      views: ['seen'],
      on: {
        async CarEntered({ data: { car } }, views) {
          await views('seen').put(car, { car });
          await views('seen').patch(car, { car });
        },
      },
    });
    await append(store, entered(1));
    const { caughtUp, health } = await start([twice]);
    expect(await caughtUp()).toBe(false);
    expect((await health())['twice']?.halted).toContain('twice writes ["seen",1] twice for one event.');
  });

  it('builds a projection anew when its version has changed', async () => {
    await append(store, entered(1), lap(1));
    await (await start([lapCount(1)])).caughtUp();
    await projector?.stop();
    await readModels.view('lap-count').put(99, { car: 99 }, '9' as Position);
    await (await start([lapCount(2)])).caughtUp();
    expect(await counts()).toEqual([{ car: 1, laps: 1, bestMs: 90_000 }]);
    expect(await readModels.checkpoint('lap-count')).toEqual({ position: await head(), version: 2 });
  });

  it('reads old events in their current shape', async () => {
    const versions = { LapCompleted: 2 };
    const seconds = (data: unknown) => {
      const { car, time } = data as { car: number; time: number };
      return { car, timeMs: time * 1000 };
    };
    const newer = createUpcast({ versions, steps: { LapCompleted: { 1: seconds } } });
    await append(store, entered(1));
    const old = { type: 'LapCompleted', data: { car: 1, time: 91 } } as unknown as LapEvent;
    await store.append('car-1', [asNew(old), asNew(lap(1, 92_000), 2)], 'any');
    await (await start([lapCount()], { upcast: newer })).caughtUp();
    expect(await counts()).toEqual([{ car: 1, laps: 2, bestMs: 91_000 }]);
  });

  it('halts everything and says so when the store fails', async () => {
    const broken: EventStore = {
      ...store,
      subscribeAll: (options) =>
        store.subscribeAll({ ...options, onEvents: () => Promise.reject(new Error('store lost')) }),
    };
    const { waitFor, health } = await start([lapCount()], { store: broken });
    await append(store, entered(1));
    expect(await waitFor(await head(), 2_000)).toBe(false);
    expect((await health())['lap-count']).toMatchObject({ halted: 'Error: store lost', lagEvents: 1 });
  });

  it('answers who still waits when it stops', async () => {
    const { waitFor, stop } = await start([lapCount()]);
    const waiting = waitFor('9' as Position, 2_000);
    await stop();
    expect(await waiting).toBe(false);
  });

  it('has digests equal to those of a rebuild', async () => {
    await runRace(store);
    const { caughtUp, health } = await start([lapCount()]);
    await caughtUp();
    const rebuilt = await rebuild({
      store,
      readModels: memoryReadModels(),
      projections: [lapCount()],
      upcast,
    });
    expect((await health())['lap-count']?.views).toEqual(rebuilt);
    expect(rebuilt['lap-count']?.count).toBeGreaterThan(1);
  });

  /** The views in a server that fails one of each ten calls, or carries it out without an answer. */
  const flaky = (): ReadModels => {
    let calls = 0;
    const maybe = async <T>(call: () => Promise<T>): Promise<T> => {
      calls += 1;
      if (calls % 10 === 3) throw new ServiceUnavailableError('The request was lost.');
      const answer = await call();
      if (calls % 10 === 7) throw new ServiceUnavailableError('The answer was lost.');
      return answer;
    };
    return {
      ...readModels,
      saveCheckpoint: (...saved) => maybe(() => readModels.saveCheckpoint(...saved)),
      view<T>(name: string) {
        const { entries: _, ...view } = readModels.view<T>(name);
        const failing: ViewWriter<T> = {
          ...view,
          get: (id) => maybe(() => view.get(id)),
          find: (...found) => maybe(() => view.find(...found)),
          put: (...put) => maybe(() => view.put(...put)),
          patch: (...patched) => maybe(() => view.patch(...patched)),
          delete: (...deleted) => maybe(() => view.delete(...deleted)),
        };
        return failing;
      },
    };
  };

  it('folds the same views while their store fails again and again', async () => {
    const cars = Array.from({ length: 40 }, (_, car) => car);
    await append(store, ...cars.map(entered));
    for (let round = 0; round < 30; round++)
      await append(store, ...cars.map((car) => lap(car, 90_000 + round)));
    // The laps of all cars, from the view of each: a document that is ahead of the event would count twice.
    const totals = projection<LapEvent>({
      name: 'totals',
      version: 1,
      views: ['each', 'total'],
      on: {
        async LapCompleted({ data: { car } }, views) {
          const laps = ((await views<{ laps: number }>('each').get(car))?.laps ?? 0) + 1;
          const total = (await views<{ laps: number }>('total').get(1))?.laps ?? 0;
          await views('each').put(car, { laps });
          await views('total').put(1, { laps: total + 1 });
        },
      },
    });
    const { caughtUp } = await start([totals], { readModels: flaky() });
    const answers: boolean[] = [];
    void caughtUp().then((answer) => answers.push(answer));
    while (answers.length === 0) {
      await time.advance(1_000);
      await nextTurn();
    }
    expect(answers).toEqual([true]);
    expect(await readModels.view('total').find({})).toEqual([{ laps: 1_200 }]);
    expect(await readModels.view('each').count({ laps: 30 })).toBe(40);
  });

  it('drops what a handler that throws has left of a fold, before the log is followed', async () => {
    await append(store, entered(1), lap(1), lap(2), lap(1));
    const dropped: string[] = [];
    const { entries: _, ...seen } = readModels.view('seen');
    const elsewhere: ReadModels = {
      ...readModels,
      async drop(name, ...rest) {
        dropped.push(name);
        await readModels.drop(name, ...rest);
      },
      view: <T>() => seen as ViewWriter<T>,
    };
    const { caughtUp } = await start([failingAt(2)], { readModels: elsewhere });
    expect(await caughtUp()).toBe(false);
    expect(dropped).toEqual(['failing', 'failing']);
    expect(await readModels.view('seen').count({})).toBe(1);
  });

  it('drops nothing where another process owns the views by now', async () => {
    const dropped: string[] = [];
    const views: ReadModels = { ...readModels, drop: async (name) => void dropped.push(name) };
    await expect(start([lapCount()], { readModels: views, isOwner: () => false })).rejects.toThrow(
      'Another process',
    );
    expect(dropped).toEqual([]);
  });

  it('has dropped nothing any more when it could not start', async () => {
    const dropped: string[] = [];
    const slow: ReadModels = {
      ...readModels,
      async drop(name) {
        if (name === 'failing') throw new Error('The views are away.');
        await Promise.resolve();
        dropped.push(name);
      },
    };
    await expect(start([failingAt(1), lapCount()], { readModels: slow })).rejects.toThrow('away');
    expect(dropped).toEqual(['lap-count']);
  });

  it('refuses two projections of one name or view, and a view that is not its own', async () => {
    await expect(start([lapCount(), lapCount(2)])).rejects.toThrow(
      'The projection lap-count is defined twice.',
    );
    await expect(start([lapCount(), { ...lapCount(), name: 'other' }])).rejects.toThrow(
      'The view lap-count is defined twice.',
    );
    const thief: Projection = { ...lapCount(), name: 'thief', views: ['other'] };
    await append(store, entered(1));
    const { caughtUp, health } = await start([thief]);
    expect(await caughtUp()).toBe(false);
    expect((await health())['thief']?.halted).toContain('thief does not own the view lap-count.');
  });
});
