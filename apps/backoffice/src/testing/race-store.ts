import type { Store } from '@reduxjs/toolkit';
import { addRaceState } from '../app/race-state.js';
import { createStore } from '../app/store.js';
import type { RaceDispatch, RaceState } from '../features/race-control/state/race-store.js';

/** A store of the client with the state of the live race. */
export const createRaceStore = (): Store<RaceState> & { readonly dispatch: RaceDispatch } => {
  const store: Store = createStore();
  addRaceState(store);
  return store as ReturnType<typeof createRaceStore>;
};
