import type { Action, ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { api } from './api.js';
import type { sessionSlice } from './session/slice.js';

/** The state shared by all features. `app/store.ts` creates the store; a feature types its own slices itself. */
export interface SharedState {
  readonly [api.reducerPath]: ReturnType<typeof api.reducer>;
  readonly [sessionSlice.name]: ReturnType<typeof sessionSlice.reducer>;
}

export type AppDispatch = ThunkDispatch<SharedState, unknown, UnknownAction>;
export type AppThunk<Result> = ThunkAction<Result, SharedState, unknown, Action>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<SharedState>();
