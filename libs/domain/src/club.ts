import { LIMITS, type LatLng } from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { requireId, requireOnEarth, requireText } from './rules.js';

/** An institution. Its contact person is a user and stands in the people store. */
export interface ClubDetails {
  readonly name: string;
  readonly countryId: number;
  readonly state: string;
  readonly city: string;
  readonly address: string;
  /** Where its maps open. */
  readonly position: LatLng | null;
}

export type ClubCommand =
  | { readonly type: 'registerClub'; readonly clubId: number; readonly details: ClubDetails }
  | { readonly type: 'editClub'; readonly clubId: number; readonly details: ClubDetails };

export type ClubEvent =
  | DomainEvent<'ClubRegistered', ClubDetails & { clubId: number }>
  | DomainEvent<'ClubEdited', ClubDetails & { clubId: number }>;

export interface ClubState {
  readonly status: 'none' | 'registered';
}

const checked = ({ name, countryId, state, city, address, position }: ClubDetails): ClubDetails => {
  requireText(name, LIMITS.name, 'club.nameRequired');
  requireId(countryId, 'club.countryRequired');
  requireText(state, LIMITS.place, 'club.stateRequired');
  requireText(city, LIMITS.place, 'club.cityRequired');
  requireText(address, LIMITS.address, 'club.addressRequired');
  if (position !== null) requireOnEarth(position);
  return { name, countryId, state, city, address, position };
};

const decide = (command: ClubCommand, state: ClubState): readonly ClubEvent[] => {
  const { clubId } = command;
  switch (command.type) {
    case 'registerClub':
      if (state.status !== 'none') refuse('club.exists');
      return [{ type: 'ClubRegistered', data: { clubId, ...checked(command.details) } }];
    case 'editClub':
      if (state.status === 'none') refuse('club.missing', 'missing');
      return [{ type: 'ClubEdited', data: { clubId, ...checked(command.details) } }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: ClubState, event: ClubEvent): ClubState => {
  switch (event.type) {
    case 'ClubRegistered':
      return { status: 'registered' };
    case 'ClubEdited':
      return state;
    default:
      return unreachable(event);
  }
};

export const clubDecider: Decider<ClubCommand, ClubEvent, ClubState> = {
  initialState: { status: 'none' },
  decide,
  evolve,
};
