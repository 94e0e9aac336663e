import { createSlice } from '@reduxjs/toolkit';
import type { ReachRow } from '@flagpost/contracts';
import { raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

/** Since when a car can be reached, or cannot; epoch ms. */
interface CarReach {
  isReachable: boolean;
  since: number;
}

/** By invitation id; a car that is missing was never connected. Null while the server does not know. */
export type ReachByCar = Readonly<Record<number, CarReach>> | null;

interface ReachState {
  cars: ReachByCar;
}

const initialState = (): ReachState => ({ cars: null });

const byCar = (rows: readonly ReachRow[]): NonNullable<ReachByCar> =>
  Object.fromEntries(
    rows.map(({ InvitationId, Reachable, Since }) => [
      InvitationId,
      { isReachable: Reachable, since: Date.parse(Since) },
    ]),
  );

/** Which cars have a device that is connected and can show flags. */
export const reachSlice = createSlice({
  name: 'reach',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, initialState);
    builder.addCase(raceLeft, initialState);
    builder.addCase(snapshotArrived, (state, { payload: { reach } }) => {
      state.cars = reach === null ? null : byCar(reach);
    });
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action !== 'reachChanged' || state.cars === null) return;
      state.cars = { ...state.cars, ...byCar(payload.reach) };
    });
  },
});

interface WithReach {
  reach: ReachState;
}
export const selectReach = (state: WithReach): ReachByCar => state.reach.cars;

/** False while it is not known: nobody is to be told that a car is out of reach because the server has just started. */
export const isOutOfReach = (reach: ReachByCar, invitationId: number): boolean =>
  reach !== null && reach[invitationId]?.isReachable !== true;
