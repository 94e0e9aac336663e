import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { holds, type Action, type Actor, type Subject } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { PERMISSION_EXTENSION, type DescribedPermission, type Scope } from '../http/described-permission.js';
import type { ApiRequest } from '../http/request.js';

/** Input of a `SubjectOf`. */
export interface AuthorizationRequest {
  readonly request: ApiRequest;
  readonly actor: Actor;
  readonly readModels: ReadModels;
  readonly now: number;
}

/**
 * Loads the resources of a request, all of which must be allowed. Empty if the one that it names does not exist, null for each
 * of several that does not.
 */
export interface SubjectOf {
  (authorization: AuthorizationRequest): Promise<readonly (Subject | null)[]>;
  /** Default: `named`. */
  readonly reach?: Scope;
}

/** For lists: the method itself selects the actor's club. */
export const SCOPED_BY_QUERY = 'theirs' satisfies Scope;
/** For resources that the method itself answers as not found to actors without access. */
export const HIDDEN_BY_METHOD = 'hidden' satisfies Scope;
/** For the actor's own club, which the request does not name. */
export const CLUB_OF_ACTOR = 'ownClub' satisfies Scope;
type CheckedByMethod = typeof SCOPED_BY_QUERY | typeof HIDDEN_BY_METHOD | typeof CLUB_OF_ACTOR;

export interface RoutePermission {
  readonly action: Action;
  readonly subject: SubjectOf | CheckedByMethod | undefined;
}

export const ALLOW = 'flagpost:allow';

/** A route's row in the permission table, and the resource that it acts on if the table scopes it by club. */
export const Allow = (action: Action, subject?: RoutePermission['subject']): MethodDecorator => {
  const reach = typeof subject === 'function' ? (subject.reach ?? 'named') : subject;
  const described: DescribedPermission = { action, ...(reach === undefined ? {} : { reach }) };
  return applyDecorators(
    SetMetadata(ALLOW, { action, subject } satisfies RoutePermission),
    ApiExtension(PERMISSION_EXTENSION, described),
  );
};

/** The club whose resources an actor sees in lists; null for all clubs. */
export const clubScope = (actor: Actor): number | null =>
  holds(actor, 'admin') ? null : (actor.clubId ?? 0);
