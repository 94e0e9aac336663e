import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  type Reducer,
  type Store,
} from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../shared/api.js';
import { retryQueries } from '../shared/retry-queries.js';
import { clearCookies, readSession, writeSession } from '../shared/session/cookies.js';
import { personChanged, selectSession, sessionEnded, sessionSlice } from '../shared/session/slice.js';

const sharedReducers = {
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
};
const reducer = combineReducers(sharedReducers);

type RootState = ReturnType<typeof reducer>;

/** Snapshots of large races are slow to check, in development alone. */
const SLOW_CHECK_MS = 250;

/** The store of the whole client: the shared slices, to which `addSlices` adds those of a feature whose code has come. */
export const createStore = () => {
  const listeners = createListenerMiddleware<RootState>();
  listeners.startListening({
    actionCreator: sessionEnded,
    effect: (_, { dispatch }) => {
      clearCookies();
      dispatch(api.util.resetApiState());
    },
  });
  listeners.startListening({
    actionCreator: personChanged,
    effect: (_, store) => {
      const session = selectSession(store.getState());
      if (session !== null) writeSession(session);
    },
  });
  listeners.startListening(retryQueries);
  const store = configureStore({
    reducer,
    preloadedState: { session: { current: readSession(), endedBy: null } },
    middleware: (defaults) =>
      defaults({
        serializableCheck: { warnAfter: SLOW_CHECK_MS },
        immutableCheck: { warnAfter: SLOW_CHECK_MS },
      })
        .prepend(listeners.middleware)
        .concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
};

/** Adds the slices of a feature to a store of `createStore`. */
export const addSlices = (store: Store, slices: Readonly<Record<string, Reducer>>): void =>
  store.replaceReducer(combineReducers({ ...sharedReducers, ...slices }));
