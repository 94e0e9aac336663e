import type { EventStore } from '@flagpost/event-sourcing';
import { deliver } from './delivery.js';
import { createNews } from './news.js';
import type { Network, Process } from './process.js';
import { remote } from './remote.js';
import type { World } from './world.js';

/** An event store that several processes reach. */
export interface EventServer {
  /** As it lies there. */
  readonly store: EventStore;
  connect(process: Process): EventStore;
}

const SERVER = 'events';
const DEFAULT_BATCH = 500;

/** Serves a store; its followers receive the events that others append. */
export const createEventServer = (world: World, network: Network, store: EventStore): EventServer => {
  const listeners: (() => void)[] = [];
  const served: EventStore = {
    ...store,
    async append(stream, events, expected) {
      const recorded = await store.append(stream, events, expected);
      for (const listener of listeners) listener();
      return recorded;
    },
  };

  return {
    store,
    connect(process) {
      const news = createNews(world, network, process, SERVER);
      listeners.push(news.spread);
      return {
        ...remote(process, SERVER, served),
        subscribeAll: (options) =>
          deliver(async (isStopped) => {
            const { after, batchSize = DEFAULT_BATCH } = options;
            let last = after;
            while (!isStopped()) {
              const events = await store.readAll(last, world.random.chance(0.2) ? 2 : batchSize);
              const newest = events.at(-1);
              if (newest === undefined) await news.next();
              else {
                await options.onEvents(events);
                last = newest.position;
              }
            }
          }, news.wakeAll),
        close: () => Promise.resolve(),
      };
    },
  };
};
