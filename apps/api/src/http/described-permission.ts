import type { Action } from '@flagpost/contracts';

/**
 * What a call reaches of the things that the table scopes, and so what is answered to whoever holds the role alone:
 * `named`: what the request names, 403 if it is another's. `theirs`: whatever is of the caller's own club, of every
 * club for administrators. `hidden`: what the request names, 404 if it is another's. `ownClub`: the club of who asks,
 * 404 for who is of none.
 */
export type Scope = 'named' | 'theirs' | 'hidden' | 'ownClub';

/** The field of an operation in the OpenAPI description that holds its route's line of the permission table. */
export const PERMISSION_EXTENSION = 'x-permission';
export interface DescribedPermission {
  readonly action: Action;
  /** Left out if the action is done to nothing of a club or a person. */
  readonly reach?: Scope;
}
