import { z } from 'zod';
import {
  eventRequest,
  holds,
  postponeRequest,
  type DeletedEventAnswer,
  type EventAnswer,
  type EventRequest,
} from '@flagpost/contracts';
import {
  eventDecider,
  eventStream,
  refuse,
  refuseEditing,
  refusePostponing,
  routeDecider,
  routeStream,
  type EventDetails,
} from '@flagpost/domain';
import type { ReadModels } from '@flagpost/read-models';
import { defineCommand, id } from '../dispatch/define-command.js';
import type { Caller } from '../http/caller.js';
import { ValidationError } from '../http/validation-error.js';
import { userReads } from '../views/users.projection.js';
import { clubReads } from '../views/clubs.projection.js';
import { isCountry } from '../countries/countries.js';
import { proposedTimeZone } from '../countries/time-zones.js';
import { moveLicences, perEvent } from '../command-parts/use-licences.js';
import { copyEvent } from './copy-event.command.js';
import { requireToCome } from './event-finish.js';
import { requireCategories } from './event-categories.js';
import { stateId } from './event-answers.js';
import { eventReads, type EventDocument } from '../views/events.projection.js';
import { invitationReads } from '../views/invitations.projection.js';
import { trackZone } from '../views/track-zone.js';

/** Writing events. */

/** Administrators name a club; other users act for their own. */
const clubOf = ({ actor }: Caller, body: EventRequest, otherwise: number): number =>
  actor !== null && holds(actor, 'admin') ? body.CluId || otherwise : (actor?.clubId ?? otherwise);

/** The zone in the body, else that of the event in this country, else that of the country. @throws {ValidationError} */
const timeZoneOf = (
  { TimeZone, CouId }: Pick<EventRequest, 'TimeZone' | 'CouId'>,
  before: EventDocument | null,
): string => {
  const kept = before?.countryId === CouId ? before.timeZone : null;
  const zone = TimeZone ?? kept ?? proposedTimeZone(CouId);
  if (zone === null) throw new ValidationError({ TimeZone: 'timeZone' });
  return zone;
};

/** @throws {ValidationError} {DomainError} if the body names something missing, or another club's */
const detailsOf = async (
  readModels: ReadModels,
  clubId: number,
  body: EventRequest,
  now: number,
  before: EventDocument | null = null,
): Promise<EventDetails> => {
  const finishesAt = requireToCome(Date.parse(body.Finish), now);
  if (!isCountry(body.CouId)) throw new ValidationError({ CouId: 'country' });
  const timeZone = timeZoneOf(body, before);
  await clubReads(readModels).require(clubId);
  const categoryIds = await requireCategories(readModels, clubId, body.Categories);
  for (const userId of [body.EplId, body.VieId])
    if (userId != null && (await userReads(readModels).get(userId))?.clubId !== clubId)
      refuse('user.missing');
  return {
    clubId,
    name: body.Name,
    startsAt: Date.parse(body.Start),
    finishesAt,
    timeZone,
    countryId: body.CouId,
    state: body.State,
    city: body.City,
    circuitName: body.CircuitName,
    categoryIds,
    finishRadiusM: body.Radius,
    safetyCarDelayS: body.SafetyCarDelay,
    plannerId: body.EplId ?? null,
    viewerId: body.VieId ?? null,
  };
};

const answer = (eveId: number, eveName: string, published: boolean): EventAnswer => ({
  eveId,
  eveName,
  stsId: stateId(published),
});

export const createEvent = defineCommand({
  schema: eventRequest,
  right: 'events.create',
  ids: { eventId: 'event' },
  serializedBy: null,
  outside: {},
  streams: ['event'],
  async carryOut(body, { dependencies, caller, ids: { eventId }, now, send }): Promise<EventAnswer> {
    const details = await detailsOf(dependencies.readModels, clubOf(caller, body, 0), body, now);
    await send(eventStream(eventId), eventDecider, { type: 'createEvent', eventId, details, now });
    return answer(eventId, details.name, false);
  },
});

export const editEvent = defineCommand({
  schema: z.object({ eventId: id, event: eventRequest }),
  right: 'events.edit',
  ids: {},
  serializedBy: ({ eventId }) => perEvent(eventId),
  outside: {},
  streams: ['licence', 'event'],
  async carryOut({ eventId, event: body }, { dependencies, caller, now, send }): Promise<EventAnswer> {
    const { readModels } = dependencies;
    const event = await eventReads(readModels).existing(eventId);
    const details = await detailsOf(readModels, clubOf(caller, body, event.clubId), body, now, event);
    const competitors = await invitationReads(readModels).ofEvent(eventId);
    const entered = [...new Set(competitors.map(({ categoryId }) => categoryId))];
    const edited = { details, entered, revision: body.revision };
    // Before licences move. If the view shows the new start already, none moves: it may be this command, repeated.
    if (event.startsAt !== details.startsAt) refuseEditing(event, edited);
    const licences = await moveLicences(readModels, send, event, details, now);
    await send(eventStream(eventId), eventDecider, { type: 'editEvent', eventId, ...edited, now });
    await licences.leave();
    return answer(eventId, details.name, event.published);
  },
});

/** Makes the event public. Its competitors' invites follow, see `invites.reaction.ts`. */
export const publishEvent = defineCommand({
  schema: z.object({ eventId: id }),
  right: 'events.publish',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['event'],
  recognisedBy: 'stream',
  async carryOut({ eventId }, { dependencies, caller: { language }, now, send }): Promise<EventAnswer> {
    const event = await eventReads(dependencies.readModels).existing(eventId);
    await send(eventStream(eventId), eventDecider, { type: 'publishEvent', eventId, now, language });
    return answer(eventId, event.name, true);
  },
});

/** Moves an event that has not begun, with its special stages. Who accepted is mailed, see `postponed.reaction.ts`. */
export const postponeEvent = defineCommand({
  schema: z.object({ eventId: id, to: postponeRequest }),
  right: 'events.edit',
  ids: {},
  serializedBy: ({ eventId }) => perEvent(eventId),
  outside: {},
  streams: ['licence', 'event', 'route'],
  async carryOut({ eventId, to: body }, { dependencies, caller, now, send }): Promise<EventAnswer> {
    const { readModels } = dependencies;
    const { language } = caller;
    const event = await eventReads(readModels).existing(eventId);
    const to = { startsAt: Date.parse(body.Start), finishesAt: Date.parse(body.Finish) };
    // Before licences move. If the view shows the new start already, none moves: it may be this command, repeated.
    if (event.startsAt !== to.startsAt) refusePostponing(event, to, now);
    const licences = await moveLicences(readModels, send, event, to, now);
    const postponed = { type: 'postponeEvent', eventId, ...to, reason: body.Reason, language, now } as const;
    const { events } = await send(eventStream(eventId), eventDecider, postponed);
    await licences.leave();
    // By what was recorded: the view may show the new start already, if the command is repeated.
    for (const { type, data } of events)
      if (type === 'EventPostponed')
        await send(routeStream(eventId), routeDecider, {
          type: 'moveStages',
          eventId,
          times: { now, finishesAt: data.finishesAt },
          from: data.formerStartsAt,
          to: data.startsAt,
          zone: trackZone(event),
        });
    return answer(eventId, event.name, event.published);
  },
});

/** Also of a past one. What goes with it follows, see `deleted-events.reaction.ts`. */
export const deleteEvent = defineCommand({
  schema: z.object({ eventId: id }),
  right: 'events.delete',
  ids: {},
  serializedBy: null,
  outside: {},
  streams: ['event'],
  async carryOut({ eventId }, { dependencies, send }): Promise<DeletedEventAnswer> {
    const { name } = await eventReads(dependencies.readModels).existing(eventId);
    await send(eventStream(eventId), eventDecider, { type: 'deleteEvent', eventId });
    return { eveId: eventId, eveName: name };
  },
});

export const eventCommands = { createEvent, editEvent, publishEvent, postponeEvent, deleteEvent, copyEvent };
