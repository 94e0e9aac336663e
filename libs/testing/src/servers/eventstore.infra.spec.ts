import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { EventStore, NewEvent } from '@flagpost/event-sourcing';
import { eventStoreContract } from '@flagpost/event-sourcing/contract-suite';
import { eventStoreConfig, openEventStore } from '@flagpost/event-sourcing/open';
import { fixedDelay, retry, ServiceUnavailableError, silentLogger } from '@flagpost/platform';
import { systemClock, systemScheduler } from '@flagpost/platform/system';
import { until } from '../until.js';
import { describeOver } from './suite.js';

const anEvent = (data: unknown): NewEvent => ({
  type: 'Happened',
  data,
  meta: {
    id: randomUUID(),
    actorId: null,
    actorRoles: [],
    clubId: null,
    correlationId: 'suite',
    causationId: null,
    schemaVersion: 1,
  },
});

describeOver(describe, 'EventStoreDB', ['eventstore'], ({ eventstore }) => {
  /** A part of the database that nobody else writes to; user and password come from the environment, if any. */
  const aPart = () => {
    const config = eventStoreConfig.parse({
      ...process.env,
      ...eventstore.environment,
      EVENT_STORE: 'eventstoredb',
      EVENTSTORE_PREFIX: `suite-${randomUUID()}-`,
    });
    const parts = { path: '', clock: systemClock, scheduler: systemScheduler, logger: silentLogger };
    return { open: (): Promise<EventStore> => openEventStore(config, parts) };
  };

  eventStoreContract(`EventStoreDB, over ${eventstore.says}`, async () => ({
    ...aPart(),
    dispose: async () => undefined,
  }));

  const { control } = eventstore;
  const killed = 'loses and repeats nothing when the server is killed under load and started again';
  if (control === null)
    it.skip(`${killed} (skipped: the server at EVENTSTORE_URL is not ours to stop)`, () => undefined);
  else
    it(killed, async () => {
      const store = await aPart().open();
      const seen: unknown[] = [];
      store.subscribeAll({
        after: null,
        onEvents: async (events) => void seen.push(...events.map(({ data }) => data)),
      });
      let over = false;
      let refused = 0;
      const acknowledged: string[] = [];
      const write = async (stream: string): Promise<void> => {
        for (let number = 0; !over;) {
          const data = `${stream} ${number}`;
          try {
            await store.append(stream, [anEvent(data)], number === 0 ? 'noStream' : number - 1);
            acknowledged.push(data);
            number += 1;
          } catch (error) {
            if (!(error instanceof ServiceUnavailableError)) throw error;
            refused += 1;
            number = (await readPatiently(store, stream)) + 1;
          }
        }
      };
      const writers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(write);
      for (const awayMs of [500, 7_000]) {
        await pause(1_000);
        await control.stop();
        await pause(awayMs);
        await control.start();
      }
      await pause(1_000);
      over = true;
      await Promise.all(writers);
      expect(refused).toBeGreaterThan(0);

      const recorded = (await store.readAll(null, Number.MAX_SAFE_INTEGER)).map(({ data }) => String(data));
      expect(new Set(recorded).size).toBe(recorded.length);
      expect(acknowledged.filter((data) => !recorded.includes(data))).toEqual([]);
      await until('all events at the subscriber', () => seen.length >= recorded.length);
      expect(seen).toEqual(recorded);
      await store.close();
    });
});

/** The last revision of the stream, as soon as the server answers. */
const readPatiently = (store: EventStore, stream: string): Promise<number> =>
  retry(
    {
      retryIf: (error) => error instanceof ServiceUnavailableError,
      backoff: { scheduler: systemScheduler, ms: fixedDelay(100) },
    },
    async () => (await store.readStream(stream)).length - 1,
  );
