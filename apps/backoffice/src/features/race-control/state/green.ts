import { createSelector } from '@reduxjs/toolkit';
import { FLAGS, GREEN_SHOWN_MS, type CarFlags, type FlagRow } from '@flagpost/contracts';
import { receiversOf, sectorOfRow, selectFlagRows } from './flags.js';
import { selectCars } from './roster.js';

/**
 * Until when the newest green of each car is bright, epoch ms by the server's clock. Cars that have confirmed it are left
 * out.
 *
 * @param rows newest first
 */
export const brightGreens = (
  rows: readonly FlagRow[],
  cars: readonly { invitationId: number }[],
): ReadonlyMap<number, number> => {
  const bright = new Map<number, number>();
  const known = new Set<number>();
  for (const row of rows) {
    if (row.StateId !== FLAGS.green || sectorOfRow(row) !== null) continue;
    const confirmed = new Set(row.Confirmed.map(({ InvitationId }) => InvitationId));
    for (const { invitationId } of receiversOf(row, cars)) {
      if (known.has(invitationId)) continue;
      known.add(invitationId);
      if (!confirmed.has(invitationId)) bright.set(invitationId, Date.parse(row.SentAt) + GREEN_SHOWN_MS);
    }
  }
  return bright;
};

export const selectBrightGreens = createSelector([selectFlagRows, selectCars], brightGreens);

/** The flags that a car shows: a green that is no longer bright is none. */
export const shownFlags = (flags: CarFlags, isBright: boolean): CarFlags =>
  flags.track === FLAGS.green && !isBright ? { ...flags, track: null } : flags;
