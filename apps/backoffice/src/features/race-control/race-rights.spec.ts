import { describe, expect, it } from '@jest/globals';
import { DRAFT_STATE_ID, PUBLISHED_STATE_ID, ROLES, type Actor, type RoleName } from '@flagpost/contracts';
import { raceRights } from './race-rights.js';

const CLUB = 5;
const anActor = (role: RoleName, clubId: number | null = CLUB): Actor => ({
  userId: 1,
  roles: [ROLES[role]],
  clubId,
});
const everything = {
  mayControl: true,
  mayAcknowledge: true,
  mayClearSos: true,
  mayCall: true,
  mayResetLaps: true,
  mayManageTimers: true,
  mayReplay: true,
};
const nothing = {
  mayControl: false,
  mayAcknowledge: false,
  mayClearSos: false,
  mayCall: false,
  mayResetLaps: false,
  mayManageTimers: false,
  mayReplay: false,
};
const looks = { ...nothing, mayReplay: true };

describe('on a live map', () => {
  const running = { cluId: CLUB, past: false, stsId: PUBLISHED_STATE_ID };

  it('a director of the club may do everything, another club nothing', () => {
    expect(raceRights(anActor('director'), running)).toEqual(everything);
    expect(raceRights(anActor('director', 6), running)).toEqual(nothing);
  });

  it('an administrator resets laps alone, a viewer looks', () => {
    expect(raceRights(anActor('admin', null), running)).toEqual({ ...looks, mayResetLaps: true });
    expect(raceRights(anActor('viewer'), running)).toEqual(looks);
    expect(raceRights(null, running)).toEqual(nothing);
  });

  it('a draft takes neither flags nor timers', () => {
    const draft = { ...running, stsId: DRAFT_STATE_ID };
    expect(raceRights(anActor('director'), draft)).toEqual({
      ...everything,
      mayControl: false,
      mayManageTimers: false,
    });
  });

  it('a past event is read-only, but for an SOS that is still open', () => {
    const past = { ...running, past: true };
    expect(raceRights(anActor('director'), past)).toEqual({
      ...looks,
      mayAcknowledge: true,
      mayClearSos: true,
      mayCall: true,
    });
    for (const role of ['admin', 'planner', 'viewer'] as const) {
      expect(raceRights(anActor(role), past)).toEqual(looks);
    }
  });
});
