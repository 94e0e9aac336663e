import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../shared/api.js';
import { retryQueries } from '../shared/retry-queries.js';
import { clearCookies, readSession, writeSession } from '../shared/session/cookies.js';
import { personChanged, selectSession, sessionEnded, sessionSlice } from '../shared/session/slice.js';
import { raceReducers } from '../features/race-control/state/reducers.js';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  ...raceReducers,
});

type RootState = ReturnType<typeof reducer>;

/** Snapshots of large races are slow to check, in development alone. */
const SLOW_CHECK_MS = 250;

/** The store of the whole client: the shared slices and those of the features. */
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
