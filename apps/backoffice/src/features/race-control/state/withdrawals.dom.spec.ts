import { describe, expect, it } from '@jest/globals';
import { FLAGS, type FlagWithdrawalRow } from '@flagpost/contracts';
import { createRaceStore } from '../../../testing/race-store.js';
import { aFlag, aSnapshot, aSnapshotCar } from '../../../testing/race-data.js';
import {
  isWithdrawable,
  missingByFlag,
  missingOfWithdrawal,
  unconfirmedWithdrawals,
} from './confirmations.js';
import { selectFeed } from './feed.js';
import { flagInForce, holdersOf } from './flags.js';
import { snapshotArrived } from './messages.js';
import { selectCars } from './roster.js';

const at = '2026-05-01T10:00:05.000Z';
const withdrawal = (...InvitationsSelected: number[]): FlagWithdrawalRow => ({
  WithdrawalId: 61,
  InvitationsSelected,
  WithdrawnAt: at,
  WithdrawnBy: { Id: 3, Name: 'Dora' },
  Shown: [],
  Confirmed: [],
});
const confirmedBy = (InvitationId: number) => ({ InvitationId, ConfirmedAt: at });

const storeOf = (TrackFlag: number | null) => {
  const store = createRaceStore();
  const cars = [1, 2, 3].map((id) => aSnapshotCar(id, { TrackFlag }));
  store.dispatch(snapshotArrived(aSnapshot({ cars })));
  return store;
};
const carsUnder = (TrackFlag: number | null) => selectCars(storeOf(TrackFlag).getState());

describe('a withdrawn flag', () => {
  const cars = carsUnder(FLAGS.yellow);

  it('is of the cars that it was not taken back from, which alone are waited for', () => {
    const row = aFlag(1, { Withdrawals: [withdrawal(2)], Confirmed: [confirmedBy(1)] });
    expect(holdersOf(row, cars).map(({ invitationId }) => invitationId)).toEqual([1, 3]);
    expect(missingByFlag([row], cars).get(1)).toMatchObject([{ invitationId: 3 }]);
  });

  it('gives the track back the flag before it', () => {
    const before = aFlag(1, { StateId: FLAGS.white });
    expect(flagInForce([aFlag(2, { Withdrawals: [withdrawal()] }), before], cars)?.FlagId).toBe(1);
    expect(flagInForce([aFlag(2, { Withdrawals: [withdrawal(1)] }), before], cars)?.FlagId).toBe(2);
  });

  it('of a sector is not the track’s', () => {
    expect(flagInForce([aFlag(2, { SectorId: 7 }), aFlag(1, { StateId: FLAGS.white })], cars)?.FlagId).toBe(
      1,
    );
  });
});

describe('what can be withdrawn', () => {
  const yellow = carsUnder(FLAGS.yellow);

  it('is a flag that some car is under, or that its sector has', () => {
    expect(isWithdrawable(aFlag(1), yellow, {})).toBe(true);
    expect(isWithdrawable(aFlag(1, { StateId: FLAGS.checkered }), yellow, {})).toBe(true);
    const inSector = aFlag(2, { SectorId: 7 });
    const flags = { 7: { SectorId: 7, FlagId: 2, StateId: FLAGS.yellow } };
    expect(isWithdrawable(inSector, carsUnder(null), flags)).toBe(true);
  });

  it.each([
    ['cleared', { ClearedAt: at }],
    ['replaced', { StateId: FLAGS.white }],
    ['withdrawn from all', { Withdrawals: [withdrawal()] }],
    ['replaced in its sector', { SectorId: 7 }],
    ['a message', { StateId: FLAGS.message }],
  ])('is none that is %s', (_, change) => {
    expect(isWithdrawable(aFlag(1, change), yellow, {})).toBe(false);
  });
});

describe('a withdrawal', () => {
  const cars = carsUnder(null);

  it('waits for the cars that lost the flag until they confirm it or all flags are cleared', () => {
    const one = { ...withdrawal(), Confirmed: [confirmedBy(2)] };
    const missing = missingOfWithdrawal(aFlag(1), one, cars);
    expect(missing.map(({ invitationId }) => invitationId)).toEqual([1, 3]);
    expect(missingOfWithdrawal(aFlag(1, { ClearedAt: at }), one, cars)).toEqual([]);
  });

  it('is told of a car unless it was sent the flag again', () => {
    const rows = [aFlag(1, { Withdrawals: [withdrawal(1)] })];
    expect(cars.map((car) => unconfirmedWithdrawals(rows, car))).toEqual([[FLAGS.yellow], [], []]);
    expect(carsUnder(FLAGS.yellow).flatMap((car) => unconfirmedWithdrawals(rows, car))).toEqual([]);
  });

  it('is a line of the feed', () => {
    const store = createRaceStore();
    const flag = aFlag(1, { Withdrawals: [withdrawal(1)] });
    store.dispatch(snapshotArrived(aSnapshot({ flags: [flag] })));
    expect(selectFeed(store.getState()).map(({ kind, id }) => [kind, id])).toEqual([
      ['flagWithdrawn', 'withdrawal-61'],
      ['flag', 'flag-1'],
    ]);
  });
});
