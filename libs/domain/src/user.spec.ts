import { ROLES } from '@flagpost/contracts';
import { given } from '@flagpost/testing/given';
import { describe, it } from '@jest/globals';
import { userDecider, type Membership, type UserCommand, type UserEvent } from './user.js';

const userId = 22;
const planner: Membership = { roles: [ROLES.planner], clubId: 3 };
const add = (membership: Membership) => ({ type: 'addUser', userId, ...membership }) as const;
const added: UserEvent = { type: 'UserAdded', data: { userId, roles: [ROLES.planner], clubId: 3 } };
const marked: UserEvent = { type: 'DemoAccountMarked', data: { userId } };
const disabled: UserEvent = { type: 'UserDisabled', data: { userId } };
const removed: UserEvent = { type: 'UserRemoved', data: { userId } };

describe('adding a user', () => {
  it('states roles and club, each role once', () => {
    given(userDecider, []).when(add(planner)).then([added]);
    given(userDecider, [])
      .when(add({ roles: [ROLES.director, ROLES.planner, ROLES.director], clubId: 3 }))
      .then([{ type: 'UserAdded', data: { userId, roles: [ROLES.planner, ROLES.director], clubId: 3 } }]);
  });

  it('marks an account of the demo with it', () => {
    given(userDecider, [])
      .when({ ...add(planner), demo: true })
      .then([added, marked]);
  });

  it('happens once', () => {
    given(userDecider, [added]).when(add(planner)).thenRefused('user.exists');
  });

  it('gives an administrator no club', () => {
    given(userDecider, [])
      .when(add({ roles: [ROLES.admin], clubId: null }))
      .then([{ type: 'UserAdded', data: { userId, roles: [ROLES.admin], clubId: null } }]);
  });

  it.each<[string, Membership]>([
    ['user.roleRequired', { roles: [], clubId: 3 }],
    ['user.unknownRole', { roles: [ROLES.planner, 6], clubId: 3 }],
    ['user.institutionRequired', { roles: [ROLES.planner], clubId: null }],
    ['user.institutionRequired', { roles: [ROLES.planner], clubId: 0 }],
    ['user.adminHasNoInstitution', { roles: [ROLES.admin], clubId: 3 }],
  ])('is refused by %s with %j', (code, membership) => {
    given(userDecider, []).when(add(membership)).thenRefused(code);
    given(userDecider, [added])
      .when({ type: 'changeRoles', userId, ...membership })
      .thenRefused(code);
  });
});

describe('inviting a user', () => {
  it('states roles and club, once', () => {
    const invite = { type: 'inviteUser', userId, ...planner, language: 'it' } as const;
    given(userDecider, [])
      .when(invite)
      .then([{ type: 'UserInvited', data: { userId, roles: [ROLES.planner], clubId: 3, language: 'it' } }]);
    given(userDecider, [added]).when(invite).thenRefused('user.exists');
    given(userDecider, [])
      .when({ ...invite, roles: [] })
      .thenRefused('user.roleRequired');
  });
});

describe('changing a user', () => {
  const change = (roles: number[], clubId: number | null) =>
    ({ type: 'changeRoles', userId, roles, clubId }) as const;

  it('states the new roles and club', () => {
    given(userDecider, [added])
      .when(change([ROLES.director], 4))
      .then([
        {
          type: 'UserRolesChanged',
          data: { userId, roles: [ROLES.director], clubId: 4, gained: [ROLES.director] },
        },
      ]);
  });

  it('states nothing where nothing changes', () => {
    given(userDecider, [added])
      .when(change([ROLES.planner], 3))
      .then([]);
  });

  it('disables and enables', () => {
    const disable = { type: 'disableUser', userId } as const;
    const enable = { type: 'enableUser', userId } as const;
    given(userDecider, [added]).when(disable).then([disabled]);
    given(userDecider, [added, disabled]).when(disable).then([]);
    given(userDecider, [added, disabled])
      .when(enable)
      .then([{ type: 'UserEnabled', data: { userId } }]);
    given(userDecider, [added]).when(enable).then([]);
  });

  it('states that a password or a detail was changed, and neither of them', () => {
    given(userDecider, [added])
      .when({ type: 'changePassword', userId, reason: 'recovery' })
      .then([{ type: 'PasswordChanged', data: { userId, reason: 'recovery' } }]);
    given(userDecider, [added])
      .when({ type: 'changeDetail', userId, detail: 'email' })
      .then([{ type: 'UserDetailChanged', data: { userId, detail: 'email' } }]);
    given(userDecider, [added, disabled])
      .when({ type: 'changePassword', userId, reason: 'ownWish' })
      .thenRefused('user.disabled');
  });

  it('removes for good', () => {
    given(userDecider, [added]).when({ type: 'removeUser', userId }).then([removed]);
    const commands: readonly UserCommand[] = [
      change([ROLES.planner], 3),
      { type: 'disableUser', userId },
      { type: 'enableUser', userId },
      { type: 'removeUser', userId },
      { type: 'changePassword', userId, reason: 'ownWish' },
      { type: 'changeDetail', userId, detail: 'name' },
    ];
    for (const command of commands) {
      given(userDecider, [added, removed]).when(command).thenRefused('user.missing');
      given(userDecider, []).when(command).thenRefused('user.missing');
    }
  });
});

describe('an invitation', () => {
  it('is sent again to who is there', () => {
    given(userDecider, [added])
      .when({ type: 'inviteAgain', userId, language: 'it' })
      .then([{ type: 'UserInvitedAgain', data: { userId, language: 'it' } }]);
    given(userDecider, [added, disabled])
      .when({ type: 'inviteAgain', userId, language: 'it' })
      .thenRefused('user.disabled');
    given(userDecider, [added, removed])
      .when({ type: 'inviteAgain', userId, language: 'it' })
      .thenRefused('user.missing');
  });
});

describe('what was changed and is not as its holder wants it', () => {
  it('is stated to be as before', () => {
    for (const history of [[added], [added, disabled]])
      given(userDecider, history)
        .when({ type: 'takeBack', userId, restored: 'account' })
        .then([{ type: 'AccountChangesTakenBack', data: { userId, restored: 'account' } }]);
    given(userDecider, [added, removed])
      .when({ type: 'takeBack', userId, restored: 'address' })
      .thenRefused('user.missing');
  });
});

describe('a change of roles', () => {
  it('says which roles are new, in which language others are told, and what else was changed', () => {
    const roles = [ROLES.planner, ROLES.director];
    given(userDecider, [added])
      .when({ type: 'changeRoles', userId, roles, clubId: 3, detail: 'email', language: 'es' })
      .then([
        { type: 'UserDetailChanged', data: { userId, detail: 'email' } },
        {
          type: 'UserRolesChanged',
          data: { userId, roles, clubId: 3, gained: [ROLES.director], language: 'es' },
        },
      ]);
    given(userDecider, [added])
      .when({ type: 'changeRoles', userId, ...planner, detail: 'email', language: 'es' })
      .then([{ type: 'UserDetailChanged', data: { userId, detail: 'email' } }]);
    given(userDecider, [added])
      .when({
        type: 'changeRoles',
        userId,
        ...planner,
        detail: 'email',
        language: 'es',
        invitesAgain: true,
      })
      .then([
        { type: 'UserDetailChanged', data: { userId, detail: 'email' } },
        { type: 'UserInvitedAgain', data: { userId, language: 'es' } },
      ]);
  });
});
