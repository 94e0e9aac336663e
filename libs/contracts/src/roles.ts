import { keysOf } from './keys-of.js';

/** Role ids of the product; several may be held at once. */
export const ROLES = { admin: 1, planner: 2, driver: 3, director: 4, viewer: 5 } as const;
export type RoleName = keyof typeof ROLES;
export type RoleId = (typeof ROLES)[RoleName];

/** Null for a number that is no role's. */
export const roleName = (id: number): RoleName | null =>
  keysOf(ROLES).find((role) => ROLES[role] === id) ?? null;
export const isRoleId = (id: number): id is RoleId => Object.values(ROLES).some((role) => role === id);

/** The actor, as its token identifies it. `clubId` is null for administrators. */
export interface Actor {
  readonly userId: number;
  readonly roles: readonly RoleId[];
  readonly clubId: number | null;
}

/** Whether the actor has one of these roles at least. */
export const holds = (actor: Pick<Actor, 'roles'>, ...roles: RoleName[]): boolean =>
  roles.some((role) => actor.roles.includes(ROLES[role]));
