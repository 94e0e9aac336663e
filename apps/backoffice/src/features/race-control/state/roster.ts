import { createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit';
import {
  carFlagsOf,
  isFlagCode,
  NO_FLAGS,
  withFlag,
  type CarFlags,
  type SnapshotCar,
} from '@flagpost/contracts';
import { byCarNumber } from '../../../shared/format.js';
import { raceControlled, raceOpened, snapshotArrived } from './messages.js';

/** A competitor as race control addresses it. */
export interface RosterCar {
  invitationId: number;
  carNumber: string;
  pilot: string;
  userId: number;
  categoryId: number | null;
  category: string;
  flags: CarFlags;
}

const adapter = createEntityAdapter<RosterCar, number>({
  selectId: (car) => car.invitationId,
  sortComparer: (a, b) => byCarNumber(a.carNumber, b.carNumber) || a.invitationId - b.invitationId,
});

const fromSnapshot = (car: SnapshotCar): RosterCar => ({
  invitationId: car.live.invitationId,
  carNumber: car.CarNumber,
  pilot: `${car.Name} ${car.Surname}`.trim(),
  userId: car.UserId,
  categoryId: car.CategoryId,
  category: car.Category,
  flags: carFlagsOf({ track: car.TrackFlag, driver: car.DriverFlag, last: car.LastFlagStatus }),
});

export const rosterSlice = createSlice({
  name: 'roster',
  initialState: () => adapter.getInitialState(),
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, (state) => adapter.removeAll(state));
    builder.addCase(snapshotArrived, (state, { payload }) =>
      adapter.setAll(state, payload.cars.map(fromSnapshot)),
    );
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'flagsCleared') {
        for (const car of Object.values(state.entities)) car.flags = NO_FLAGS;
      }
      if (payload.action === 'flagSent' && isFlagCode(payload.flag.StateId)) {
        const { StateId, InvitationsSelected } = payload.flag;
        const receivers = InvitationsSelected.length === 0 ? state.ids : InvitationsSelected;
        for (const id of receivers) {
          const car = state.entities[id];
          if (car !== undefined) car.flags = withFlag(car.flags, StateId);
        }
      }
    });
  },
});

interface WithRoster {
  roster: ReturnType<typeof rosterSlice.reducer>;
}

export const { selectAll: selectCars, selectEntities: selectCarsById } = adapter.getSelectors(
  (state: WithRoster) => state.roster,
);

/** Numbers of these cars, as they are called on screen, in order. */
export const selectCarNumbers = createSelector(
  [selectCars, (_: WithRoster, ids: readonly number[]) => ids],
  (cars, ids) => cars.filter((car) => ids.includes(car.invitationId)).map((car) => car.carNumber),
);
