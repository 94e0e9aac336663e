import { useLayoutEffect, type ReactElement, type ReactNode } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { Store } from '@reduxjs/toolkit';
import { raceReducers } from '../features/race-control/state/reducers.js';
import { addSlices } from './store.js';

/** Adds the state of the live race to a store that has only what all pages share. */
export const addRaceState = (store: Store): void => addSlices(store, raceReducers);

/** A page of a race, once the store has its state, whose code comes with the first of them. */
export const RaceState = ({ children }: { children: ReactNode }): ReactElement | null => {
  const store = useStore();
  const isAdded = useSelector((state: object) => 'roster' in state);
  useLayoutEffect(() => {
    if (!isAdded) addRaceState(store);
  }, [isAdded, store]);
  return isAdded ? <>{children}</> : null;
};
