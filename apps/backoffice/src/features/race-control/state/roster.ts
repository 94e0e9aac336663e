import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import {
  flagsByCar,
  flagsOfRow,
  isFlagCode,
  NO_FLAGS,
  sectorOfFlag,
  withFlag,
  type CarFlags,
  type SnapshotCar,
} from '@flagpost/contracts';
import { byCarNumber } from '../../../shared/format.js';
import { raceControlled, raceLeft, raceOpened, snapshotArrived } from './messages.js';

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
  flags: flagsOfRow(car),
});

export const rosterSlice = createSlice({
  name: 'roster',
  initialState: () => adapter.getInitialState(),
  reducers: {},
  extraReducers: (builder) => {
    builder.addCase(raceOpened, (state) => adapter.removeAll(state));
    builder.addCase(raceLeft, (state) => adapter.removeAll(state));
    builder.addCase(snapshotArrived, (state, { payload }) =>
      adapter.setAll(state, payload.cars.map(fromSnapshot)),
    );
    builder.addCase(raceControlled, (state, { payload }) => {
      if (payload.action === 'flagsCleared') {
        for (const car of Object.values(state.entities)) car.flags = NO_FLAGS;
      }
      if (payload.action === 'flagSent' && isFlagCode(payload.flag.StateId)) {
        const { StateId, InvitationsSelected, SectorId } = payload.flag;
        const sent = { code: StateId, receivers: InvitationsSelected, sectorId: SectorId };
        const isOfSector = sectorOfFlag(sent) !== null;
        const receivers = InvitationsSelected.length === 0 ? state.ids : InvitationsSelected;
        for (const id of receivers) {
          const car = state.entities[id];
          if (car !== undefined) car.flags = withFlag(car.flags, StateId, isOfSector);
        }
      }
      if (payload.action === 'flagWithdrawn') {
        if (payload.flags.length === 0) return;
        const flagsOf = flagsByCar(payload.flags);
        for (const car of Object.values(state.entities)) car.flags = flagsOf(car.invitationId);
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
