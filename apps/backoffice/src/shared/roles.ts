import { isRoleId, ROLE_DESCRIPTIONS } from '@flagpost/contracts';

const described = (id: number): string[] => (isRoleId(id) ? [ROLE_DESCRIPTIONS[id]] : []);

/** The first role of a person, as it is displayed. */
export const roleOf = (roles: readonly { readonly id: number }[]): string =>
  roles.flatMap(({ id }) => described(id))[0] ?? '';

export const rolesOf = (ids: readonly number[]): string => ids.flatMap(described).join(', ');
