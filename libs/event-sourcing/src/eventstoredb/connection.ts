import { EventStoreDBClient } from '@eventstore/db-client';
import type { BaseOptions } from '@eventstore/db-client';
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';
import { ConfigError } from '@flagpost/platform';
import type { Scheduler } from '@flagpost/platform';
import { createNodes } from './nodes.js';
import type { Nodes } from './nodes.js';

/** The part of the configuration that this adapter reads; see `eventStoreConfig`. */
export interface EventStoreDbSettings {
  readonly EVENTSTORE_URL?: string | undefined;
  readonly EVENTSTORE_USERNAME?: string | undefined;
  readonly EVENTSTORE_PASSWORD?: string | undefined;
  readonly EVENTSTORE_PREFIX: string;
}

export interface Connection {
  readonly client: EventStoreDBClient;
  readonly nodes: Nodes;
  /** Metadata and options of a call without a deadline, for calls that the client does not make itself. */
  readonly endlessCall: () => [Metadata, CallOptions];
  /** Options of every call. The leader answers, so that each instance reads what any of them wrote. */
  readonly calls: BaseOptions;
  /** Hosts and ports without credentials, for messages. */
  readonly hosts: string;
  close(): Promise<void>;
}

/** Ms that one attempt at an append may take. */
export const CALL_MS = 5_000;

/** Members of the client that its types keep private. */
interface Inside {
  supports: () => Promise<boolean>;
  getGRPCClient: Nodes['clientOf'];
  handleError: Nodes['onError'];
  callArguments: (options: BaseOptions, more: CallOptions) => [Metadata, CallOptions];
}

/**
 * Creates the client; it connects with its first call.
 *
 * @throws {ConfigError} if the settings are invalid. Values are not repeated: they may hold a password.
 */
export const connect = (settings: EventStoreDbSettings, scheduler: Scheduler): Connection => {
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

  const { client, nodes } = clientOf(url, scheduler);
  const inside = client as unknown as Inside;
  inside.getGRPCClient = nodes.clientOf;
  inside.handleError = nodes.onError;
  // The client's batched appends have no deadline, and leave a rejection unhandled if their stream breaks under load,
  // which ends the process: `batch-append.ts` has ours. What the client appends is a call of its own.
  inside.supports = async () => false;
  const calls = {
    requiresLeader: true,
    deadline: CALL_MS,
    ...(username === undefined || password === undefined ? {} : { credentials: { username, password } }),
  };

  return {
    client,
    nodes,
    calls,
    endlessCall: () => inside.callArguments(calls, { deadline: Infinity }),
    hosts: /^[^:]+:\/\/(?:.*@)?([^/?]*)/.exec(url)?.[1] ?? '',
    async close() {
      await client.dispose();
      nodes.close();
    },
  };
};

const clientOf = (url: string, scheduler: Scheduler): { client: EventStoreDBClient; nodes: Nodes } => {
  try {
    const client = EventStoreDBClient.connectionString(url);
    return { client, nodes: createNodes(parseConnectionString(url), scheduler) };
  } catch {
    throw new ConfigError(
      'EVENTSTORE_URL is not a connection string of EventStoreDB, such as esdb://host:2113?tls=false, or names a file that does not exist.',
    );
  }
};
