import { TOPIC_DEFINITIONS, type LatLng } from '@flagpost/contracts';
import {
  apiConfig,
  CommandMessage,
  CommandMessageHandler,
  followLive,
  followReach,
  openLiveRoom,
  projections,
  publishRaceOrders,
  publishRaceSetups,
  consumeRaceFacts,
  shareViews,
  startSingletonJobs,
  upcast,
  withdrawRequest,
  type ApiDependencies,
  type Caller,
  type SingletonJobs,
  type Gateway,
  type Session,
} from '@flagpost/api/headless';
import { DomainError } from '@flagpost/domain';
import { createCommandHandler } from '@flagpost/event-sourcing';
import { createHealth, type Logger } from '@flagpost/platform';
import { startProjections, type Projector, type ReadModels } from '@flagpost/read-models';
import { sqliteEventIndex } from '@flagpost/read-models/event-index/sqlite';
import type { Process } from '@flagpost/testing/simulation';
import { CLUB, DIRECTOR, EVENT } from './course.js';
import type { Installation } from './installation.js';
import type { Sockets } from './sockets.js';

/** An order of race control. */
export type Order =
  | {
      readonly type: 'flag';
      readonly code: number;
      readonly receivers: readonly number[];
      readonly sectorId: number | null;
    }
  | { readonly type: 'withdrawFlag'; readonly flagId: number; readonly receivers: readonly number[] }
  | { readonly type: 'clearFlags' }
  /** A creation: its key is reserved before anything is recorded. */
  | { readonly type: 'createTimer' }
  | { readonly type: 'resetLaps' }
  | { readonly type: 'placeStart'; readonly start: LatLng }
  | { readonly type: 'acknowledgeSos'; readonly alertId: number }
  | { readonly type: 'clearSos'; readonly alertId: number };

export type Answered =
  | { readonly accepted: true; readonly answer: unknown }
  | { readonly accepted: false; readonly reason: string };

/** The api without HTTP and Nest: the same parts, put together in the same order. */
export interface ApiProgram {
  readonly kind: 'api';
  /** A request with this Idempotency-Key; rejects if it failed for a transient reason. */
  order(key: string, order: Order): Promise<Answered>;
  /** Withdraws the flag that was ordered under this key; rejects as `order`. */
  withdraw(key: string): ReturnType<typeof withdrawRequest>;
  readonly gateway: Gateway;
  readonly sockets: Sockets;
  readonly readModels: ReadModels;
  /** Why parts of it have stopped; empty if none has. */
  failures(): Promise<string[]>;
}

/** A director's, who may also reset laps; it does not expire while a seed runs. */
export const SESSION: Session = { actor: DIRECTOR, sessionId: 'session', expiresAt: Number.MAX_SAFE_INTEGER };

/** Race control's commands need no providers. */
const NO_PROVIDERS = {
  get: (): never => {
    throw new Error('There are no providers without Nest.');
  },
};

/** The message of a flag is the key that it was ordered under. */
const messageOf = (caller: Caller, order: Order): CommandMessage => {
  switch (order.type) {
    case 'flag':
      return new CommandMessage(
        'sendFlag',
        {
          EventId: EVENT,
          StateId: order.code,
          InvitationsSelected: [...order.receivers],
          SectorId: order.sectorId,
          Message: caller.correlationId,
        },
        caller,
      );
    case 'createTimer':
      return new CommandMessage(order.type, { EventId: EVENT, Title: 'Restart' }, caller);
    case 'withdrawFlag': {
      const { flagId, receivers } = order;
      return new CommandMessage(order.type, { flagId, receivers: [...receivers] }, caller);
    }
    case 'clearFlags':
      return new CommandMessage(order.type, { eventId: EVENT, alerts: 'clear' }, caller);
    case 'resetLaps':
      return new CommandMessage(order.type, { eventId: EVENT }, caller);
    case 'placeStart':
      return new CommandMessage('drawRoute', { eventId: EVENT, pointsMetaStart: order.start }, caller);
    case 'acknowledgeSos':
    case 'clearSos':
      return new CommandMessage(order.type, { alertId: order.alertId }, caller);
  }
};

/** The views of this process, or those that all apis have together. */
const startViews = async (dependencies: ApiDependencies, jobs: SingletonJobs): Promise<Projector> => {
  const options = { ...dependencies, projections, upcast };
  if (dependencies.topology === undefined) return startProjections(options);
  const { projector, job } = shareViews(options);
  await jobs.add(job);
  return projector;
};

export const startApi = async (
  process: Process,
  installation: Installation,
  sockets: Sockets,
  logger: Logger,
): Promise<ApiProgram> => {
  const dependencies: ApiDependencies = {
    store: installation.store(process),
    readModels: installation.readModels(process),
    eventIndex: sqliteEventIndex({ path: ':memory:' }),
    records: installation.records(process),
    topics: installation.topics(process),
    clock: process,
    scheduler: process,
    ids: process.ids,
    logger,
    health: createHealth(),
    config: apiConfig.parse({}),
    topology: installation.sharedViews ? 'sharedViews' : undefined,
  };
  const { store, readModels, topics, ids } = dependencies;
  const handle = createCommandHandler({ store, upcast, ids });
  const jobs = startSingletonJobs(dependencies);
  const projector = await startViews(dependencies, jobs);
  await projector.caughtUp();
  const handler = new CommandMessageHandler(dependencies, handle, projector, NO_PROVIDERS);
  await topics.define(TOPIC_DEFINITIONS);

  const live = followLive(topics, dependencies);
  const reach = followReach(topics, dependencies);
  const setups = await jobs.add({
    name: 'race setup',
    begin: async () => {
      await projector.caughtUp();
      return publishRaceSetups(dependencies, projector);
    },
  });
  const orders = await jobs.add({
    name: 'race orders',
    begin: async () => {
      await projector.caughtUp();
      return publishRaceOrders(dependencies, projector);
    },
  });
  const facts = consumeRaceFacts(dependencies, handle, projector);
  const { gateway, announcing } = await openLiveRoom(dependencies, {
    projector,
    live,
    reach,
    transport: sockets.transport,
    auth: { verify: async () => SESSION, stillHolds: async () => true },
    clubOf: async () => CLUB,
  });

  return {
    kind: 'api',
    gateway,
    sockets,
    readModels,
    async order(key, order) {
      const caller: Caller = {
        actor: DIRECTOR,
        correlationId: key,
        language: 'en',
        request: { key, bodyHash: JSON.stringify(order) },
        onLag: () => undefined,
      };
      try {
        return { accepted: true, answer: await handler.execute(messageOf(caller, order)) };
      } catch (error) {
        if (error instanceof DomainError) return { accepted: false, reason: error.code };
        throw error;
      }
    },
    withdraw: (key) => withdrawRequest(dependencies, handle, DIRECTOR, key, { EventId: EVENT, Key: key }),
    async failures() {
      const halted = Object.entries(await projector.health()).flatMap(([name, health]) =>
        health.halted === null ? [] : [`projection ${name}: ${health.halted}`],
      );
      const failed = Object.entries({ facts, setups, orders, live, reach, announcing }).flatMap(
        ([name, part]) => {
          const failure = part.failure();
          return failure === null ? [] : [`${name}: ${failure}`];
        },
      );
      return [
        ...halted,
        ...failed,
        ...(facts.skipped() === 0 ? [] : [`${facts.skipped()} facts were skipped`]),
      ];
    },
  };
};
