/**
 * A test double of EventStoreDB: implements its wire protocol with the client's own service definitions, over the
 * SQLite adapter. It tests how our adapter uses the client, not the database. It supports appends with expected
 * revisions and their repetition, reads of one stream and of all, and filtered subscriptions to all; it is a single
 * node, without TLS and users.
 */
import { randomUUID } from 'node:crypto';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import type { sendUnaryData } from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import { sqliteEventStore } from '@flagpost/event-sourcing/sqlite';
import { systemClock } from '@flagpost/platform/system';
import type { Fault } from './faults.js';
import { openLog } from './log.js';
import { createService } from './service.js';

export { MAX_APPEND_BYTES, type Fault } from './faults.js';

/** The version that it reports. */
export const DOUBLE_VERSION = 'double';

export interface EventStoreDouble {
  /** A connection string. */
  readonly address: string;
  readonly port: number;
  /** Turns a fault on, or all off. */
  fault(fault: Fault | null): void;
  /** Ends every open subscription: with status unavailable, or without an error. */
  dropSubscriptions(how: 'unavailable' | 'ended'): void;
  /** Number of events sent to subscriptions. */
  sentToSubscriptions(): number;
  /** Aborts all calls; the file is kept. */
  stop(): Promise<void>;
}

export interface EventStoreDoubleOptions {
  /** The file of its log, which another double can continue. */
  readonly path: string;
  /** Any free port if left out. */
  readonly port?: number;
}

export const startEventStoreDouble = async ({
  path,
  port = 0,
}: EventStoreDoubleOptions): Promise<EventStoreDouble> => {
  const store = sqliteEventStore({ path, clock: systemClock });
  let now: Fault | null = null;
  const { methods, dropSubscriptions, sentToSubscriptions } = createService(
    await openLog(store, randomUUID),
    () => now,
    randomUUID,
  );
  const server = new Server();
  server.addService(streams.StreamsService, methods);
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: (_call: unknown, answer: sendUnaryData<SupportedMethods>) => {
      const supported = new featuresMessages.SupportedMethods();
      supported.setEventStoreServerVersion(DOUBLE_VERSION);
      answer(null, supported);
    },
  });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, at) =>
      error === null ? resolve(at) : reject(error),
    );
  });
  return {
    address: `esdb://127.0.0.1:${bound}?tls=false`,
    port: bound,
    fault(fault) {
      now = fault;
      if (fault === 'unavailable') dropSubscriptions('unavailable');
    },
    dropSubscriptions,
    sentToSubscriptions,
    async stop() {
      server.forceShutdown();
      await store.close();
    },
  };
};
