import { createAction } from '@reduxjs/toolkit';
import type { DriverAlert, FlagConfirmed, RaceControl, Snapshot, UpdateCounter } from '@flagpost/contracts';

/** What arrives on the socket and changes control state. Positions never come this way. */
export const raceOpened = createAction<{ eventId: number }>('race/opened');
export const snapshotArrived = createAction<Snapshot>('race/snapshotArrived');
export const alertArrived = createAction<DriverAlert>('race/alertArrived');
export const lapCounted = createAction<UpdateCounter>('race/lapCounted');
export const flagConfirmed = createAction<FlagConfirmed>('race/flagConfirmed');
export const raceControlled = createAction<RaceControl>('race/controlled');
