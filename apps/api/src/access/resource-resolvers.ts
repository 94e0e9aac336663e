import { holds, type Subject } from '@flagpost/contracts';
import { refuse } from '@flagpost/domain';
import type { z } from 'zod';
import { categoryReads } from '../views/categories.projection.js';
import { circuitReads } from '../views/circuits.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { eventReads, eventSubject } from '../views/events.projection.js';
import { routeReads } from '../views/routes.projection.js';
import { userReads } from '../views/users.projection.js';
import { idOrZeroText, idText, ValidationError, parseBody, parseField } from '../http/validation-error.js';
import type { AuthorizationRequest, SubjectOf } from './allow.js';

/** An event, by id. */
export const ofEvent = async (
  { readModels, now }: AuthorizationRequest,
  eventId: number,
): Promise<readonly Subject[]> => {
  const event = await eventReads(readModels).get(eventId);
  return event === null ? [] : [eventSubject(event, now)];
};

/** The resources of several ids, null for each that does not exist: those that do are checked nevertheless. */
const ofEach = async (
  ids: Iterable<number>,
  find: (id: number) => Promise<readonly Subject[]>,
): Promise<readonly (Subject | null)[]> => {
  const subjects = await Promise.all([...new Set(ids)].map(find));
  return subjects.flatMap((found): readonly (Subject | null)[] => (found.length === 0 ? [null] : found));
};

const ofInvitations = async (
  authorization: AuthorizationRequest,
  ids: readonly number[],
): Promise<readonly (Subject | null)[]> => {
  const distinct = [...new Set(ids)];
  const invitations = await invitationReads(authorization.readModels).getMany(distinct);
  const eventIds = invitations.map(({ eventId }) => eventId);
  const subjects = await ofEach(eventIds, (eventId) => ofEvent(authorization, eventId));
  return invitations.length < distinct.length ? [...subjects, null] : subjects;
};

const idIn = ({ request }: AuthorizationRequest, param = 'id'): number =>
  parseField(idText, param, request.params[param]);

/** The event whose id is this path parameter. */
export const eventInPath =
  (param = 'id'): SubjectOf =>
  (authorization) =>
    ofEvent(authorization, idIn(authorization, param));

/** The event whose id is this parameter of the query. */
export const eventInQuery =
  (param: string): SubjectOf =>
  (authorization) =>
    ofEvent(authorization, parseField(idText, param, authorization.request.query[param]));

/** The event that the body names. The whole body is validated first, so that faults are answered before missing rights. */
export const eventInBody =
  <S extends z.ZodType>(schema: S, eventId: (body: z.infer<S>) => number): SubjectOf =>
  async (authorization) =>
    ofEvent(authorization, eventId(parseBody(schema, authorization.request.body)));

/** The event on whose map the point of interest is whose id is in the path. */
export const poiInPath = (): SubjectOf => async (authorization) => {
  const eventId = await routeReads(authorization.readModels).eventOfPoi(idIn(authorization));
  return eventId === null ? [] : ofEvent(authorization, eventId);
};

/** The event on whose track the sector is whose id is in the path. */
export const sectorInPath = (): SubjectOf => async (authorization) => {
  const sector = await routeReads(authorization.readModels).sector(idIn(authorization));
  return sector === null ? [] : ofEvent(authorization, sector.eventId);
};

/** The driver category whose id is in the path. */
export const categoryInPath = (): SubjectOf => async (authorization) => {
  const category = await categoryReads(authorization.readModels).get(idIn(authorization));
  return category === null ? [] : [{ clubId: category.clubId }];
};

/** The circuit whose id is in the path, for routes that change it. */
export const circuitInPath = (): SubjectOf => async (authorization) => {
  const circuit = await circuitReads(authorization.readModels).get(idIn(authorization));
  return circuit === null ? [] : [{ clubId: circuit.clubId }];
};

/** The same for routes that read it: a visible circuit may be read by every club. */
export const readableCircuitInPath = (): SubjectOf => async (authorization) => {
  const circuit = await circuitReads(authorization.readModels).get(idIn(authorization));
  if (circuit === null) return [];
  return [{ clubId: circuit.isVisible ? (authorization.actor.clubId ?? circuit.clubId) : circuit.clubId }];
};

/** The competitor whose id is in the path. */
export const invitationInPath = (): SubjectOf => (authorization) =>
  ofInvitations(authorization, [idIn(authorization)]);

export const invitationsInBody =
  <S extends z.ZodType>(schema: S, ids: (body: z.infer<S>) => readonly number[]): SubjectOf =>
  async (authorization) =>
    ofInvitations(authorization, ids(parseBody(schema, authorization.request.body)));

/** Those that exist, for a command that skips the others and answers nothing of them: one that exists is enough. */
const standing =
  (all: SubjectOf): SubjectOf =>
  async (authorization) =>
    (await all(authorization)).filter((subject) => subject !== null);

/** The competitors that the body names, for such a command. */
export const standingInvitationsInBody = <S extends z.ZodType>(
  schema: S,
  ids: (body: z.infer<S>) => readonly number[],
): SubjectOf => standing(invitationsInBody(schema, ids));

/** A user, by id. Administrators belong to no club; removed users are not found. */
const ofUser = async ({ readModels }: AuthorizationRequest, userId: number): Promise<readonly Subject[]> => {
  const user = await userReads(readModels).get(userId);
  return user === null || user.status === 'removed' ? [] : [{ clubId: user.clubId ?? 0, userId }];
};

/** The user whose id is in the path. */
export const userInPath = (): SubjectOf => (authorization) => ofUser(authorization, idIn(authorization));

/** The user that the body names. */
export const userInBody =
  <S extends z.ZodType>(schema: S, userId: (body: z.infer<S>) => number): SubjectOf =>
  async (authorization) =>
    ofUser(authorization, userId(parseBody(schema, authorization.request.body)));

/** The users that the body names, for such a command. */
export const standingUsersInBody = <S extends z.ZodType>(
  schema: S,
  userIds: (body: z.infer<S>) => readonly number[],
): SubjectOf =>
  standing((authorization) =>
    ofEach(userIds(parseBody(schema, authorization.request.body)), (userId) => ofUser(authorization, userId)),
  );

/** The club whose id is this path parameter; 0, which is no club, is for administrators. */
export const clubInPath =
  (param = 'id'): SubjectOf =>
  async ({ request }) => [{ clubId: parseField(idOrZeroText, param, request.params[param]) }];

/** The club of a new resource: administrators name it, for all others it is their own. */
export const clubInBody = <S extends z.ZodType>(
  schema: S,
  field: string,
  clubId: (body: z.infer<S>) => number | null | undefined,
): SubjectOf => {
  const find: SubjectOf = async ({ request, actor }) => {
    const named = clubId(parseBody(schema, request.body));
    if (!holds(actor, 'admin')) {
      if (actor.clubId === null) refuse('forbidden');
      return [{ clubId: actor.clubId }];
    }
    if (!named) throw new ValidationError({ [field]: 'institution' });
    return [{ clubId: named }];
  };
  return Object.assign(find, { reach: 'theirs' as const });
};
