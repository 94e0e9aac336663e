import {
  isRejectedWithValue,
  type ListenerEffectAPI,
  type PayloadAction,
  type ThunkAction,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { api } from './api.js';
import { meaningOf } from './failures.js';

/** Time for a server to come back; its own `Retry-After` is shorter. */
const AGAIN_AFTER_MS = 3_000;

interface WithApi {
  [api.reducerPath]: ReturnType<typeof api.reducer>;
}
type Dispatch = ThunkDispatch<WithApi, unknown, UnknownAction>;

/** What a call of the api was made with. */
interface Call {
  readonly type: 'query' | 'mutation';
  readonly endpointName: string;
  readonly originalArgs: unknown;
  readonly queryCacheKey: string;
}
type Rejected = PayloadAction<unknown, string, { readonly arg: unknown; readonly requestId: string }>;

/** Features inject their endpoints: this type of the api knows no names. */
const reads = api.util as unknown as {
  readonly prefetch: (
    endpointName: string,
    args: unknown,
    options: { readonly force: true },
  ) => ThunkAction<void, WithApi, unknown, UnknownAction>;
};

const isOfNow = (error: unknown): boolean => ['unanswered', 'notNow'].includes(meaningOf(error));

/**
 * A listener: what could not be read now (503, or no answer) is read again until it can be, as long as a screen
 * wants it. What was shown stays meanwhile, and a failure goes by itself. A command is repeated by people alone.
 */
export const askAgain = {
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
