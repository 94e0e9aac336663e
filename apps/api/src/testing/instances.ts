import type { EventStore, SubscribeOptions } from '@flagpost/event-sourcing';
import { virtualTime, type VirtualTime } from '@flagpost/testing';
import type { ApiDependencies } from '../dependencies.js';
import { memoryDependencies, NOW, startHarness, type Harness } from './harness.js';

/** One of several apis over the same stores, in one process; time goes by, fast, while it is awake. */
export interface Instance extends Harness {
  /** Stops its clock and its subscriptions until it wakes: as a process that is stopped. */
  sleep(): void;
  /** The clocks of machines go on while processes sleep. */
  wake(): Promise<void>;
}

export interface Instances {
  readonly dependencies: ApiDependencies;
  start(): Promise<Instance>;
  stop(): Promise<void>;
}

const STEP_MS = 25;

/** Hands on the events of a subscription only while its process is awake. */
const sleepily = (store: EventStore, awake: () => Promise<void>): EventStore => ({
  ...store,
  subscribeAll: (options: SubscribeOptions) =>
    store.subscribeAll({
      ...options,
      async onEvents(events) {
        await awake();
        await options.onEvents(events);
      },
    }),
});

export const severalInstances = (): Instances => {
  const dependencies = memoryDependencies();
  const running: { readonly instance: Instance; readonly time: VirtualTime; asleep: boolean }[] = [];
  let over = false;
  let now = NOW;

  const goOn = async (): Promise<void> => {
    while (!over) {
      now += STEP_MS;
      for (const { time, asleep } of running) if (!asleep) await time.advance(now - time.now());
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  const going = goOn();

  return {
    dependencies,
    async start() {
      const time = virtualTime(now);
      let wakeUp: () => void = () => undefined;
      let sleeping: Promise<void> = Promise.resolve();
      const { readModels, records, topics } = dependencies;
      const store = sleepily(dependencies.store, () => sleeping);
      const entry = { time, asleep: false, instance: null as unknown as Instance };
      running.push(entry);
      const harness = await startHarness(
        { store, readModels, records, topics, topology: 'sharedViews' },
        time,
      );
      return (entry.instance = {
        ...harness,
        sleep() {
          entry.asleep = true;
          sleeping = new Promise((resolve) => (wakeUp = resolve));
        },
        async wake() {
          wakeUp();
          entry.asleep = false;
        },
        async stop() {
          await harness.api.stop();
          running.splice(running.indexOf(entry), 1);
        },
      });
    },
    async stop() {
      for (const { instance } of [...running]) await instance.stop();
      over = true;
      await going;
      await Promise.all(
        [dependencies.store, dependencies.readModels, dependencies.records, dependencies.topics].map((it) =>
          it.close(),
        ),
      );
    },
  };
};
