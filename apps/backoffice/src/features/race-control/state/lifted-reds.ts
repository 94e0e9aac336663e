import {
  FLAGS,
  isTrackFlag,
  type FlagCode,
  type FlagRow,
  type FlagWithdrawalRow,
  type RaceControl,
  type Snapshot,
} from '@flagpost/contracts';
import { selectActor } from '../../../shared/session/slice.js';
import { selectFlagInForce } from './flags.js';
import { raceControlled, redLifted, snapshotArrived, type LiftedRed } from './messages.js';
import type { RaceState, RaceThunk } from './race-store.js';

const bySending = ({ StateId, SentAt, SentBy }: FlagRow): LiftedRed => ({
  at: Date.parse(SentAt),
  how: StateId,
  by: SentBy,
});
const byWithdrawal = ({ WithdrawnAt, WithdrawnBy }: FlagWithdrawalRow): LiftedRed => ({
  at: Date.parse(WithdrawnAt),
  how: 'withdrawn',
  by: WithdrawnBy,
});
const byClearing = (clearedAt: string, by: LiftedRed['by']): LiftedRed => ({
  at: Date.parse(clearedAt),
  how: 'cleared',
  by,
});

/** What was sent or done while red was in force; undefined: this did not lift it. */
const liftingOf = (message: RaceControl): LiftedRed | undefined => {
  if (message.action === 'flagSent') return bySending(message.flag);
  if (message.action === 'flagsCleared') return byClearing(message.clearedAt, message.by);
  if (message.action === 'flagWithdrawn') return message.flag.Withdrawals.slice(-1).map(byWithdrawal)[0];
  return undefined;
};

/** What lifted this red since it was known so: the first that did. */
const liftingSince = (
  red: FlagRow,
  rows: readonly FlagRow[],
  inForce: FlagRow | null,
): LiftedRed | undefined => {
  const flags = inForce !== null && Date.parse(inForce.SentAt) > Date.parse(red.SentAt) ? [inForce] : [];
  const { Withdrawals, ClearedAt, ClearedBy } = rows.find(({ FlagId }) => FlagId === red.FlagId) ?? red;
  const withdrawals = Withdrawals.slice(red.Withdrawals.length).slice(-1);
  return [
    ...flags.map(bySending),
    ...withdrawals.map(byWithdrawal),
    ...(ClearedAt === null || ClearedBy === null ? [] : [byClearing(ClearedAt, ClearedBy)]),
  ].sort((one, other) => one.at - other.at)[0];
};

const tellIfOthers =
  (lifted: LiftedRed | undefined): RaceThunk<void> =>
  (dispatch, getState) => {
    if (lifted !== undefined && lifted.by.Id !== selectActor(getState())?.userId) dispatch(redLifted(lifted));
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
    if (wasRed && !selectIsRed(getState())) dispatch(tellIfOthers(liftingOf(message)));
  };

/** As `takeRaceControl`, for what happened while the link was lost. */
export const takeSnapshot =
  (snapshot: Snapshot): RaceThunk<void> =>
  (dispatch, getState) => {
    const before = selectFlagInForce(getState());
    dispatch(snapshotArrived(snapshot));
    if (before?.StateId !== FLAGS.red || selectIsRed(getState())) return;
    dispatch(tellIfOthers(liftingSince(before, snapshot.flags, selectFlagInForce(getState()))));
  };
