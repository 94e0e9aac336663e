import type { RoleId } from '@flagpost/contracts';
import type { UserEvent } from '@flagpost/domain';
import { projection, type ReadModels } from '@flagpost/read-models';

const VIEW = 'users';

/** What an account may do. Who it belongs to stands in the people store. */
export interface UserDocument {
  readonly userId: number;
  readonly roles: readonly RoleId[];
  readonly clubId: number | null;
  readonly status: 'enabled' | 'disabled' | 'removed';
}

export const usersProjection = projection<UserEvent>({
  name: 'users',
  version: 1,
  views: [VIEW],
  on: {
    UserAdded: async ({ data }, views) => {
      await views<UserDocument>(VIEW).put(data.userId, { ...data, status: 'enabled' });
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
  return { get: (userId: number) => view.get(userId) };
};
