import { refuse, type Entry, type InvitationEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'invitations';

/** A competitor of an event. Persons stand by id: their names live in the people store alone. */
export interface InvitationDocument extends Entry {
  readonly invitationId: number;
  readonly eventId: number;
  readonly driverId: number;
  readonly userId: number;
  readonly statusId: number;
  readonly authorized: boolean;
}

export const invitationsProjection = projection<InvitationEvent>({
  name: 'invitations',
  version: 1,
  views: [VIEW],
  indexes: { [VIEW]: [{ invitationId: 1 }, { eventId: 1 }, { userId: 1 }, { categoryId: 1 }] },
  on: {
    InvitationAdded: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).put(data.invitationId, { ...data, authorized: false });
    },
    InvitationEdited: async ({ data }, views) => {
      await views<InvitationDocument>(VIEW).patch(data.invitationId, data);
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
    /** How many of an event's `match`. */
    count: (eventId: number, match: Partial<Pick<InvitationDocument, 'authorized' | 'statusId'>> = {}) =>
      view.count({ eventId, ...match }),
    countInCategory: (categoryId: number) => view.count({ categoryId }),
    ofUser: (userId: number) => view.find({ userId }),
  };
};
