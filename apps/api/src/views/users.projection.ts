import { ROLES, SESSION, type RoleId } from '@flagpost/contracts';
import { refuse, type UserEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'users';

const STAFF_ROLES = [ROLES.planner, ROLES.director, ROLES.viewer];

/** The rights of an account. Its person is in the people store. */
export interface UserDocument {
  readonly userId: number;
  readonly roles: readonly RoleId[];
  readonly clubId: number | null;
  readonly status: 'enabled' | 'disabled' | 'removed';
  /** Left out if it is not of the demo. */
  readonly demo?: true;
  /** When a password for the first access was mailed; null once another was chosen, and if none was. */
  readonly givenPasswordAt: number | null;
}

export const usersProjection = projection<UserEvent>({
  name: 'users',
  version: 4,
  views: [VIEW],
  indexes: { [VIEW]: [{ clubId: 1 }] },
  on: {
    UserAdded: async ({ data }, views) => {
      const { userId, roles, clubId } = data;
      const user = { userId, roles, clubId, status: 'enabled', givenPasswordAt: null } as const;
      await views<UserDocument>(VIEW).put(userId, user);
    },
    UserInvited: async ({ data, recordedAt }, views) => {
      const { userId, roles, clubId } = data;
      const user = { userId, roles, clubId, status: 'enabled', givenPasswordAt: recordedAt } as const;
      await views<UserDocument>(VIEW).put(userId, user);
    },
    DemoAccountMarked: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { demo: true });
    },
    UserInvitedAgain: async ({ data, recordedAt }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { givenPasswordAt: recordedAt });
    },
    PasswordChanged: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { givenPasswordAt: null });
    },
    UserRolesChanged: async ({ data: { userId, roles, clubId } }, views) => {
      await views<UserDocument>(VIEW).patch(userId, { roles, clubId });
    },
    UserDisabled: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { status: 'disabled' });
    },
    UserEnabled: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { status: 'enabled' });
    },
    UserRemoved: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { status: 'removed' });
    },
  },
});

/** Until when the mailed password opens a first access; null if none was mailed, or another was chosen. */
export const givenPasswordUntil = ({ givenPasswordAt }: UserDocument): number | null =>
  givenPasswordAt === null ? null : givenPasswordAt + SESSION.givenPasswordMs;

export const userReads = (readModels: ReadModels) => {
  const view = readModels.view<UserDocument>(VIEW);
  const standing = async (userId: number): Promise<UserDocument | null> => {
    const user = await view.get(userId);
    return user?.status === 'removed' ? null : user;
  };
  return {
    get: (userId: number) => view.get(userId),
    /** Null also if it was removed. */
    standing,
    /** @throws {DomainError} user.missing if there is none, or it was removed */
    existing: async (userId: number): Promise<UserDocument> =>
      (await standing(userId)) ?? refuse('user.missing', 'missing'),
    /** All users of this club, competitors too; without removed ones. */
    ofClub: (clubId: number) => view.find({ clubId, status: { $ne: 'removed' } }),
    /** Competitors whom this club was the first to enter. */
    driversOf: (clubId: number) => view.find({ clubId, roles: ROLES.driver, status: { $ne: 'removed' } }),
    /** The same, also removed ones. */
    everyDriverOf: (clubId: number) => view.find({ clubId, roles: ROLES.driver }),
    /** Staff of these clubs: without competitors and removed users. */
    staffOf: (clubIds: readonly number[]) =>
      view.find({ clubId: { $in: clubIds }, roles: { $in: STAFF_ROLES }, status: { $ne: 'removed' } }),
  };
};
