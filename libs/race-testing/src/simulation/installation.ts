import { memoryEventStore } from '@flagpost/event-sourcing/memory';
import type { Topics } from '@flagpost/messaging';
import type { EventStore } from '@flagpost/event-sourcing';
import type { ReadModels, ViewWriter } from '@flagpost/read-models';
import { memoryReadModels } from '@flagpost/read-models/memory';
import type { Records } from '@flagpost/records';
import type { Entry } from '@flagpost/telemetry/phone/upload-queue';
import { sqliteRecords } from '@flagpost/records/sqlite';
import {
  connectTopics,
  createBroker,
  createEventServer,
  remote,
  type Broker,
  type Network,
  type Process,
  type World,
} from '@flagpost/testing/simulation';
import { prepare } from './course.js';

/**
 * State that outlives every program: events, topics, records, and views if they are shared; and how a process reaches
 * it.
 */
export interface Installation {
  readonly broker: Broker;
  readonly log: EventStore;
  readonly stored: Records;
  /** The apis share their views; otherwise there is one api with views in its memory. */
  readonly sharedViews: boolean;
  /** See `PipelineParts`. */
  readonly saveEveryMs: number;
  topics(process: Process): Topics;
  store(process: Process): EventStore;
  records(process: Process): Records;
  readModels(process: Process): ReadModels;
  /** As they lie in their server. */
  readonly views: ReadModels;
  close(): Promise<void>;
}

/** Breaks a port on purpose: the harness must detect it. */
export interface Sabotage {
  readonly store?: (store: EventStore) => EventStore;
  readonly records?: (records: Records) => Records;
  /** What a driver's page finds of its queue after its browser was killed. */
  readonly pageQueue?: (entries: readonly Entry[]) => readonly Entry[];
}

export interface InstallationOptions {
  /** Views in a server that all apis share; otherwise in each api's own memory, lost with it. */
  readonly sharedViews: boolean;
  readonly sabotage?: Sabotage | undefined;
}

const same = <Part>(part: Part): Part => part;

const remoteViews = (process: Process, views: ReadModels): ReadModels => ({
  ...remote(process, 'views', views),
  view: <T>(name: string) => {
    // Several processes write them.
    const { entries: _, ...view } = views.view<T>(name);
    return remote<ViewWriter<T>>(process, `views.${name}`, view);
  },
});

export const createInstallation = async (
  world: World,
  network: Network,
  { sharedViews, sabotage = {} }: InstallationOptions,
): Promise<Installation> => {
  const broker = createBroker(world);
  const { store = same<EventStore>, records = same<Records> } = sabotage;
  const events = createEventServer(world, network, store(memoryEventStore({ clock: world })));
  const stored = sqliteRecords({ path: ':memory:' });
  const views = memoryReadModels();
  await prepare(events.store, stored);
  return {
    broker,
    log: events.store,
    stored,
    views,
    sharedViews,
    saveEveryMs: world.random.pick([1_000, 2_000, 5_000]),
    topics: (process) => connectTopics(world, network, process, broker),
    store: (process) => events.connect(process),
    records: (process) => remote(process, 'records', records(stored)),
    readModels: (process) => (sharedViews ? remoteViews(process, views) : memoryReadModels()),
    async close() {
      await stored.close();
    },
  };
};
