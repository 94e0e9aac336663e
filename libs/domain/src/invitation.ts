import {
  DEFAULT_INVITATION_STATUS_ID,
  INVITATION_STATES,
  lackingToAuthorize,
  LIMITS,
  type DisputeReason,
  type InvitationMailOutcome,
  type Language,
} from '@flagpost/contracts';
import { refuse, unreachable, type Decider, type DomainEvent } from './decider.js';
import { limitText, only, refuseOverwriting, refusePast, type EventTimes } from './rules.js';

/**
 * A competitor's invitation to one event: driver, car and category, and whether it may race. Persons are referred to by
 * id.
 */
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

/** User ids of the event's other invitations in the entry's category: nobody enters a category twice. */
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
  | ({
      readonly type: 'editInvitation';
      readonly entry: Entry;
      /** As the editor has read it; left out if that is not known. */
      readonly former?: Omit<Entry, 'codriverId'> | undefined;
    } & ToInvitation &
      AmongOthers)
  | ({ readonly type: 'authorizeInvitation' } & ToInvitation)
  | ({ readonly type: 'unauthorizeInvitation' } & ToInvitation)
  /** Requests the mail of the invitation, in this language. */
  | ({ readonly type: 'requestInvitationMail'; readonly language: Language } & ToInvitation)
  /** Records the outcome of the mail with that number. */
  | {
      readonly type: 'settleInvitationMail';
      readonly invitationId: number;
      readonly sending: number;
      readonly outcome: InvitationMailOutcome;
    }
  /** The competitor's own answer, by the mailed link, in the language of the page. */
  | ({ readonly type: 'acceptInvitation' | 'rejectInvitation'; readonly language: Language } & ToInvitation)
  | ({
      readonly type: 'disputeInvitation';
      readonly reason: DisputeReason;
      readonly language: Language;
    } & ToInvitation)
  /** `tokenId` identifies the token without revealing it: neither the token nor its hash is stored in an event. */
  | ({ readonly type: 'issueDeviceToken'; readonly tokenId: string } & ToInvitation)
  /** As `issueDeviceToken`, asked for by the phone of a competitor who has accepted. */
  | ({ readonly type: 'connectPhone'; readonly tokenId: string } & ToInvitation)
  /** Permitted for past events too: an administrator may clear one. */
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
  /** Written by former releases, whose publishing sent no mail. */
  | DomainEvent<'InvitationMarkedPending', InvitationIds & { statusId: number }>
  /** `sending` numbers the mails of one invitation, from 1. */
  | DomainEvent<
      'InvitationMailRequested',
      InvitationIds & { statusId: number; sending: number; language: Language }
    >
  | DomainEvent<'InvitationMailSettled', InvitationIds & { sending: number; outcome: InvitationMailOutcome }>
  | DomainEvent<'InvitationAccepted', InvitationIds & { statusId: number; language: Language }>
  | DomainEvent<'InvitationRejected', InvitationIds & { statusId: number; language: Language }>
  | DomainEvent<'InvitationDisputed', InvitationIds & { reason: DisputeReason; language: Language }>
  | DomainEvent<'DeviceTokenIssued', InvitationIds & { tokenId: string }>
  | DomainEvent<'InvitationDeleted', InvitationIds>;

export interface InvitationState {
  readonly status: 'none' | 'standing' | 'deleted';
  readonly eventId: number;
  readonly userId: number;
  readonly authorized: boolean;
  readonly statusId: number;
  /** The newest mail; `sending` is 0 before the first one. */
  readonly mail: { readonly sending: number; readonly outcome: InvitationMailOutcome | null };
  /** What the competitor disputes, until the entry changes or is mailed again. */
  readonly disputed: DisputeReason | null;
  /** Of the newest token, which replaces all former ones. */
  readonly deviceTokenId: string | null;
  readonly entry: Entry;
}

const NO_ENTRY: Entry = { categoryId: null, carNumber: null, brand: null, model: null, codriverId: null };

/** The fields of an entry alone, from what has others beside them. */
export const entryOf = (from: Entry): Entry =>
  only({ categoryId: true, carNumber: true, brand: true, model: true, codriverId: true }, from);

const checked = (entry: Entry): Entry => {
  limitText(entry.carNumber, LIMITS.carNumber);
  limitText(entry.brand, LIMITS.vehicle);
  limitText(entry.model, LIMITS.vehicle);
  return entryOf(entry);
};

/** Whether a competitor has everything that authorising needs; the list shows 'Missing data' otherwise. */
export const isReadyToAuthorize = (entry: Parameters<typeof lackingToAuthorize>[0]): boolean =>
  lackingToAuthorize(entry).length === 0;

const { ACEPTED_INVITATION, PENDING_INVITATION, REJECTED_INVITATION } = INVITATION_STATES;

/** A mail that was assumed interrupted may turn out to have been sent; no other settled status changes. */
const settles = ({ mail }: InvitationState, sending: number, outcome: InvitationMailOutcome): boolean =>
  mail.sending === sending &&
  (mail.outcome === null || (mail.outcome === 'interrupted' && outcome === 'sent'));

const decide = (command: InvitationCommand, state: InvitationState): readonly InvitationEvent[] => {
  if (command.type !== 'addInvitation' && state.status !== 'standing')
    refuse('invitation.missing', 'missing');
  if ('times' in command) refusePast(command.times);
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
      if (command.userIdsInCategory.includes(state.userId)) refuse('invitation.alreadyAdded');
      if (state.authorized) refuse('invitation.authorized');
      refuseOverwriting('invitation.changed', command.former, state.entry, command.entry);
      return [{ type: 'InvitationEdited', data: { ...ids, ...checked(command.entry) } }];
    case 'authorizeInvitation':
      if (state.authorized) return [];
      if (!isReadyToAuthorize(state.entry)) refuse('invitation.incomplete');
      return [{ type: 'InvitationAuthorized', data: ids }];
    case 'unauthorizeInvitation':
      return state.authorized ? [{ type: 'InvitationUnauthorized', data: ids }] : [];
    case 'requestInvitationMail': {
      // After acceptance there is nothing to ask for in another mail.
      const statusId = state.statusId === ACEPTED_INVITATION ? ACEPTED_INVITATION : PENDING_INVITATION;
      const sending = state.mail.sending + 1;
      const { language } = command;
      return [{ type: 'InvitationMailRequested', data: { ...ids, statusId, sending, language } }];
    }
    case 'settleInvitationMail': {
      const { sending, outcome } = command;
      if (!settles(state, sending, outcome)) return [];
      return [{ type: 'InvitationMailSettled', data: { ...ids, sending, outcome } }];
    }
    case 'acceptInvitation': {
      if (state.statusId === ACEPTED_INVITATION) return [];
      const data = { ...ids, statusId: ACEPTED_INVITATION, language: command.language };
      return [{ type: 'InvitationAccepted', data }];
    }
    case 'rejectInvitation': {
      if (state.statusId === REJECTED_INVITATION) return [];
      const data = { ...ids, statusId: REJECTED_INVITATION, language: command.language };
      return [{ type: 'InvitationRejected', data }];
    }
    case 'disputeInvitation': {
      const { reason, language } = command;
      if (state.disputed === reason) return [];
      return [{ type: 'InvitationDisputed', data: { ...ids, reason, language } }];
    }
    case 'connectPhone':
      if (state.statusId !== ACEPTED_INVITATION) refuse('invitation.notAccepted');
      return [{ type: 'DeviceTokenIssued', data: { ...ids, tokenId: command.tokenId } }];
    case 'issueDeviceToken':
      return [{ type: 'DeviceTokenIssued', data: { ...ids, tokenId: command.tokenId } }];
    case 'deleteInvitation':
      return [{ type: 'InvitationDeleted', data: ids }];
    default:
      return unreachable(command);
  }
};

const initialState: InvitationState = {
  status: 'none',
  eventId: 0,
  userId: 0,
  authorized: false,
  statusId: DEFAULT_INVITATION_STATUS_ID,
  mail: { sending: 0, outcome: null },
  disputed: null,
  deviceTokenId: null,
  entry: NO_ENTRY,
};

const evolve = (state: InvitationState, event: InvitationEvent): InvitationState => {
  switch (event.type) {
    case 'InvitationAdded': {
      const { eventId, userId, statusId } = event.data;
      const entry = entryOf(event.data);
      return { ...initialState, status: 'standing', eventId, userId, statusId, entry };
    }
    case 'InvitationEdited':
      return { ...state, disputed: null, entry: entryOf(event.data) };
    case 'InvitationAuthorized':
      return { ...state, authorized: true };
    case 'InvitationUnauthorized':
      return { ...state, authorized: false };
    case 'InvitationMarkedPending':
      return { ...state, statusId: event.data.statusId };
    case 'InvitationMailRequested': {
      const { statusId, sending } = event.data;
      return { ...state, statusId, mail: { sending, outcome: null }, disputed: null };
    }
    case 'InvitationMailSettled':
      return { ...state, mail: { ...state.mail, outcome: event.data.outcome } };
    case 'InvitationAccepted':
    case 'InvitationRejected':
      return { ...state, statusId: event.data.statusId };
    case 'InvitationDisputed':
      return { ...state, disputed: event.data.reason };
    case 'DeviceTokenIssued':
      return { ...state, deviceTokenId: event.data.tokenId };
    case 'InvitationDeleted':
      return { ...state, status: 'deleted', authorized: false };
    default:
      return unreachable(event);
  }
};

export const invitationDecider: Decider<InvitationCommand, InvitationEvent, InvitationState> = {
  initialState,
  decide,
  evolve,
};
