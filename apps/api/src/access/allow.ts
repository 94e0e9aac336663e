import { SetMetadata } from '@nestjs/common';
import { holds, type Action, type Actor, type Subject } from '@flagpost/contracts';
import type { ReadModels } from '@flagpost/read-models';
import type { ApiRequest } from '../http/request.js';

/** What a subject is found from. */
export interface Asked {
  readonly request: ApiRequest;
  readonly actor: Actor;
  readonly readModels: ReadModels;
  readonly now: number;
}

/** Loads what a request acts on: all of it must be allowed. An empty list: there is no such thing. */
export type SubjectOf = (asked: Asked) => Promise<readonly Subject[]>;

/** For a list over everything the actor may see: the method itself asks for the actor's club alone. */
export const SCOPED_BY_QUERY = 'scopedByQuery';

export interface Entry {
  readonly action: Action;
  readonly subject: SubjectOf | typeof SCOPED_BY_QUERY | undefined;
}

export const ALLOW = 'flagpost:allow';

/** A route's line in the permission table, and what it acts on where the table scopes it by club. */
export const Allow = (action: Action, subject?: SubjectOf | typeof SCOPED_BY_QUERY) =>
  SetMetadata(ALLOW, { action, subject } satisfies Entry);

/** Whose things an actor may see in a list: those of one club, or of all (null). */
export const clubScope = (actor: Actor): number | null =>
  holds(actor, 'admin') ? null : (actor.clubId ?? 0);
