import {
  DEFAULT_INVITATION_STATUS_ID,
  INVITATION_STATES,
  lackingToAuthorize,
  LIMITS,
} from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { limitText, only, refusePast, type EventTimes } from './rules.js';

/** A competitor's invitation to one event: driver, car and category, and whether it may run. Persons stand by id. */
export interface Entry {
  readonly categoryId: number | null;
  readonly carNumber: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly codriverId: number | null;
}

interface ToInvitation {
  readonly invitationId: number;
  readonly times: EventTimes;
}

/** User ids of the event's other invitations in the entry's category: nobody stands twice in one category. */
interface AmongOthers {
  readonly userIdsInCategory: readonly number[];
}

export type InvitationCommand =
  | ({
      readonly type: 'addInvitation';
      readonly eventId: number;
      readonly driverId: number;
      readonly userId: number;
      readonly entry: Entry;
    } & ToInvitation &
      AmongOthers)
  | ({ readonly type: 'editInvitation'; readonly entry: Entry } & ToInvitation & AmongOthers)
  | ({ readonly type: 'authorizeInvitation' } & ToInvitation)
  | ({ readonly type: 'unauthorizeInvitation' } & ToInvitation)
  /** The event was published: the competitor's answer is awaited. Nothing is sent to anybody. */
  | ({ readonly type: 'markInvitationPending' } & ToInvitation)
  /** `tokenId` names the token without giving it away: neither the token nor its hash stands in an event. */
  | ({ readonly type: 'issueDeviceToken'; readonly tokenId: string } & ToInvitation)
  /** Open for past events too: an administrator may clear one. */
  | { readonly type: 'deleteInvitation'; readonly invitationId: number };

interface InvitationIds {
  readonly invitationId: number;
  readonly eventId: number;
}

export type InvitationEvent =
  | DomainEvent<
      'InvitationAdded',
      InvitationIds & Entry & { driverId: number; userId: number; statusId: number }
    >
  | DomainEvent<'InvitationEdited', InvitationIds & Entry>
  | DomainEvent<'InvitationAuthorized', InvitationIds>
  | DomainEvent<'InvitationUnauthorized', InvitationIds>
  | DomainEvent<'InvitationMarkedPending', InvitationIds & { statusId: number }>
  | DomainEvent<'DeviceTokenIssued', InvitationIds & { tokenId: string }>
  | DomainEvent<'InvitationDeleted', InvitationIds>;

export interface InvitationState {
  readonly status: 'none' | 'standing' | 'deleted';
  readonly eventId: number;
  readonly userId: number;
  readonly authorized: boolean;
  /** Of the newest token: a newer one ends those before it. */
  readonly deviceTokenId: string | null;
  readonly entry: Entry;
}

const NO_ENTRY: Entry = { categoryId: null, carNumber: null, brand: null, model: null, codriverId: null };

const entryOf = (from: Entry): Entry =>
  only({ categoryId: true, carNumber: true, brand: true, model: true, codriverId: true }, from);

const checked = (entry: Entry): Entry => {
  limitText(entry.carNumber, LIMITS.carNumber);
  limitText(entry.brand, LIMITS.vehicle);
  limitText(entry.model, LIMITS.vehicle);
  return entryOf(entry);
};

/** Whether a competitor has what authorising needs; the list says 'Missing data' of the others. */
export const isReadyToAuthorize = (entry: Parameters<typeof lackingToAuthorize>[0]): boolean =>
  lackingToAuthorize(entry).length === 0;

const decide = (command: InvitationCommand, state: InvitationState): readonly InvitationEvent[] => {
  if (command.type !== 'addInvitation' && state.status !== 'standing')
    refuse('invitation.missing', 'missing');
  if (command.type !== 'deleteInvitation') refusePast(command.times);
  const ids = { invitationId: command.invitationId, eventId: state.eventId };
  switch (command.type) {
    case 'addInvitation': {
      if (state.status !== 'none') refuse('invitation.exists');
      const { eventId, driverId, userId } = command;
      if (command.userIdsInCategory.includes(userId)) refuse('invitation.alreadyAdded');
      const statusId = DEFAULT_INVITATION_STATUS_ID;
      return [
        {
          type: 'InvitationAdded',
          data: { ...ids, eventId, driverId, userId, statusId, ...checked(command.entry) },
        },
      ];
    }
    case 'editInvitation':
      if (state.authorized) refuse('invitation.authorized');
      if (command.userIdsInCategory.includes(state.userId)) refuse('invitation.alreadyAdded');
      return [{ type: 'InvitationEdited', data: { ...ids, ...checked(command.entry) } }];
    case 'authorizeInvitation':
      if (state.authorized) return [];
      if (!isReadyToAuthorize(state.entry)) refuse('invitation.incomplete');
      return [{ type: 'InvitationAuthorized', data: ids }];
    case 'unauthorizeInvitation':
      return state.authorized ? [{ type: 'InvitationUnauthorized', data: ids }] : [];
    case 'markInvitationPending':
      return [
        { type: 'InvitationMarkedPending', data: { ...ids, statusId: INVITATION_STATES.PENDING_INVITATION } },
      ];
    case 'issueDeviceToken':
      return [{ type: 'DeviceTokenIssued', data: { ...ids, tokenId: command.tokenId } }];
    case 'deleteInvitation':
      return [{ type: 'InvitationDeleted', data: ids }];
    default:
      return unreachable(command);
  }
};

const evolve = (state: InvitationState, event: InvitationEvent): InvitationState => {
  switch (event.type) {
    case 'InvitationAdded': {
      const { eventId, userId } = event.data;
      const entry = entryOf(event.data);
      return { status: 'standing', eventId, userId, authorized: false, deviceTokenId: null, entry };
    }
    case 'InvitationEdited':
      return { ...state, entry: entryOf(event.data) };
    case 'InvitationAuthorized':
      return { ...state, authorized: true };
    case 'InvitationUnauthorized':
      return { ...state, authorized: false };
    case 'InvitationMarkedPending':
      return state;
    case 'DeviceTokenIssued':
      return { ...state, deviceTokenId: event.data.tokenId };
    case 'InvitationDeleted':
      return { ...state, status: 'deleted', authorized: false };
    default:
      return unreachable(event);
  }
};

export const invitationDecider: Decider<InvitationCommand, InvitationEvent, InvitationState> = {
  initialState: {
    status: 'none',
    eventId: 0,
    userId: 0,
    authorized: false,
    deviceTokenId: null,
    entry: NO_ENTRY,
  },
  decide,
  evolve,
};
