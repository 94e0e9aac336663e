import { EventStoreDBClient } from '@eventstore/db-client';
import type { BaseOptions } from '@eventstore/db-client';
import { ConfigError } from '@flagpost/platform';

/** The part of the configuration that this adapter reads; see `eventStoreConfig`. */
export interface EventStoreDbSettings {
  readonly EVENTSTORE_URL?: string | undefined;
  readonly EVENTSTORE_USERNAME?: string | undefined;
  readonly EVENTSTORE_PASSWORD?: string | undefined;
  readonly EVENTSTORE_PREFIX: string;
}

export interface Connection {
  readonly client: EventStoreDBClient;
  /** Options of every call. The leader answers, so that each instance reads what any of them wrote. */
  readonly calls: BaseOptions;
  /** Hosts and ports without credentials, for messages. */
  readonly hosts: string;
  close(): Promise<void>;
}

/** Ms that one attempt at an append may take. */
const CALL_MS = 5_000;

/** Settings of the client that its types keep private. */
interface Inside {
  supports: () => Promise<boolean>;
  getChannel: () => Promise<{ close(): void }>;
}

/**
 * Creates the client; it connects with its first call.
 *
 * @throws {ConfigError} if the settings are invalid. Values are not repeated: they may hold a password.
 */
export const connect = (settings: EventStoreDbSettings): Connection => {
  const { EVENTSTORE_URL: url, EVENTSTORE_USERNAME: username, EVENTSTORE_PASSWORD: password } = settings;
  if (url === undefined) throw new ConfigError('EVENT_STORE=eventstoredb requires EVENTSTORE_URL.');
  if ((username === undefined) !== (password === undefined))
    throw new ConfigError(
      'EVENTSTORE_USERNAME and EVENTSTORE_PASSWORD must be set together: one of them is missing.',
    );
  if (username !== undefined && /[?&]tls=false/i.test(url))
    throw new ConfigError(
      'EVENTSTORE_URL says tls=false: EVENTSTORE_USERNAME would not be sent. Use TLS, or leave it out.',
    );

  const client = clientOf(url);
  const inside = client as unknown as Inside;
  // The client's batched appends have no deadline, and leave a rejection unhandled if their stream breaks under load,
  // which ends the process. Without this server feature each append is a call of its own.
  inside.supports = async () => false;

  return {
    client,
    calls: {
      requiresLeader: true,
      deadline: CALL_MS,
      ...(username === undefined || password === undefined ? {} : { credentials: { username, password } }),
    },
    hosts: /^[^:]+:\/\/(?:.*@)?([^/?]*)/.exec(url)?.[1] ?? '',
    async close() {
      await client.dispose();
      // Not awaited: if the connection was just lost, the client first looks for a server to connect to.
      inside.getChannel().then(
        (channel) => channel.close(),
        () => undefined,
      );
    },
  };
};

const clientOf = (url: string): EventStoreDBClient => {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch {
    throw new ConfigError(
      'EVENTSTORE_URL is not a connection string of EventStoreDB, such as esdb://host:2113?tls=false, or names a file that does not exist.',
    );
  }
};
