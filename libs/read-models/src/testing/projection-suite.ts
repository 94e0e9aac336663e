/** The contract of a set of projections as jest tests, over a log that the caller provides. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { EventStore, RecordedEvent, Upcast } from '@flagpost/event-sourcing';
import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import { silentLogger } from '@flagpost/platform';
import type { Scheduler } from '@flagpost/platform';
import { memoryReadModels } from '../memory/index.js';
import type { ReadModels } from '../port.js';
import { project } from '../projection.js';
import type { Projection } from '../projection.js';
import { startProjections } from '../projector.js';
import { rebuild } from '../rebuild.js';

export interface ProjectionsUnderTest {
  readonly projections: readonly Projection[];
  readonly upcast: Upcast;
  /** Appends events that reach every handler. */
  readonly fill: (store: EventStore) => Promise<void>;
  /** Creates empty read models; in memory if left out. */
  readonly readModels?: () => ReadModels;
}

const noTimers: Scheduler = {
  after: () => ({ cancel: () => undefined }),
  every: () => ({ cancel: () => undefined }),
};

const deepFrozen = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFrozen);
  return Object.freeze(value);
};

export const projectionContract = (
  name: string,
  { projections, upcast, fill, readModels: fresh = memoryReadModels }: ProjectionsUnderTest,
): void => {
  describe(`projections: ${name}`, () => {
    let store: EventStore;
    let readModels: ReadModels;
    let events: readonly RecordedEvent[];
    beforeEach(async () => {
      store = memoryEventStore({ clock: { now: () => 0 } });
      await fill(store);
      events = await store.readAll(null, Number.MAX_SAFE_INTEGER);
      readModels = fresh();
    });
    afterEach(async () => {
      await readModels.close();
      await store.close();
    });

    const rebuildAll = () => rebuild({ store, readModels, projections, upcast });
    const replay = async (from: number): Promise<void> => {
      for (const event of events.slice(from))
        for (const projection of projections) await project(readModels, upcast, projection, event);
    };
    const digests = async () =>
      Object.fromEntries(
        await Promise.all(
          projections.flatMap(({ views }) =>
            views.map(async (view) => [view, await readModels.digest(view)] as const),
          ),
        ),
      );

    it('are all shown by the log of this suite', () => {
      const recorded = new Set(events.map(({ type }) => type));
      const unseen = projections.flatMap(({ on }) => Object.keys(on).filter((type) => !recorded.has(type)));
      expect(unseen).toEqual([]);
    });

    it('change nothing of an event, which others see too', async () => {
      const frozen: EventStore = {
        ...store,
        readAll: async (after, limit) => (await store.readAll(after, limit)).map(deepFrozen),
      };
      const once = await rebuildAll();
      expect(await rebuild({ store: frozen, readModels, projections, upcast })).toEqual(once);
    });

    it('run twice leave the same views', async () => {
      const once = await rebuildAll();
      await replay(0);
      expect(await digests()).toEqual(once);
    });

    it('run again from any checkpoint leave the same views', async () => {
      const once = await rebuildAll();
      const step = Math.ceil(events.length / 50);
      for (let from = 0; from < events.length; from += step) {
        await replay(from);
        expect({ from, views: await digests() }).toEqual({ from, views: once });
      }
    });

    it('following the log equal a rebuild', async () => {
      const logger = silentLogger;
      const scheduler = noTimers;
      const live = memoryEventStore({ clock: { now: () => 0 } });
      const projector = await startProjections({
        store: live,
        readModels,
        projections,
        upcast,
        logger,
        scheduler,
      });
      for (const event of events) await live.append(event.stream, [event], 'any');
      expect(await projector.caughtUp()).toBe(true);
      const followed = await digests();
      await projector.stop();
      await live.close();
      expect(followed).toEqual(await rebuildAll());
    });
  });
};
