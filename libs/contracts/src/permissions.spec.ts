import { describe, expect, it } from '@jest/globals';
import { may, mayEver, PERMISSIONS, type Action } from './permissions.js';
import { ROLES, type Actor, type RoleName } from './roles.js';

const actor = (role: RoleName, clubId: number | null = 1): Actor => ({
  userId: 1,
  roles: [ROLES[role]],
  clubId: role === 'admin' ? null : clubId,
});
const actions = Object.keys(PERMISSIONS) as Action[];
const now = { clubId: 1, past: false };

/** Specification 000 section 6, and the table of 001 section 6: all that they permit each role, and nothing else. */
const SPECIFIED: Partial<Record<Action, readonly RoleName[]>> = {
  'clubs.manage': ['admin'],
  'licences.manage': ['admin'],
  'users.list': ['admin', 'planner'],
  'users.manage': ['admin', 'planner'],
  'events.create': ['admin', 'planner'],
  'events.edit': ['admin', 'planner'],
  'events.publish': ['admin', 'planner'],
  'route.edit': ['admin', 'planner', 'viewer'],
  'sectorPictures.upload': ['admin', 'planner', 'viewer'],
  'stages.edit': ['admin', 'planner', 'viewer'],
  'competitors.manage': ['admin', 'planner'],
  'laps.reset': ['admin', 'director'],
  'race.control': ['director'],
};
const roles: readonly RoleName[] = ['driver', 'viewer', 'director', 'planner', 'admin'];

describe('the permission table', () => {
  it('lets each role do what the specification says, on its own club’s things', () => {
    for (const [action, named] of Object.entries(SPECIFIED) as [Action, readonly RoleName[]][])
      for (const role of roles)
        expect([action, role, may(actor(role), action, now)]).toEqual([action, role, named.includes(role)]);
  });

  it('opens nothing to a competitor or a stranger but what is public', () => {
    for (const action of actions) {
      expect(mayEver(null, action)).toBe(PERMISSIONS[action].public === true);
      expect(mayEver(actor('driver'), action)).toBe(PERMISSIONS[action].public === true);
    }
  });

  it('gives flags to the director of the club alone', () => {
    expect(may(actor('director'), 'race.control', now)).toBe(true);
    expect(may(actor('director', 2), 'race.control', now)).toBe(false);
    for (const role of ['admin', 'planner', 'viewer'] as const) {
      expect(may(actor(role), 'race.control', now)).toBe(false);
    }
  });

  it('ends with the event where it says so, and lets administrators reach every club', () => {
    const past = { clubId: 1, past: true };
    expect(may(actor('planner'), 'events.edit', past)).toBe(false);
    expect(may(actor('director'), 'race.control', past)).toBe(false);
    expect(may(actor('director'), 'sos.acknowledge', past)).toBe(true);
    expect(may(actor('director'), 'sos.clear', past)).toBe(true);
    expect(may(actor('admin'), 'laps.reset', { clubId: 7, past: false })).toBe(true);
    expect(may(actor('admin'), 'laps.reset', { clubId: 7, past: true })).toBe(false);
  });

  it('lets the staff see and change who they are themselves, and organisers the users of their club', () => {
    const person = { clubId: 1, userId: 7 };
    const themselves: Actor = { userId: 7, roles: [ROLES.viewer], clubId: 1 };
    for (const action of ['users.read', 'users.edit'] as const) {
      expect(may(themselves, action, person)).toBe(true);
      expect(may(actor('viewer'), action, person)).toBe(false);
      expect(may(actor('planner'), action, person)).toBe(true);
      expect(may(actor('planner', 2), action, person)).toBe(false);
      expect(may(actor('admin'), action, person)).toBe(true);
      expect(may({ ...themselves, roles: [ROLES.driver] }, action, person)).toBe(false);
    }
    expect(mayEver(actor('viewer'), 'users.list')).toBe(false);
  });

  it('opens to no session what needs a token of its own', () => {
    for (const role of ['admin', 'planner', 'viewer', 'director'] as const) {
      expect(mayEver(actor(role), 'password.choose')).toBe(false);
      expect(mayEver(actor(role), 'password.chooseFirst')).toBe(false);
    }
  });

  it('adds up the roles of one person', () => {
    const both: Actor = { userId: 1, roles: [ROLES.viewer, ROLES.director], clubId: 1 };
    expect(may(both, 'race.control', now)).toBe(true);
    expect(may(both, 'route.edit', now)).toBe(true);
    expect(may(both, 'events.create', now)).toBe(false);
  });
});
