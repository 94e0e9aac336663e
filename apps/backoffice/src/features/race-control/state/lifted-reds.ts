import { FLAGS, isTrackFlag, type FlagCode, type RaceControl, type Snapshot } from '@flagpost/contracts';
import { selectActor } from '../../../shared/session/slice.js';
import { selectFlagInForce } from './flags.js';
import { raceControlled, redLifted, snapshotArrived, type LiftedRed } from './messages.js';
import type { RaceState, RaceThunk } from './race-store.js';

/** What was sent or done while red was in force; null: this did not lift it. */
const liftingOf = (message: RaceControl): LiftedRed | null => {
  if (message.action === 'flagSent') {
    const { StateId, SentAt, SentBy } = message.flag;
    return { at: Date.parse(SentAt), how: StateId, by: SentBy };
  }
  if (message.action === 'flagsCleared')
    return { at: Date.parse(message.clearedAt), how: 'cleared', by: message.by };
  const last = message.action === 'flagWithdrawn' ? message.flag.Withdrawals.at(-1) : undefined;
  return last === undefined
    ? null
    : { at: Date.parse(last.WithdrawnAt), how: 'withdrawn', by: last.WithdrawnBy };
};

/** Whether red is in force for the whole track. */
export const selectIsRed = (state: RaceState): boolean => selectFlagInForce(state)?.StateId === FLAGS.red;

/** Whether this flag, sent without a sector, takes red from who gets it. */
export const takesFromRed = (code: FlagCode): boolean => isTrackFlag(code) && code !== FLAGS.red;

/** Takes what happens, and says so if somebody else has lifted red by it. */
export const takeRaceControl =
  (message: RaceControl): RaceThunk<void> =>
  (dispatch, getState) => {
    const wasRed = selectIsRed(getState());
    dispatch(raceControlled(message));
    if (!wasRed || selectIsRed(getState())) return;
    const lifted = liftingOf(message);
    if (lifted !== null && lifted.by.Id !== selectActor(getState())?.userId) dispatch(redLifted(lifted));
  };

/** As `takeRaceControl`, for what happened while the link was lost. */
export const takeSnapshot =
  (snapshot: Snapshot): RaceThunk<void> =>
  (dispatch, getState) => {
    const wasRed = selectIsRed(getState());
    dispatch(snapshotArrived(snapshot));
    const inForce = selectFlagInForce(getState());
    if (!wasRed || inForce === null || inForce.StateId === FLAGS.red) return;
    const { StateId, SentAt, SentBy } = inForce;
    if (SentBy.Id === selectActor(getState())?.userId) return;
    dispatch(redLifted({ at: Date.parse(SentAt), how: StateId, by: SentBy }));
  };
