import type { ClubEvent, LicenceEvent, LicenceTerms } from '@flagpost/domain';
import { projection, type EventViews, type ReadModels } from '@flagpost/read-models';

const VIEW = 'licences';

export interface LicenceDocument extends LicenceTerms {
  readonly licenceId: number;
  readonly clubId: number;
  /** Ids of the invitations that use one. */
  readonly used: readonly number[];
}

const mine = (views: EventViews) => views<LicenceDocument>(VIEW);

const changeUsed = async (
  views: EventViews,
  licenceId: number,
  change: (used: readonly number[]) => readonly number[],
): Promise<void> => {
  const licence = await mine(views).get(licenceId);
  if (licence !== null) await mine(views).patch(licenceId, { used: change(licence.used) });
};

export const licencesProjection = projection<LicenceEvent | ClubEvent>({
  name: 'licences',
  version: 1,
  views: [VIEW],
  indexes: { [VIEW]: [{ clubId: 1, from: -1 }, { from: -1 }, { used: 1 }] },
  on: {
    LicenceGranted: async ({ data }, views) => {
      await mine(views).put(data.licenceId, { ...data, used: [] });
    },
    LicenceEdited: async ({ data }, views) => {
      await mine(views).patch(data.licenceId, data);
    },
    LicencesUsed: ({ data: { licenceId, invitationIds } }, views) =>
      changeUsed(views, licenceId, (used) => [...new Set([...used, ...invitationIds])]),
    LicencesReturned: ({ data: { licenceId, invitationIds } }, views) => {
      const returned = new Set(invitationIds);
      return changeUsed(views, licenceId, (used) => used.filter((id) => !returned.has(id)));
    },
    ClubDeleted: async ({ data: { clubId } }, views) => {
      for (const { licenceId } of await mine(views).find({ clubId })) await mine(views).delete(licenceId);
    },
  },
});

export const licenceReads = (readModels: ReadModels) => {
  const view = readModels.view<LicenceDocument>(VIEW);
  const sort = { from: -1 } as const;
  return {
    get: (licenceId: number) => view.get(licenceId),
    /** Newest period first; of every institution if `clubId` is null. */
    list: (clubId: number | null) => view.find(clubId === null ? {} : { clubId }, { sort }),
    /** All of these institutions, newest period first. */
    ofClubs: (clubIds: readonly number[]) => view.find({ clubId: { $in: clubIds } }, { sort }),
    /** Those of which one of these competitors uses one. */
    usedBy: (invitationIds: readonly number[]) => view.find({ used: { $in: invitationIds } }),
    /** Those whose period has a moment in common with this one. */
    within: (clubId: number, { from, to }: Pick<LicenceTerms, 'from' | 'to'>) =>
      view.find({ clubId, from: { $lte: to }, to: { $gte: from } }, { sort }),
    /** Those that count at this time: an institution has one at most. */
    current: (clubIds: readonly number[], time: number) =>
      view.find({ clubId: { $in: clubIds }, from: { $lte: time }, to: { $gte: time } }),
  };
};
