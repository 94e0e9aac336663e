import { describe, expect, it } from '@jest/globals';
import { FLAGS } from '@flagpost/contracts';
import { aFlag } from '../../../testing/race.js';
import { flagInForce, receiversOf, unconfirmedOf } from './flags.js';

const cars = [1, 2, 3].map((invitationId) => ({ invitationId }));
const at = '2026-05-01T10:00:05.000Z';

describe("a flag's receivers", () => {
  it('are every car where nobody is named', () => {
    expect(receiversOf(aFlag(1), cars)).toEqual(cars);
  });

  it('are those named that are still in the race', () => {
    expect(receiversOf(aFlag(1, { InvitationsSelected: [3, 9] }), cars)).toEqual([{ invitationId: 3 }]);
  });

  it('that have not confirmed are told from those that have', () => {
    const flag = aFlag(1, { Confirmed: [{ InvitationId: 2, ConfirmedAt: at }] });
    expect(unconfirmedOf(flag, cars)).toEqual([{ invitationId: 1 }, { invitationId: 3 }]);
    expect(unconfirmedOf({ ...flag, InvitationsSelected: [2] }, cars)).toEqual([]);
  });
});

describe('the flag in force', () => {
  const confirmedBy = (...ids: number[]) => ids.map((InvitationId) => ({ InvitationId, ConfirmedAt: at }));
  const toAll = aFlag(1, { StateId: FLAGS.green, Confirmed: confirmedBy(1, 2) });
  const again = aFlag(2, { StateId: FLAGS.green, InvitationsSelected: [3], Confirmed: confirmedBy(3) });

  it('is the newest track flag that was not cleared', () => {
    expect(flagInForce([aFlag(3, { StateId: FLAGS.penalty }), aFlag(2), toAll])?.FlagId).toBe(2);
    expect(flagInForce([aFlag(2, { ClearedAt: at }), toAll])?.FlagId).toBe(1);
    expect(flagInForce([])).toBeNull();
  });

  it('stays the one to all cars when it is sent again to some, and counts both', () => {
    const flag = flagInForce([again, toAll]);
    expect(flag).toMatchObject({ FlagId: 1, InvitationsSelected: [] });
    expect(flag?.Confirmed.map(({ InvitationId }) => InvitationId).sort()).toEqual([1, 2, 3]);
  });

  it('is the one to some cars where another flag came between', () => {
    const red = aFlag(3, { StateId: FLAGS.red });
    expect(flagInForce([{ ...again, FlagId: 4 }, red, toAll])?.FlagId).toBe(4);
  });
});
