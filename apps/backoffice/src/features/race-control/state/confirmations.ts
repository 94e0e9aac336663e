import { createSelector } from '@reduxjs/toolkit';
import { FLAGS, type FlagRow, type FlagWithdrawalRow, type SectorFlagRow } from '@flagpost/contracts';
import { holdersOf, kindOf, receiversOf, sectorOfRow, selectFlagRows } from './flags.js';
import { isAwaited, isOverdue } from './order-states.js';
import { isOutOfReach, selectReach } from './reach.js';
import { selectCars, type RosterCar } from './roster.js';

const isSentAgain = (before: FlagRow, after: FlagRow): boolean =>
  before.StateId === after.StateId &&
  before.Message === after.Message &&
  before.SectorId === after.SectorId &&
  (before.ClearedAt === null || Date.parse(before.ClearedAt) > Date.parse(after.SentAt));

interface Sending {
  readonly row: FlagRow;
  readonly isConfirmed: boolean;
}

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
  /** What was sent to a car last, by kind and car. */
  const newest = new Map<string, Map<number, Sending>>();
  const missing = new Map<number, readonly Car[]>();
  for (const row of rows) {
    const confirmed = new Set(row.Confirmed.map(({ InvitationId }) => InvitationId));
    const kind = kindOf(row);
    const newestOfKind = newest.get(kind) ?? new Map<number, Sending>();
    newest.set(kind, newestOfKind);
    const missed = holdersOf(row, cars).filter(({ invitationId }) => {
      const after = newestOfKind.get(invitationId);
      const isConfirmed =
        confirmed.has(invitationId) ||
        (after !== undefined && after.isConfirmed && isSentAgain(row, after.row));
      newestOfKind.set(invitationId, { row, isConfirmed });
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
export const isUnder = ({ flags }: Pick<RosterCar, 'flags'>, row: FlagRow): boolean => {
  if (row.ClearedAt !== null) return false;
  const kind = kindOf(row);
  return kind === 'track' || kind === 'driver' ? flags[kind] === row.StateId : true;
};

/** How many flags and messages in force each car has not confirmed, by invitation id; cars without any are left out. */
export const selectUnconfirmedCounts = createSelector(
  [selectFlagRows, selectMissing],
  (rows, missing): ReadonlyMap<number, number> => {
    const counts = new Map<number, number>();
    for (const flag of rows) {
      for (const car of missingOf(missing, flag)) {
        if (isUnder(car, flag)) counts.set(car.invitationId, (counts.get(car.invitationId) ?? 0) + 1);
      }
    }
    return counts;
  },
);

/** Cars that have not confirmed some flag in force and cannot be reached, by invitation id. */
export const selectUnreachedCars = createSelector(
  [selectUnconfirmedCounts, selectReach],
  (counts, reach): ReadonlySet<number> =>
    new Set([...counts.keys()].filter((invitationId) => isOutOfReach(reach, invitationId))),
);

/** Whether a flag can be withdrawn from some car: it is in force there, or for its sector. A message cannot. */
export const isWithdrawable = (
  row: FlagRow,
  cars: readonly RosterCar[],
  sectorFlags: Readonly<Record<number, SectorFlagRow>>,
): boolean => {
  if (row.ClearedAt !== null || row.StateId === FLAGS.message) return false;
  const sectorId = sectorOfRow(row);
  if (sectorId !== null) return sectorFlags[sectorId]?.FlagId === row.FlagId;
  return holdersOf(row, cars).some((car) => isUnder(car, row));
};

/** Cars that have not confirmed that a flag was taken back from them; none once all flags are cleared. */
export const missingOfWithdrawal = (
  { ClearedAt }: Pick<FlagRow, 'ClearedAt'>,
  withdrawal: FlagWithdrawalRow,
  cars: readonly RosterCar[],
): readonly RosterCar[] => {
  if (ClearedAt !== null) return NOBODY;
  const confirmed = new Set(withdrawal.Confirmed.map(({ InvitationId }) => InvitationId));
  return receiversOf(withdrawal, cars).filter(({ invitationId }) => !confirmed.has(invitationId));
};

/** Codes of the flags whose withdrawal this car has not confirmed; not of those that it was sent again since. */
export const unconfirmedWithdrawals = (rows: readonly FlagRow[], car: RosterCar): readonly number[] =>
  rows.flatMap((row) => {
    const { track, driver } = car.flags;
    if (row.StateId === track || row.StateId === driver) return [];
    const isMissing = row.Withdrawals.some((one) => missingOfWithdrawal(row, one, [car]).length > 0);
    return isMissing ? [row.StateId] : [];
  });

/** A red or a black flag that is in force on cars which have not confirmed it. */
export interface AwaitedFlag {
  flag: FlagRow;
  cars: readonly RosterCar[];
}

/** Newest first. */
export const selectAwaitedFlags = createSelector(
  [selectFlagRows, selectMissing],
  (rows, missing): readonly AwaitedFlag[] =>
    rows.flatMap((flag) => {
      if (!isAwaited(flag)) return [];
      const cars = missingOf(missing, flag).filter((car) => isUnder(car, flag));
      return cars.length === 0 ? [] : [{ flag, cars }];
    }),
);

/** Flags that have waited too long at this time by the server's clock, epoch ms. */
export const overdueAt = (awaited: readonly AwaitedFlag[], now: number): readonly AwaitedFlag[] =>
  awaited.filter(({ flag }) => isOverdue(flag, now));
