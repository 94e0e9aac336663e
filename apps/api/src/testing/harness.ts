import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { ROLES, type RoleId, type RoleName } from '@flagpost/contracts';
import { userStream, type Membership } from '@flagpost/domain';
import type { EventStore, Position, RecordedEvent } from '@flagpost/event-sourcing';
import { memoryEventStore, memoryLog } from '@flagpost/event-sourcing/memory';
import { sqliteTopics } from '@flagpost/messaging/sqlite';
import { createHealth, silentLogger, type Scheduler } from '@flagpost/platform';
import { systemIds } from '@flagpost/platform/system';
import { sqliteEventIndex } from '@flagpost/read-models/event-index/sqlite';
import { memoryReadModels } from '@flagpost/read-models/memory';
import { queryPlans, rejectUnindexedQueries } from '@flagpost/read-models/testing';
import type { Records } from '@flagpost/records';
import { sqliteRecords } from '@flagpost/records/sqlite';
import { virtualTime, type VirtualTime } from '@flagpost/testing/virtual-time';
import { createApi, type Api } from '../app.js';
import { apiConfig } from '../config.js';
import { AccessTokens } from '../access/access-tokens.js';
import type { ApiDependencies } from '../dependencies.js';
import { projections } from '../projections.js';
import { upcast } from '../upcast.js';
import { NO_PUSH_SERVICE } from '@flagpost/testing/push-service';

export const NOW = Date.UTC(2026, 5, 6, 12);

/** A spec may let weeks go by: topics in memory need no tidying every few seconds of them. */
const neverTidying = (time: VirtualTime): Scheduler => ({
  after: (ms, callback) => time.after(ms, callback),
  every: () => ({ cancel: () => undefined }),
});

const plans = queryPlans(projections);

/** The api's dependencies in memory, on virtual time. */
export const memoryDependencies = (
  time: VirtualTime = virtualTime(NOW),
  environment: Record<string, string> = {},
): ApiDependencies => ({
  store: memoryEventStore({ clock: time, log: memoryLog() }),
  readModels: rejectUnindexedQueries(memoryReadModels(), projections, plans),
  eventIndex: sqliteEventIndex({ path: ':memory:' }),
  records: sqliteRecords({ path: ':memory:' }),
  topics: sqliteTopics({
    path: ':memory:',
    clock: time,
    scheduler: neverTidying(time),
    logger: silentLogger,
  }),
  clock: time,
  scheduler: time,
  ids: systemIds,
  logger: silentLogger,
  health: createHealth(),
  sendMail: async () => undefined,
  config: apiConfig.parse({ PUSH_SERVICES: NO_PUSH_SERVICE, ...environment }),
});

/** The user that a spec acts as: roles, and a club unless they are an administrator. */
export interface As {
  readonly userId?: number;
  readonly roles: readonly RoleName[];
  readonly clubId: number | null;
  readonly sessionId?: string;
}

export interface Harness {
  readonly api: Api;
  /** Of its real port; calls are under /api. */
  readonly url: string;
  readonly dependencies: ApiDependencies;
  readonly time: VirtualTime;
  /** A bearer for whom it names, without an account behind it. */
  token(as: As): string;
  /** Requests under /api, signed in. */
  as(who: As): Requests;
  /** Requests under /api, signed in by this token or by none. */
  with(token: string | null): Requests;
  stop(): Promise<void>;
}

export interface Requests {
  get(path: string): request.Test;
  post(path: string, body?: object): request.Test;
  put(path: string, body?: object): request.Test;
  patch(path: string, body?: object): request.Test;
  delete(path: string, body?: object): request.Test;
  /** A POST whose multipart body the caller fills. */
  upload(path: string): request.Test;
}

const SESSION_ID = 'session';
/** More than any id of a stored account. */
const MADE_UP = 1_000_000;

/** The user id for specs that name no user: one for each set of roles in a club. */
export const somebody = ({ roles, clubId }: Pick<As, 'roles' | 'clubId'>): number =>
  MADE_UP + (clubId ?? 0) * 64 + roles.reduce((sum, role) => sum | (1 << ROLES[role]), 0);

/**
 * The log with an account for every user of a token who has none: as the log contains the account of a user who was
 * added just now, before any view.
 */
const withAccounts = (
  store: EventStore,
): { store: EventStore; add(userId: number, account: Membership): void } => {
  const madeUp = new Map<string, RecordedEvent>();
  return {
    store: {
      ...store,
      async readStream(stream, from, limit) {
        const events = await store.readStream(stream, from, limit);
        const account = madeUp.get(stream);
        return events.length === 0 && account !== undefined ? [account] : events;
      },
    },
    add(userId, account) {
      const stream = userStream(userId);
      madeUp.set(stream, {
        type: 'UserAdded',
        data: { userId, ...account },
        stream,
        revision: 0,
        position: '' as Position,
        recordedAt: NOW,
        meta: {
          id: stream,
          actorId: null,
          actorRoles: [],
          clubId: null,
          correlationId: 'spec',
          causationId: null,
          schemaVersion: upcast.currentVersion('UserAdded'),
        },
      });
    },
  };
};

/** That of all tokens that a spec makes for itself: it never ends. */
const openSession = async ({ credentials }: Records): Promise<void> => {
  if (await credentials.hasFamily(SESSION_ID)) return;
  await credentials.addRefreshToken({
    tokenHash: SESSION_ID,
    userId: 0,
    familyId: SESSION_ID,
    expiresAt: Number.MAX_SAFE_INTEGER,
    replacedAt: null,
    successor: null,
    markHash: null,
    browser: null,
  });
};

/** A real app at a port of its own, which all requests share. */
export const startHarness = async (
  overrides: Partial<ApiDependencies> = {},
  time = virtualTime(NOW),
): Promise<Harness> => {
  const given = { ...memoryDependencies(time), ...overrides };
  const accounts = withAccounts(given.store);
  const dependencies = { ...given, store: accounts.store };
  const api = await createApi(dependencies);
  await api.start();
  await openSession(dependencies.records);
  await api.app.listen(0, '127.0.0.1');
  const { port } = api.app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const tokens = api.app.get(AccessTokens);
  const withToken = (token: string | null): Requests => {
    const agent = request(url);
    const signed = (test: request.Test): request.Test =>
      token === null ? test : test.set('Authorization', `Bearer ${token}`);
    return {
      get: (path) => signed(agent.get(`/api${path}`)),
      post: (path, body = {}) => signed(agent.post(`/api${path}`)).send(body),
      put: (path, body = {}) => signed(agent.put(`/api${path}`)).send(body),
      patch: (path, body = {}) => signed(agent.patch(`/api${path}`)).send(body),
      delete: (path, body) => {
        const test = signed(agent.delete(`/api${path}`));
        return body === undefined ? test : test.send(body);
      },
      upload: (path) => signed(agent.post(`/api${path}`)),
    };
  };
  const token = (as: As): string => {
    const { userId = somebody(as), roles, clubId, sessionId = SESSION_ID } = as;
    const ids = roles.map((role): RoleId => ROLES[role]);
    accounts.add(userId, { roles: ids, clubId });
    return tokens.sign({ id: userId, roles: ids, clubId, avatar: null, sessionId });
  };
  return {
    api,
    url,
    dependencies,
    time,
    token,
    with: withToken,
    as: (who) => withToken(token(who)),
    async stop() {
      await api.stop();
      await Promise.all(
        [dependencies.store, dependencies.readModels, dependencies.records, dependencies.topics].map((part) =>
          part.close(),
        ),
      );
    },
  };
};
