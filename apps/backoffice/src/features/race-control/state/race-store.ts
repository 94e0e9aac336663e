import type { Action, EnhancedStore, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector, useStore } from 'react-redux';
import type { SharedState } from '../../../shared/store.js';
import type { raceReducers } from './reducers.js';

/** The shared state with the slices of the live race. */
export type RaceState = SharedState & {
  readonly [Slice in keyof typeof raceReducers]: ReturnType<(typeof raceReducers)[Slice]>;
};
export type RaceDispatch = ThunkDispatch<RaceState, unknown, UnknownAction>;
export type RaceStore = Pick<EnhancedStore<RaceState>, 'getState' | 'subscribe'> & {
  readonly dispatch: RaceDispatch;
};
export type RaceThunk<Result> = ThunkAction<Result, RaceState, unknown, Action>;

export const useRaceDispatch = useDispatch.withTypes<RaceDispatch>();
export const useRaceSelector = useSelector.withTypes<RaceState>();
export const useRaceStore = (): RaceStore => useStore() as RaceStore;
