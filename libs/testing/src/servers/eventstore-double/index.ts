/**
 * A test double of EventStoreDB: implements its wire protocol with the client's own service definitions, over the
 * SQLite adapter. It tests how our adapter uses the client, not the database. It supports appends with expected
 * revisions and their repetition, one by one and in a stream of calls, reads of one stream and of all, and filtered
 * subscriptions to all, with TLS and at most one user. It is a single node; `cluster.ts` has several over one log.
 */
import { randomUUID } from 'node:crypto';
import {
  Metadata,
  ResponderBuilder,
  Server,
  ServerCredentials,
  ServerInterceptingCall,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js';
import type { sendUnaryData, ServerInterceptor } from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { systemClock } from '@flagpost/platform/system';
import type { Fault } from './faults.js';
import { openLog } from './log.js';
import type { Log } from './log.js';
import { clusterMessage } from './messages.js';
import type { Member } from './messages.js';
import { createService } from './service.js';

export { MAX_APPEND_BYTES, type Fault } from './faults.js';

/** The version that it reports. */
export const DOUBLE_VERSION = 'double';

/** What EventStoreDB's gRPC takes in one message, in bytes. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

export interface EventStoreDouble {
  /** A connection string. */
  readonly address: string;
  readonly port: number;
  /** Turns a fault on, or all off. */
  fault(fault: Fault | null): void;
  /** Ends every open subscription: with status unavailable, or without an error. */
  dropSubscriptions(how: 'unavailable' | 'ended'): void;
  /** Number of appends that got no answer, as the fault is `silent` or their stream was broken. */
  unansweredAppends(): number;
  /** Number of events sent to subscriptions. */
  sentToSubscriptions(): number;
  /** Aborts all calls; the file is kept. */
  stop(): Promise<void>;
}

export interface NodeOptions {
  /** Any free port if left out. */
  readonly port?: number;
  /** PEM; without TLS if left out. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Calls without these credentials are refused; none are asked for if left out. */
  readonly user?: { readonly username: string; readonly password: string };
  readonly maxMessageBytes?: number;
  /** What it tells of its cluster; itself if left out. */
  readonly members?: () => readonly Member[];
}

export interface EventStoreDoubleOptions extends NodeOptions {
  /** The file of its log, which another double can continue. */
  readonly path: string;
}

/** Refuses calls of the streams without the credentials of this user; the gossip is open. */
const authenticating =
  ({ username, password }: NonNullable<NodeOptions['user']>): ServerInterceptor =>
  ({ path }, call) => {
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const isOpen = !path.includes('streams.Streams');
        if (isOpen || metadata.get('authorization')[0] === expected) next(metadata);
        else
          call.sendStatus({
            code: status.UNAUTHENTICATED,
            details: 'UnAuthenticated',
            metadata: new Metadata(),
          });
      })
      .build();
    return new ServerInterceptingCall(
      call,
      new ResponderBuilder().withStart((next) => next(listener)).build(),
    );
  };

/** One node over a log, at 127.0.0.1. `fixedFault` overrides what `fault` turns on. */
export const startNode = async (
  log: Log,
  { port = 0, tls, user, maxMessageBytes = MAX_MESSAGE_BYTES, members }: NodeOptions,
  fixedFault: () => Fault | null = () => null,
): Promise<Omit<EventStoreDouble, 'address'>> => {
  let now: Fault | null = null;
  const { methods, ...controls } = createService(log, () => fixedFault() ?? now, randomUUID);
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    ...(user === undefined ? {} : { interceptors: [authenticating(user)] }),
  });
  server.addService(streams.StreamsService, methods);
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) => {
      const supported = new featuresMessages.SupportedMethods();
      supported.setEventStoreServerVersion(DOUBLE_VERSION);
      answer(null, supported);
    },
  });
  server.addService(gossip.GossipService, {
    read: (_call: unknown, answer: sendUnaryData<ClusterInfo>) =>
      answer(
        null,
        clusterMessage(members?.() ?? [{ host: '127.0.0.1', port: bound, isLeader: true, isAlive: true }]),
      ),
  });
  const credentials =
    tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          { private_key: Buffer.from(tls.key), cert_chain: Buffer.from(tls.cert) },
        ]);
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, at) =>
      error === null ? resolve(at) : reject(error),
    );
  });
  return {
    port: bound,
    ...controls,
    fault(fault) {
      now = fault;
      if (fault === 'unavailable') controls.dropSubscriptions('unavailable');
    },
    async stop() {
      server.forceShutdown();
    },
  };
};

export const startEventStoreDouble = async ({
  path,
  ...options
}: EventStoreDoubleOptions): Promise<EventStoreDouble> => {
  const store = sqliteEventStore({ path, clock: systemClock });
  const node = await startNode(await openLog(store, randomUUID), options);
  return {
    ...node,
    address: `esdb://127.0.0.1:${node.port}?tls=${options.tls !== undefined}`,
    async stop() {
      await node.stop();
      await store.close();
    },
  };
};
