import {
  isRejectedWithValue,
  type ListenerEffectAPI,
  type PayloadAction,
  type ThunkAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from './api.js';
import { errorKindOf } from './failures.js';

/** Delay for a server to recover; its own `Retry-After` is shorter. */
const AGAIN_AFTER_MS = 3_000;

interface WithApi {
  [api.reducerPath]: ReturnType<typeof api.reducer>;
}
type Dispatch = ThunkDispatch<WithApi, unknown, UnknownAction>;

/** The `meta.arg` of a call of the api. */
interface Call {
  readonly type: 'query' | 'mutation';
  readonly endpointName: string;
  readonly originalArgs: unknown;
  readonly queryCacheKey: string;
}
type Rejected = PayloadAction<unknown, string, { readonly arg: unknown; readonly requestId: string }>;

/** Features inject their endpoints, so this type of the api has no endpoint names. */
const reads = api.util as unknown as {
  readonly prefetch: (
    endpointName: string,
    args: unknown,
    options: { readonly force: true },
  ) => ThunkAction<void, WithApi, unknown, UnknownAction>;
};

const isOfNow = (error: unknown): boolean => ['unanswered', 'notNow'].includes(errorKindOf(error));

/**
 * A listener that repeats queries failed with 503 or without an answer, as long as a component subscribes to them. Data
 * shown before stays meanwhile, and the failure disappears by itself. Commands are only repeated by users.
 */
export const retryQueries = {
  matcher: isRejectedWithValue(),
  effect: async ({ payload, meta }: Rejected, store: ListenerEffectAPI<WithApi, Dispatch>): Promise<void> => {
    const { type, endpointName, originalArgs, queryCacheKey } = meta.arg as Call;
    if (type !== 'query' || !isOfNow(payload)) return;
    await store.delay(AGAIN_AFTER_MS);
    const { queries, subscriptions } = store.getState()[api.reducerPath];
    const isNewest = queries[queryCacheKey]?.requestId === meta.requestId;
    const isWanted = Object.keys(subscriptions[queryCacheKey] ?? {}).length > 0;
    if (isNewest && isWanted) store.dispatch(reads.prefetch(endpointName, originalArgs, { force: true }));
  },
};
