import { ROLES, type RoleId } from '@flagpost/contracts';
import type { UserEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'users';

const STAFF_ROLES = [ROLES.planner, ROLES.director, ROLES.viewer];

/** What an account may do. Who it belongs to stands in the people store. */
export interface UserDocument {
  readonly userId: number;
  readonly roles: readonly RoleId[];
  readonly clubId: number | null;
  readonly status: 'enabled' | 'disabled' | 'removed';
  /** Left out where it is not of the demo. */
  readonly demo?: true;
}

export const usersProjection = projection<UserEvent>({
  name: 'users',
  version: 4,
  views: [VIEW],
  indexes: { [VIEW]: [{ clubId: 1 }] },
  on: {
    UserAdded: async ({ data }, views) => {
      await views<UserDocument>(VIEW).put(data.userId, { ...data, status: 'enabled' });
    },
    UserInvited: async ({ data }, views) => {
      await views<UserDocument>(VIEW).put(data.userId, { ...data, status: 'enabled' });
    },
    DemoAccountMarked: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, { demo: true });
    },
    UserRolesChanged: async ({ data }, views) => {
      await views<UserDocument>(VIEW).patch(data.userId, data);
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

export const userReads = (readModels: ReadModels) => {
  const view = readModels.view<UserDocument>(VIEW);
  return {
    get: (userId: number) => view.get(userId),
    /** Competitors whom this club was the first to enter. */
    driversOf: (clubId: number) => view.find({ clubId, roles: ROLES.driver, status: { $ne: 'removed' } }),
    /** Who works for these clubs: competitors and who was removed excepted. */
    staffOf: (clubIds: readonly number[]) =>
      view.find({ clubId: { $in: clubIds }, roles: { $in: STAFF_ROLES }, status: { $ne: 'removed' } }),
  };
};
