/** Opens the event store that the configuration names. Only the chosen adapter is loaded. */
import { z } from 'zod';
import type { Clock, Logger, Scheduler } from '@flagpost/platform';
import type { Storage } from '@flagpost/storage';
import type { EventStore } from './store.js';

/** Settings of the event store, as environment variables of these names. */
export const eventStoreConfig = z.object({
  /** Storage of events: a file of this process alone, or EventStoreDB, shared by several. */
  EVENT_STORE: z.enum(['sqlite', 'eventstoredb']).default('sqlite'),
  /** Connection string of EventStoreDB with its nodes and TLS: `esdb://host:2113?tls=false`, `esdb+discover://cluster:2113`. */
  EVENTSTORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\/./, 'A connection string of EventStoreDB is expected: esdb://host:port.')
    .optional(),
  /** User name at EventStoreDB, if the connection string has none; it is sent over TLS only. */
  EVENTSTORE_USERNAME: z.string().optional(),
  /** Password of that user. */
  EVENTSTORE_PASSWORD: z.string().optional(),
  /** Prefix of every stream name in EventStoreDB, so that several installations can share a database. */
  EVENTSTORE_PREFIX: z
    .string()
    .regex(/^[\w-]{0,60}$/, 'At most 60 letters, digits, _ and - are expected.')
    .default(''),
});
export type EventStoreConfig = z.infer<typeof eventStoreConfig>;

export interface EventStoreParts {
  /** The file, if SQLite is chosen. */
  readonly path: string;
  /** Carries out the operations on the file; the caller's thread if left out. */
  readonly storage?: Storage | undefined;
  /** Opens the file beside the process that writes to it. */
  readonly readOnly?: boolean | undefined;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** Called with the number of events stored together: by one transaction of SQLite, or one append to EventStoreDB. */
  readonly onAppended?: ((events: number) => void) | undefined;
}

/**
 * @throws {EventLogInUse} if SQLite is chosen and another process writes to the file. @throws {ConfigError} if
 * EventStoreDB is chosen and its settings are invalid. @throws {ServiceUnavailableError} if EventStoreDB is chosen and
 * does not answer.
 */
export const openEventStore = async (
  config: EventStoreConfig,
  { path, storage, readOnly, clock, onAppended, ...parts }: EventStoreParts,
): Promise<EventStore> => {
  if (config.EVENT_STORE === 'sqlite')
    return (await import('./sqlite/index.js')).sqliteEventStore({
      path,
      clock,
      onAppended,
      storage,
      readOnly,
    });
  return (await import('./eventstoredb/index.js')).eventStoreDb(config, { clock, onAppended, ...parts });
};
