import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  type Action,
  type ThunkAction,
} from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../shared/api.js';
import { askAgain } from '../shared/ask-again.js';
import { clearCookies, readSession, writeSession } from '../shared/session/cookies.js';
import { personChanged, selectSession, sessionEnded, sessionSlice } from '../shared/session/slice.js';
import { raceReducers } from '../features/race-control/state/reducers.js';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  [sessionSlice.name]: sessionSlice.reducer,
  ...raceReducers,
});

export type RootState = ReturnType<typeof reducer>;

/** Snapshots of large races are slow to check, in development alone. */
const SLOW_CHECK_MS = 250;

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
  listeners.startListening(askAgain);
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

export type AppStore = ReturnType<typeof createStore>;
export type AppDispatch = AppStore['dispatch'];
export type AppThunk<Result> = ThunkAction<Result, RootState, unknown, Action>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
