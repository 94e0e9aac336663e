import { auditQuery, type Subject } from '@flagpost/contracts';
import type { AuthorizationRequest, SubjectOf } from '../access/allow.js';
import { parseBody } from '../http/validation-error.js';
import { eventReads } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';

const clubOfRace = async ({ readModels }: AuthorizationRequest, eventId: number): Promise<Subject[]> => {
  const event = await eventReads(readModels).get(eventId);
  return event === null ? [] : [{ clubId: event.clubId }];
};

/**
 * The race and the competitor that a list of the log is asked for: those of another club are refused, those that are
 * deleted are not known any more, and the list itself has events of the actor's club alone.
 */
const find: SubjectOf = async (authorization) => {
  const { race, car } = parseBody(auditQuery, authorization.request.query);
  const { actor, readModels } = authorization;
  const [invitation] = car === undefined ? [] : await invitationReads(readModels).getMany([car]);
  const races = [race, invitation?.eventId].filter((each) => each !== undefined);
  const clubs = await Promise.all(races.map((each) => clubOfRace(authorization, each)));
  return [{ clubId: actor.clubId ?? 0 }, ...clubs.flat()];
};
export const filteredInQuery: SubjectOf = Object.assign(find, { reach: 'theirs' as const });
