import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { holds, type Action, type Actor, type Subject } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import { PERMISSION_EXTENSION, type DescribedPermission, type Scope } from '../http/described-permission.js';
import type { ApiRequest } from '../http/request.js';

/** What a subject is resolved from. */
export interface AuthorizationRequest {
  readonly request: ApiRequest;
  readonly actor: Actor;
  readonly readModels: ReadModels;
  readonly now: number;
}

/** Loads what a request acts on: all of it must be allowed. An empty list: there is no such thing. */
export interface SubjectOf {
  (authorization: AuthorizationRequest): Promise<readonly Subject[]>;
  /** Left out: `named`. */
  readonly reach?: Scope;
}

/** For a list over everything the actor may see: the method itself asks for the actor's club alone. */
export const SCOPED_BY_QUERY = 'theirs' satisfies Scope;
/** For what the method itself answers as not there to whom the table closes it. */
export const HIDDEN_BY_METHOD = 'hidden' satisfies Scope;
/** For the club of who asks, which nothing in the request names. */
export const CLUB_OF_ACTOR = 'ownClub' satisfies Scope;
type SeenToByMethod = typeof SCOPED_BY_QUERY | typeof HIDDEN_BY_METHOD | typeof CLUB_OF_ACTOR;

export interface Entry {
  readonly action: Action;
  readonly subject: SubjectOf | SeenToByMethod | undefined;
}

export const ALLOW = 'flagpost:allow';

/** A route's line in the permission table, and what it acts on where the table scopes it by club. */
export const Allow = (action: Action, subject?: Entry['subject']): MethodDecorator => {
  const reach = typeof subject === 'function' ? (subject.reach ?? 'named') : subject;
  const described: DescribedPermission = { action, ...(reach === undefined ? {} : { reach }) };
  return applyDecorators(
    SetMetadata(ALLOW, { action, subject } satisfies Entry),
    ApiExtension(PERMISSION_EXTENSION, described),
  );
};

/** Whose things an actor may see in a list: those of one club, or of all (null). */
export const clubScope = (actor: Actor): number | null =>
  holds(actor, 'admin') ? null : (actor.clubId ?? 0);
