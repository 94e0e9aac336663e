import { roleName } from '@flagpost/contracts';
import { RULES } from './texts/rules.js';

const described = (id: number): string[] => {
  const role = roleName(id);
  return role === null ? [] : [RULES.roles[role]];
};

/** The first role of a person, as it is displayed. */
export const roleOf = (roles: readonly { readonly id: number }[]): string =>
  roles.flatMap(({ id }) => described(id))[0] ?? '';

export const rolesOf = (ids: readonly number[]): string => ids.flatMap(described).join(', ');
