import { createAction, prepareAutoBatched } from '@reduxjs/toolkit';
import type {
  DriverAlert,
  FlagConfirmed,
  LatLng,
  RaceControl,
  Snapshot,
  UpdateCounter,
} from '@flagpost/contracts';

/** Socket messages that change control state. Of positions, only changes relevant to a person are included. */
export const raceOpened = createAction<{ eventId: number }>('race/opened');
/** Nothing of it may be shown or told with the next race; what becomes of flags on their way is still asked for. */
export const raceLeft = createAction('race/left');
export const snapshotArrived = createAction<Snapshot>('race/snapshotArrived');
export const alertArrived = createAction<DriverAlert>('race/alertArrived');
// A thousand cars confirm a red within seconds: the page follows once a frame.
export const lapCounted = createAction('race/lapCounted', prepareAutoBatched<UpdateCounter>());
export const flagConfirmed = createAction('race/flagConfirmed', prepareAutoBatched<FlagConfirmed>());
export const raceControlled = createAction<RaceControl>('race/controlled');

/** Cars by invitation id, times by the server's clock, epoch ms. */
export interface FieldChange {
  at: number;
  /** `stood`: now stopped outside the boxes; `left`: no longer. */
  stood: number[];
  left: number[];
  /** Oldest first. */
  silent: { invitationId: number; at: number }[];
  heard: number[];
  /** How many cars are heard after all this. */
  heardCount: number;
}
export const fieldChanged = createAction<FieldChange>('race/fieldChanged');

/** A driver has reported a hazard. `place`: where the car was when this screen heard of it; null if it does not know. */
export interface Hazard {
  invitationId: number;
  /** Epoch ms. */
  at: number;
  place: HeardPlace | null;
}
/** Where a car was heard, and when, epoch ms. */
export interface HeardPlace extends LatLng {
  at: number;
}
export const hazardReported = createAction<Hazard>('race/hazardReported');

/** These red and black flags have waited too long for their confirmations. */
export interface OverdueFlag {
  flagId: number;
  code: number;
}
export const flagsOverdue = createAction<{ at: number; flags: OverdueFlag[] }>('race/flagsOverdue');

/** Red was lifted by somebody else. `at`: server's clock, epoch ms; `how`: the code of a flag, or what was done. */
export interface LiftedRed {
  at: number;
  how: number | 'withdrawn' | 'cleared';
  by: { Id: number; Name: string };
}
export const redLifted = createAction<LiftedRed>('race/redLifted');
