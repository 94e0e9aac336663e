import { DEFAULT_LANGUAGE, ROLES, isRoleId, type Language, type RoleId } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { requireId } from './rules.js';

/** An account's roles and club. Name, email and password are in the people and credential stores. */
export interface Membership {
  readonly roles: readonly number[];
  /** Null for administrators, and only for them. */
  readonly clubId: number | null;
}

interface CheckedMembership {
  readonly roles: readonly RoleId[];
  readonly clubId: number | null;
}

/** How a password came to be set. */
export type PasswordReason = 'firstAccess' | 'recovery' | 'ownWish';
/** The personal data that are stored outside the log. */
export type PersonalDetail = 'name' | 'email' | 'avatar';
/** What was restored: the whole sign-in, or only the address. */
export type TakenBack = 'account' | 'address';

export type UserCommand =
  /** `language`: of the mail to others. */
  | ({
      readonly type: 'addUser';
      readonly userId: number;
      readonly demo?: boolean;
      readonly language?: Language;
    } & Membership)
  /** Marks it permanently as an account of the demo. */
  | { readonly type: 'markDemo'; readonly userId: number }
  /** A user who is informed by mail and chooses a password at the first sign-in. */
  | ({ readonly type: 'inviteUser'; readonly userId: number; readonly language: Language } & Membership)
  /** Repeats the mail, if the first was lost or its link has expired. */
  | { readonly type: 'inviteAgain'; readonly userId: number; readonly language: Language }
  /**
   * `detail`: changed together with it. `language`: of the mail to others. `invitesAgain`: another temporary password
   * is mailed, to the changed address.
   */
  | ({
      readonly type: 'changeRoles';
      readonly userId: number;
      readonly detail?: PersonalDetail | undefined;
      readonly language?: Language;
      readonly invitesAgain?: boolean;
    } & Membership)
  | { readonly type: 'disableUser'; readonly userId: number }
  | { readonly type: 'enableUser'; readonly userId: number }
  | { readonly type: 'removeUser'; readonly userId: number }
  | { readonly type: 'changePassword'; readonly userId: number; readonly reason: PasswordReason }
  | { readonly type: 'changeDetail'; readonly userId: number; readonly detail: PersonalDetail }
  | { readonly type: 'takeBack'; readonly userId: number; readonly restored: TakenBack };

export type UserEvent =
  /** `language` is left out by former releases, and for users created by the program itself. */
  | DomainEvent<'UserAdded', CheckedMembership & { userId: number; language?: Language }>
  | DomainEvent<'DemoAccountMarked', { userId: number }>
  /** `language` was added later. */
  | DomainEvent<'UserInvited', CheckedMembership & { userId: number; language?: Language }>
  | DomainEvent<'UserInvitedAgain', { userId: number; language: Language }>
  /** `gained`: newly granted roles. Left out by former releases, as is `language`. */
  | DomainEvent<
      'UserRolesChanged',
      CheckedMembership & { userId: number; gained?: readonly RoleId[]; language?: Language }
    >
  | DomainEvent<'UserDisabled', { userId: number }>
  | DomainEvent<'UserEnabled', { userId: number }>
  | DomainEvent<'UserRemoved', { userId: number }>
  | DomainEvent<'PasswordChanged', { userId: number; reason: PasswordReason }>
  | DomainEvent<'UserDetailChanged', { userId: number; detail: PersonalDetail }>
  | DomainEvent<'AccountChangesTakenBack', { userId: number; restored: TakenBack }>;

export interface UserState {
  readonly status: 'none' | 'enabled' | 'disabled' | 'removed';
  readonly roles: readonly RoleId[];
  readonly clubId: number | null;
  /** An account of the demo: its password is published. */
  readonly demo: boolean;
}

/** Each role once, in order of id. */
const checked = ({ roles, clubId }: Membership): CheckedMembership => {
  const known = [...new Set(roles)].sort((one, other) => one - other).filter(isRoleId);
  if (roles.length === 0) refuse('user.roleRequired');
  if (!roles.every(isRoleId)) refuse('user.unknownRole');
  if (!known.includes(ROLES.admin)) requireId(clubId ?? 0, 'user.institutionRequired');
  else if (clubId !== null) refuse('user.adminHasNoInstitution');
  return { roles: known, clubId };
};

type Command<Type extends UserCommand['type']> = Extract<UserCommand, { readonly type: Type }>;

const toldIn = ({ language }: { readonly language?: Language }) =>
  language === undefined ? {} : { language };

const rolesChanged = (command: Command<'changeRoles'>, state: UserState): readonly UserEvent[] => {
  const { userId } = command;
  const { roles, clubId } = checked(command);
  if (clubId === state.clubId && roles.join() === state.roles.join()) return [];
  const gained = roles.filter((role) => !state.roles.includes(role));
  return [{ type: 'UserRolesChanged', data: { userId, roles, clubId, gained, ...toldIn(command) } }];
};

const invitedAgain = ({
  userId,
  invitesAgain = false,
  language = DEFAULT_LANGUAGE,
}: Command<'changeRoles'>): readonly UserEvent[] =>
  invitesAgain ? [{ type: 'UserInvitedAgain', data: { userId, language } }] : [];

const detailChanged = ({ userId, detail }: Command<'changeRoles'>): readonly UserEvent[] =>
  detail === undefined ? [] : [{ type: 'UserDetailChanged', data: { userId, detail } }];

const decide = (command: UserCommand, state: UserState): readonly UserEvent[] => {
  const { userId } = command;
  const isNew = command.type === 'addUser' || command.type === 'inviteUser';
  if (!isNew && (state.status === 'none' || state.status === 'removed')) refuse('user.missing', 'missing');
  switch (command.type) {
    case 'addUser':
      if (state.status !== 'none') refuse('user.exists');
      return [
        { type: 'UserAdded', data: { userId, ...checked(command), ...toldIn(command) } },
        ...(command.demo === true ? [{ type: 'DemoAccountMarked', data: { userId } } as const] : []),
      ];
    case 'markDemo':
      return state.demo ? [] : [{ type: 'DemoAccountMarked', data: { userId } }];
    case 'inviteUser':
      if (state.status !== 'none') refuse('user.exists');
      return [{ type: 'UserInvited', data: { userId, ...checked(command), language: command.language } }];
    case 'inviteAgain':
      if (state.status === 'disabled') refuse('user.disabled');
      return [{ type: 'UserInvitedAgain', data: { userId, language: command.language } }];
    case 'changeRoles':
      return [...detailChanged(command), ...rolesChanged(command, state), ...invitedAgain(command)];
    case 'disableUser':
      return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: { userId } }];
    case 'enableUser':
      return state.status === 'enabled' ? [] : [{ type: 'UserEnabled', data: { userId } }];
    case 'removeUser':
      return [{ type: 'UserRemoved', data: { userId } }];
    case 'changePassword':
      if (state.status === 'disabled') refuse('user.disabled');
      return [{ type: 'PasswordChanged', data: { userId, reason: command.reason } }];
    case 'changeDetail':
      return [{ type: 'UserDetailChanged', data: { userId, detail: command.detail } }];
    case 'takeBack':
      return [{ type: 'AccountChangesTakenBack', data: { userId, restored: command.restored } }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: UserState, event: UserEvent): UserState => {
  switch (event.type) {
    case 'UserAdded':
    case 'UserInvited':
      return { status: 'enabled', roles: event.data.roles, clubId: event.data.clubId, demo: false };
    case 'DemoAccountMarked':
      return { ...state, demo: true };
    case 'UserRolesChanged':
      return { ...state, roles: event.data.roles, clubId: event.data.clubId };
    case 'UserDisabled':
      return { ...state, status: 'disabled' };
    case 'UserEnabled':
      return { ...state, status: 'enabled' };
    case 'UserRemoved':
      return { ...state, status: 'removed' };
    case 'UserInvitedAgain':
    case 'PasswordChanged':
    case 'UserDetailChanged':
    case 'AccountChangesTakenBack':
      return state;
    default:
      return unreachable(event);
  }
};

export const userDecider: Decider<UserCommand, UserEvent, UserState> = {
  initialState: { status: 'none', roles: [], clubId: null, demo: false },
  decide,
  evolve,
};
