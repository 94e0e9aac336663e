import {
  INVITATION_STATES,
  type DisputeReason,
  type InvitationMailState,
  type Language,
} from '@flagpost/contracts';
import { refuse, type Entry, type InvitationEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'invitations';

/** A competitor of an event. Persons are referred to by id: their names are in the people store alone. */
export interface InvitationDocument extends Entry {
  readonly invitationId: number;
  readonly eventId: number;
  readonly driverId: number;
  readonly userId: number;
  readonly statusId: number;
  readonly authorized: boolean;
  /** State of its newest mail, null before the first one; waiting mails are found by it. */
  readonly mailState: InvitationMailState | null;
  readonly newestMail: InvitationMail | null;
  /** In which the competitor answered; null before. */
  readonly language: Language | null;
  readonly disputed: DisputeReason | null;
}

/** The newest mail of an invitation. */
export interface InvitationMail {
  /** Counts the mails of one invitation, from 1. */
  readonly sending: number;
  readonly language: Language;
  readonly requestedAt: number;
  /** The user who sent the invitation. */
  readonly requestedBy: number | null;
}

export const invitationsProjection = projection<InvitationEvent>({
  name: 'invitations',
  version: 2,
  views: [VIEW],
  indexes: {
    [VIEW]: [
      { invitationId: 1 },
      { eventId: 1 },
      { userId: 1, language: 1 },
      { categoryId: 1 },
      { mailState: 1 },
    ],
  },
  on: {
    InvitationAdded: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).put(data.invitationId, {
        ...data,
        authorized: false,
        mailState: null,
        newestMail: null,
        language: null,
        disputed: null,
      });
    },
    InvitationEdited: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).patch(data.invitationId, { ...data, disputed: null });
    },
    InvitationAuthorized: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).patch(data.invitationId, { authorized: true });
    },
    InvitationUnauthorized: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).patch(data.invitationId, { authorized: false });
    },
    InvitationMarkedPending: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).patch(data.invitationId, { statusId: data.statusId });
    },
    InvitationMailRequested: async ({ data, recordedAt, meta }, views) => {
      const { invitationId, statusId, sending, language } = data;
      await views<InvitationDocument>(VIEW).patch(invitationId, {
        statusId,
        mailState: 'queued',
        newestMail: { sending, language, requestedAt: recordedAt, requestedBy: meta.actorId },
        disputed: null,
      });
    },
    InvitationMailSettled: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).patch(data.invitationId, { mailState: data.outcome });
    },
    InvitationAccepted: async ({ data: { invitationId, statusId, language } }, views) => {
      await views<InvitationDocument>(VIEW).patch(invitationId, { statusId, language });
    },
    InvitationRejected: async ({ data: { invitationId, statusId, language } }, views) => {
      await views<InvitationDocument>(VIEW).patch(invitationId, { statusId, language });
    },
    InvitationDisputed: async ({ data: { invitationId, reason, language } }, views) => {
      await views<InvitationDocument>(VIEW).patch(invitationId, { disputed: reason, language });
    },
    InvitationDeleted: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).delete(data.invitationId);
    },
  },
});

export const invitationReads = (readModels: ReadModels) => {
  const view = readModels.view<InvitationDocument>(VIEW);
  return {
    get: (invitationId: number) => view.get(invitationId),
    /** @throws {DomainError} invitation.missing */
    existing: async (invitationId: number): Promise<InvitationDocument> =>
      (await view.get(invitationId)) ?? refuse('invitation.missing', 'missing'),
    getMany: (invitationIds: readonly number[]) => view.find({ invitationId: { $in: invitationIds } }),
    ofEvent: (eventId: number) => view.find({ eventId }),
    /** Those who have not rejected. */
    notRejected: async (eventId: number) =>
      (await view.find({ eventId })).filter(
        ({ statusId }) => statusId !== INVITATION_STATES.REJECTED_INVITATION,
      ),
    /** How many of an event's `match`. */
    count: (eventId: number, match: Partial<Pick<InvitationDocument, 'authorized' | 'statusId'>> = {}) =>
      view.count({ eventId, ...match }),
    countInCategory: (categoryId: number) => view.count({ categoryId }),
    /** Those of all events that these people answered in a language. */
    answeredBy: (userIds: readonly number[]) =>
      view.find({ userId: { $in: userIds }, language: { $ne: null } }),
    /** One whose mail waits, by the smallest id; null if there is none but `except`. */
    nextQueued: async (except: readonly number[]): Promise<InvitationDocument | null> => {
      // Documents come in order of their ids, and an index leads to the first ones.
      const queued = await view.find({ mailState: 'queued' }, { limit: except.length + 1 });
      return queued.find(({ invitationId }) => !except.includes(invitationId)) ?? null;
    },
    ofUser: (userId: number) => view.find({ userId }),
  };
};
