import { createSelector } from '@reduxjs/toolkit';
import { ALARMS, FLAGS, isDriverFlag, isTrackFlag, type FlagRow } from '@flagpost/contracts';
import { receiversOf, selectFlagRows } from './flags.js';
import { selectCars, type RosterCar } from './roster.js';

/** Flags of one kind replace each other on a car. */
const kindOf = (code: number): 'track' | 'driver' | `${number}` => {
  if (isTrackFlag(code)) return 'track';
  return isDriverFlag(code) ? 'driver' : `${code}`;
};

const isSentAgain = (before: FlagRow, after: FlagRow): boolean =>
  before.StateId === after.StateId &&
  before.Message === after.Message &&
  before.SectorId === after.SectorId &&
  (before.ClearedAt === null || Date.parse(before.ClearedAt) > Date.parse(after.SentAt));

/**
 * Which of its receivers have not confirmed a flag, by flag. One that was sent to a car again, before any other of its
 * kind, is confirmed with the newer sending: the car has what it was sent.
 *
 * @param rows newest first
 */
export const missingByFlag = <Car extends { invitationId: number }>(
  rows: readonly FlagRow[],
  cars: readonly Car[],
): ReadonlyMap<number, readonly Car[]> => {
  const newest = new Map<string, { row: FlagRow; isConfirmed: boolean }>();
  const missing = new Map<number, readonly Car[]>();
  for (const row of rows) {
    const confirmed = new Set(row.Confirmed.map(({ InvitationId }) => InvitationId));
    const kind = kindOf(row.StateId);
    const missed = receiversOf(row, cars).filter(({ invitationId }) => {
      const key = `${kind} ${invitationId}`;
      const after = newest.get(key);
      const isConfirmed =
        confirmed.has(invitationId) ||
        (after !== undefined && after.isConfirmed && isSentAgain(row, after.row));
      newest.set(key, { row, isConfirmed });
      return !isConfirmed;
    });
    missing.set(row.FlagId, missed);
  }
  return missing;
};

export const selectMissing = createSelector([selectFlagRows, selectCars], missingByFlag);

const NOBODY: readonly RosterCar[] = [];
/** Cars that have not confirmed this flag. */
export const missingOf = (
  missing: ReadonlyMap<number, readonly RosterCar[]>,
  { FlagId }: Pick<FlagRow, 'FlagId'>,
): readonly RosterCar[] => missing.get(FlagId) ?? NOBODY;

/** Whether a car is still under a flag that was sent to it; a message is no state that another replaces. */
export const isUnder = ({ flags }: Pick<RosterCar, 'flags'>, { StateId, ClearedAt }: FlagRow): boolean => {
  if (ClearedAt !== null) return false;
  const kind = kindOf(StateId);
  return kind === 'track' || kind === 'driver' ? flags[kind] === StateId : true;
};

/** A red flag that is in force on cars which have not confirmed it. */
export interface AwaitedRed {
  flag: FlagRow;
  cars: readonly RosterCar[];
}

/** Newest first. */
export const selectAwaitedReds = createSelector(
  [selectFlagRows, selectMissing],
  (rows, missing): readonly AwaitedRed[] =>
    rows.flatMap((flag) => {
      if (flag.StateId !== FLAGS.red) return [];
      const cars = missingOf(missing, flag).filter((car) => isUnder(car, flag));
      return cars.length === 0 ? [] : [{ flag, cars }];
    }),
);

/** Red flags that have waited too long at this time by the server's clock, epoch ms. */
export const overdueAt = (reds: readonly AwaitedRed[], now: number): readonly AwaitedRed[] =>
  reds.filter(({ flag }) => now - Date.parse(flag.SentAt) >= ALARMS.redUnconfirmedAfterMs);
