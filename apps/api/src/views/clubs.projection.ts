import { refuse, type ClubDetails, type ClubEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'clubs';

/** How long positions are kept, as it was set last. */
export type Keeping = Omit<Extract<ClubEvent, { type: 'PositionKeepingSet' }>['data'], 'clubId'>;

/** An institution that was not deleted. */
export interface ClubDocument extends ClubDetails {
  readonly clubId: number;
  /** Null if it was never set: positions are kept for ever. */
  readonly keeping: Keeping | null;
}

export const clubsProjection = projection<ClubEvent>({
  name: 'clubs',
  version: 3,
  views: [VIEW],
  indexes: { [VIEW]: [{ clubId: 1 }, { name: 1 }] },
  on: {
    ClubRegistered: async ({ data }, views) => {
      await views<ClubDocument>(VIEW).put(data.clubId, { ...data, keeping: null });
    },
    ClubEdited: async ({ data }, views) => {
      await views<ClubDocument>(VIEW).patch(data.clubId, data);
    },
    PositionKeepingSet: async ({ data: { clubId, ...keeping } }, views) => {
      await views<ClubDocument>(VIEW).patch(clubId, { keeping });
    },
    ClubDeleted: async ({ data }, views) => {
      await views<ClubDocument>(VIEW).delete(data.clubId);
    },
  },
});

export const clubReads = (readModels: ReadModels) => {
  const view = readModels.view<ClubDocument>(VIEW);
  return {
    get: (clubId: number) => view.get(clubId),
    /** @throws {DomainError} club.missing */
    existing: async (clubId: number): Promise<ClubDocument> =>
      (await view.get(clubId)) ?? refuse('club.missing', 'missing'),
    /** For requests that refer to an institution. @throws {DomainError} club.missing, by a rule */
    async require(clubId: number): Promise<void> {
      if ((await view.get(clubId)) === null) refuse('club.missing');
    },
    getMany: (clubIds: readonly number[]) => view.find({ clubId: { $in: clubIds } }),
    /** Names of the clubs that hold these, by club id. */
    async namesOf(held: readonly { readonly clubId: number }[]): Promise<ReadonlyMap<number, string>> {
      const clubs = await this.getMany([...new Set(held.map(({ clubId }) => clubId))]);
      return new Map(clubs.map(({ clubId, name }) => [clubId, name]));
    },
    /** In order of name; all of them if `clubId` is null. */
    list: (clubId: number | null) => view.find(clubId === null ? {} : { clubId }, { sort: { name: 1 } }),
    byName: async (name: string): Promise<ClubDocument | null> => (await view.find({ name }))[0] ?? null,
  };
};
