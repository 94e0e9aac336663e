import { KEEP_DAYS, LIMITS, type LatLng } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { limitText, only, refuseOverwriting, requireId, requireOnEarth, requireText } from './rules.js';

/** An institution. Its mail address may be a person's, so it is stored in the records, as is the contact person. */
export interface ClubDetails {
  readonly name: string;
  readonly countryId: number;
  readonly state: string;
  readonly city: string;
  readonly address: string;
  /** The initial position of its maps. */
  readonly position: LatLng | null;
  readonly web: string | null;
  readonly socialNetwork: string | null;
  readonly facebook: string | null;
  readonly instagram: string | null;
  /** The user who represented it when it was registered. */
  readonly contactId: number | null;
}

export type ClubCommand =
  | { readonly type: 'registerClub'; readonly clubId: number; readonly details: ClubDetails }
  | {
      readonly type: 'editClub';
      readonly clubId: number;
      readonly details: ClubDetails;
      /** As the sender has read it; left out if that is not known. The contact person stays. */
      readonly former?: Omit<ClubDetails, 'contactId'> | undefined;
    }
  /** Sets how long the positions of its races are kept: days after the finish, null for ever. */
  | {
      readonly type: 'keepPositions';
      readonly clubId: number;
      readonly keepDays: number | null;
      readonly by: number;
      readonly now: number;
      /** As the sender has read it; left out if that is not known. */
      readonly former?: { readonly keepDays: number | null } | undefined;
    }
  /** `users` and `events`: how many of each it has. */
  | { readonly type: 'deleteClub'; readonly clubId: number; readonly users: number; readonly events: number };

export type ClubEvent =
  | DomainEvent<'ClubRegistered', ClubDetails & { clubId: number }>
  | DomainEvent<'ClubEdited', ClubDetails & { clubId: number }>
  | DomainEvent<
      'PositionKeepingSet',
      {
        clubId: number;
        /** Null: for ever. */
        keepDays: number | null;
        formerKeepDays: number | null;
        by: number;
        setAt: number;
      }
    >
  | DomainEvent<'ClubDeleted', { clubId: number }>;

export interface ClubState extends ClubDetails {
  readonly status: 'none' | 'registered' | 'deleted';
  /** Days after the finish for which positions are kept; null for ever. */
  readonly keepDays: number | null;
}

/** The details alone, from what has others beside them. */
const detailsOf = (from: ClubDetails): ClubDetails =>
  only(
    {
      name: true,
      countryId: true,
      state: true,
      city: true,
      address: true,
      position: true,
      web: true,
      socialNetwork: true,
      facebook: true,
      instagram: true,
      contactId: true,
    },
    from,
  );

const checked = (details: ClubDetails): ClubDetails => {
  const { name, countryId, state, city, address, position } = details;
  const { web, socialNetwork, facebook, instagram } = details;
  requireText(name, LIMITS.name, 'club.nameRequired');
  requireId(countryId, 'club.countryRequired');
  requireText(state, LIMITS.place, 'club.stateRequired');
  requireText(city, LIMITS.place, 'club.cityRequired');
  requireText(address, LIMITS.address, 'club.addressRequired');
  if (position !== null) requireOnEarth(position);
  for (const link of [web, socialNetwork, facebook, instagram]) limitText(link, LIMITS.link);
  return detailsOf(details);
};

/** @throws {DomainError} naming what prevents it */
const requireEmpty = (users: number, events: number): void => {
  if (users > 0 && events > 0) refuse('club.hasEventsAndUsers');
  if (events > 0) refuse('club.hasEvents');
  if (users > 0) refuse('club.hasUsers');
};

const decide = (command: ClubCommand, state: ClubState): readonly ClubEvent[] => {
  const { clubId } = command;
  if (command.type !== 'registerClub' && state.status !== 'registered') refuse('club.missing', 'missing');
  switch (command.type) {
    case 'registerClub':
      if (state.status !== 'none') refuse('club.exists');
      return [{ type: 'ClubRegistered', data: { clubId, ...checked(command.details) } }];
    case 'editClub':
      refuseOverwriting('club.changed', command.former, state, command.details);
      return [{ type: 'ClubEdited', data: { clubId, ...checked(command.details) } }];
    case 'keepPositions': {
      const { keepDays, by, now } = command;
      if (keepDays !== null && !KEEP_DAYS.some((each) => each === keepDays)) refuse('club.keepDays');
      if (keepDays === state.keepDays) return [];
      refuseOverwriting('club.keepingChanged', command.former, state, command);
      const rule = { keepDays, formerKeepDays: state.keepDays, by, setAt: now };
      return [{ type: 'PositionKeepingSet', data: { clubId, ...rule } }];
    }
    case 'deleteClub':
      requireEmpty(command.users, command.events);
      return [{ type: 'ClubDeleted', data: { clubId } }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: ClubState, event: ClubEvent): ClubState => {
  switch (event.type) {
    case 'ClubRegistered':
      return { status: 'registered', keepDays: null, ...detailsOf(event.data) };
    case 'ClubEdited':
      return { ...state, ...detailsOf(event.data) };
    case 'PositionKeepingSet':
      return { ...state, keepDays: event.data.keepDays };
    case 'ClubDeleted':
      return { ...state, status: 'deleted' };
    default:
      return unreachable(event);
  }
};

export const clubDecider: Decider<ClubCommand, ClubEvent, ClubState> = {
  initialState: {
    status: 'none',
    keepDays: null,
    name: '',
    countryId: 0,
    state: '',
    city: '',
    address: '',
    position: null,
    web: null,
    socialNetwork: null,
    facebook: null,
    instagram: null,
    contactId: null,
  },
  decide,
  evolve,
};

/** The first version had no links and no contact person. */
export const clubOfVersion1 = (data: unknown): unknown => ({
  ...(data as object),
  web: null,
  socialNetwork: null,
  facebook: null,
  instagram: null,
  contactId: null,
});
