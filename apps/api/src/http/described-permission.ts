import type { Action } from '@flagpost/contracts';

/**
 * The resources that a call with a club-scoped permission acts on, and the answer if they belong to another club.
 * `named`: the resource named in the request, otherwise 403. `hidden`: the same, otherwise 404. `theirs`: all resources of
 * the actor's club, or of every club for administrators. `ownClub`: the actor's club, 404 for actors without one.
 */
export type Scope = 'named' | 'theirs' | 'hidden' | 'ownClub';

/** The extension of an OpenAPI operation with its route's row of the permission table. */
export const PERMISSION_EXTENSION = 'x-permission';
export interface DescribedPermission {
  readonly action: Action;
  /** Omitted if the action is not scoped by club or person. */
  readonly reach?: Scope;
}
